#!/usr/bin/env python3
"""Runs each model of a folder in every tier on random inputs and prints a table.

A model passes when

  - it goes through `--guard-tiers` with no producer left "not understood";
  - it compiles, and runs unguarded, fused, safe and unfused for one step;
  - fused and unguarded give the same bits, and on a device so does finite;
  - where unguarded, safe and unfused are all finite, their largest difference, over the
    largest magnitude of the unguarded result, is at most --bound.

A subfolder with `model.mlir`, `inN.npy` and `ref.npy` is a model with its own inputs and
reference. It also runs under the controller, and the first result of every run is within
1e-2 (bf16: 3e-2) of the reference, over the reference's largest magnitude. `NAME_12l_TYPE`
has at most 1.2 times the kernels of `NAME_TYPE`.

A model's dynamic extents get --extent. Needs numpy. Exits with 1 when a model fails, with 2
when nothing could be run.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from run_cases import ROOT, CaseError, as_numbers, np, run_tool  # noqa: E402

WAYS = {"unguarded": ["--unguarded"], "fused": ["--tiers=fused"], "safe": ["--tiers=safe"],
        "unfused": ["--tiers=unfused"]}


def signature(manifest):
    """(argument types, result types) of the first function: (shape, dtype) each."""
    function = json.loads(manifest.read_text())["functions"][0]

    def parse(entry):
        *shape, dtype = entry["type"].removeprefix("tensor<").rstrip(">").split("x")
        return shape, dtype

    return [parse(a) for a in function["args"]], [parse(r) for r in function["results"]]


def inputs(args, seed, extent):
    """Random inputs as run's flags: dynamic extents are made of zeros or ones of their own."""
    if all("?" not in shape for shape, _ in args):
        return [f"--input=random:{seed}"]
    flags = []
    rng = np.random.default_rng(seed)
    for shape, dtype in args:
        sizes = [extent if size == "?" else int(size) for size in shape]
        count = int(np.prod(sizes, dtype=int))
        values = rng.normal(0, 0.05, count) if dtype[0] != "i" else np.zeros(count, dtype=int)
        text = "x".join([*map(str, sizes), dtype])
        flags.append(f"--input={text}=" + ",".join(f"{v:.6g}" for v in values))
    return flags


def name_of(path):
    return path.parent.name if path.stem == "model" else path.stem


def check_reference(path, outputs, dtype):
    """Raises CaseError where a first result is too far from ref.npy."""
    reference = np.load(path.parent / "ref.npy").astype(np.float64)
    bound = 3e-2 if dtype == "bf16" else 1e-2
    for way, results in outputs.items():
        result = as_numbers(results[0], dtype).astype(np.float64).reshape(reference.shape)
        error = np.abs(result - reference).max() / np.abs(reference).max()
        if not error <= bound:
            raise CaseError(f"{way} is {error:.3g} from the reference")


def run_model(path, options, kernels):
    """The row of a model; raises CaseError where it fails. Counts its kernels."""
    own = sorted(path.parent.glob("in*.npy"), key=lambda file: int(file.stem[2:]))
    own = own if path.stem == "model" else []
    with tempfile.TemporaryDirectory(prefix="nanguard-models-") as scratch:
        scratch = pathlib.Path(scratch)
        manifest, report = scratch / "manifest.json", scratch / "report.txt"
        run_tool([options.bin / "nanguard-opt", str(path), "-o", "/dev/null",
                  f"--guard-tiers=manifest={manifest} report={report}"], options.timeout)
        args, results = signature(manifest)
        ops = json.loads(manifest.read_text())["functions"][0]["ops"]
        kernels[name_of(path)] = len({op["kernel"] for op in ops})
        # A summary closes each function; a row of the table names an op.
        missed = [line for line in report.read_text().splitlines()
                  if "not understood" in line and not re.search(r"\d+ guarded", line)]
        if missed:
            raise CaseError(f"{len(missed)} not understood: {missed[0].strip()}")
        outputs, start = {}, time.monotonic()
        ways = dict(WAYS, finite=["--tiers=finite"]) if options.device != "cpu" else WAYS
        if own:
            ways = dict(ways, controlled=[])
        given = [f"--input=@{file}" for file in own]
        for way, flags in ways.items():
            files = [scratch / f"{way}-{i}.npy" for i in range(len(results))]
            run_tool([options.bin / "nanguard-run", str(path), "--quiet", *flags,
                      f"--device={options.device}",
                      *(given or inputs(args, options.seed, options.extent)),
                      *(f"--output=@{file}" for file in files)], options.timeout)
            outputs[way] = [np.load(file) for file in files]
        seconds = time.monotonic() - start
    for way in ("fused", "finite", "controlled"):
        for i, (a, b) in enumerate(zip(outputs["unguarded"], outputs.get(way, []))):
            if a.tobytes() != b.tobytes():
                raise CaseError(f"result {i}: {way} and unguarded differ")
    if own:
        check_reference(path, outputs, results[0][1])
    worst = 0.0
    for i, (_, dtype) in enumerate(results):
        one, *others = (as_numbers(outputs[way][i], dtype).astype(np.float64)
                        for way in ("unguarded", "safe", "unfused"))
        for other in others:
            if one.size and np.isfinite(one).all() and np.isfinite(other).all():
                scale = max(np.abs(one).max(), np.finfo(np.float32).tiny)
                worst = max(worst, np.abs(one - other).max() / scale)
    if worst > options.bound:
        raise CaseError(f"a safe result is {worst:.3g} from the unguarded one")
    return worst, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="holds the .mlir files, or is one")
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build" / "bin")
    parser.add_argument("--filter", default="", help="only models whose name holds this text")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--extent", type=int, default=5, help="of dynamic dimensions")
    parser.add_argument("--bound", type=float, default=0.1)
    parser.add_argument("--device", default="cpu", help="of nanguard-run, such as sim")
    parser.add_argument("--timeout", type=float, default=600, help="seconds a run may take")
    options = parser.parse_args()
    found = [options.folder]
    if options.folder.is_dir():
        found = sorted([*options.folder.glob("*.mlir"), *options.folder.glob("*/model.mlir")])
    models = [path for path in found if options.filter in name_of(path)]
    models.sort(key=lambda path: "_12l" in name_of(path))
    if not models or not (options.bin / "nanguard-run").exists():
        print(f"run_models: no models in {options.folder}, or no tools in {options.bin}",
              file=sys.stderr)
        return 2
    failed, kernels = 0, {}
    print(f"{'model':28} {'safe - unguarded':>17} {'seconds':>8}")
    for path in models:
        try:
            worst, seconds = run_model(path, options, kernels)
            shallow = kernels.get(name_of(path).replace("_12l", ""))
            if shallow and kernels[name_of(path)] > 1.2 * shallow:
                raise CaseError(f"{kernels[name_of(path)]} kernels, {shallow} with few layers")
            print(f"{name_of(path):28} {worst:17.2e} {seconds:8.1f}", flush=True)
        except (CaseError, subprocess.SubprocessError, OSError, ValueError) as error:
            failed += 1
            print(f"{name_of(path):28} FAILED: {error}", flush=True)
    print(f"{len(models) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
