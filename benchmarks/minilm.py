#!/usr/bin/env python3
"""MiniLM f16, 32 tokens: what a guard costs, as ratios in one run.

Runs nanguard-run by turns in each way and prints the median of the runs' median
step times over the unguarded build's, the compile time of all variants without
a cache, and the start with one; beside IREE where it is installed. An op that the
controller lowers has its output's statistics taken; --tiers=safe takes them of
all arguments, too. Needs the files of python/minilm_inputs.py.
"""
import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODEL = ROOT / "models" / "minilm_f16.mlir"
WAYS = {"unguarded": ["--unguarded"], "NORMAL (controller)": ["--tiers=controller"],
        "safe, arguments too": ["--tiers=safe"], "unfused, arguments too": ["--tiers=unfused"]}


def iree_timer(minilm):
    """A function that gives IREE's median step of N on the model as written, in ms; None
    without IREE (./setup.sh --with-iree)."""
    sys.path.insert(0, str(ROOT / "utils"))
    try:
        import iree.runtime
        import iree_check
    except (ImportError, SystemExit):
        return None
    with tempfile.TemporaryDirectory() as folder:
        module = iree_check.load(MODEL, folder)
    arrays = [array for name in ("ids_00.npy", "mask_00.npy", "weights.safetensors")
              for array in iree_check.read(f"@{minilm}/{name}")]
    device = iree.runtime.get_device("local-sync")
    resident = [iree.runtime.asdevicearray(device, array) for array in arrays]

    def step(count):
        times = []
        for _ in range(count):
            start = time.perf_counter()
            results = module["main"](*resident)
            for result in results if isinstance(results, tuple) else (results,):
                result.to_host()
            times.append(1000 * (time.perf_counter() - start))
        return statistics.median(times)

    return step


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nanguard-run", default=str(ROOT / "build" / "bin" / "nanguard-run"))
    parser.add_argument("--minilm", type=pathlib.Path, default=ROOT / "build" / "minilm")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=30)
    options = parser.parse_args()
    command = [options.nanguard_run, str(MODEL), "--quiet", "--time",
               f"--input=@{options.minilm}/ids_00.npy", f"--input=@{options.minilm}/mask_00.npy",
               f"--input=@{options.minilm}/weights.safetensors"]

    def run(flags, environment=None):
        start = time.perf_counter()
        done = subprocess.run(command + flags, capture_output=True, text=True, check=True,
                              env={**os.environ, **(environment or {})})
        step = float(re.search(r"step: ([0-9.]+) ms", done.stdout + done.stderr).group(1))
        return step, time.perf_counter() - start

    with tempfile.TemporaryDirectory() as cache:
        cold = {"NANGUARD_CACHE_DIR": cache}
        _, first = run(["--tiers=controller", "--steps=1"], cold)
        _, second = run(["--tiers=controller", "--steps=1"], cold)
    print(f"first start, all variants compiled: {first:.1f} s; with a cache: {second:.2f} s")
    listed = subprocess.run([options.nanguard_run, str(MODEL), "--list-ops"],
                            capture_output=True, text=True, check=True).stdout
    ops = [line.split("\t")[0] for line in listed.splitlines() if line.split("\t")[1] != "entry"]
    ways = dict(WAYS)
    for tier in ("safe", "unfused"):
        ways[f"all {len(ops)} ops {tier}"] = ["--tiers=" + ",".join(f"{op}={tier}" for op in ops)]
    iree = iree_timer(options.minilm)
    times = {way: [] for way in [*ways, *(["IREE, unguarded"] if iree else [])]}
    for _ in range(options.rounds):
        for way, flags in ways.items():
            times[way].append(run(flags + [f"--steps={options.steps}"])[0])
        if iree:
            times["IREE, unguarded"].append(iree(options.steps))
    base = times["unguarded"]
    print(f"{'':24} {'ms a step':>10} {'ratio':>7}  (median of the pairwise ratios)")
    if not iree:
        print("(IREE is not installed: ./setup.sh --with-iree)")
    for way, values in times.items():
        ratio = statistics.median(a / b for a, b in zip(values, base))
        print(f"{way:24} {statistics.median(values):10.2f} {ratio:7.3f}")


if __name__ == "__main__":
    main()
