#!/usr/bin/env python3
"""Writes the project's own cases to test/cases: NAME/model.mlir and NAME/case.json.

Each case is built twice over. A small builder writes the linalg text as torch-mlir does,
one op a generic, and computes what it gives when each op rounds to its written type
(`unguarded` in case.json). The expected values come from a formula in f64 on the same
inputs, written independently of the text. The script refuses a case whose written form is
right although its kind says that it is not, and the other way round.

Needs numpy only. With --check each model is parsed by mlir-opt-22.
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys

import numpy as np

from cases import activations, arithmetic, attention, norms, softmax  # noqa: F401 (they register cases)
from cases.builder import CASES, Model, to

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Cases in test/cases that are written by hand, text and values.
BY_HAND = {"attention_divides_last_f16", "attention_sink_concat_f16", "kl_log_target_minus_inf_f32"}


def plain(data, dtype):
    """Values as case.json has them: numbers, and "nan", "inf", "-inf"."""
    if dtype[0] == "i":
        return [int(v) for v in data.ravel()]
    words = {"nan": "nan", "inf": "inf", "-inf": "-inf"}
    return [words.get(str(v), v) for v in (float(v) for v in np.ravel(data))]


def same(got, want, rel, abs_):
    got, want = np.ravel(got).astype(np.float64), np.ravel(want).astype(np.float64)
    with np.errstate(all="ignore"):
        near = np.abs(got - want) <= abs_ + rel * np.abs(want)
    near = np.where(np.isfinite(got) & np.isfinite(want), near, got == want)
    return bool((near | (np.isnan(got) & np.isnan(want))).all())


def build(name):
    """(text of model.mlir, text of case.json) of one case."""
    function, kind, op, note, rel, abs_ = CASES[name]
    model = Model()
    result, expected = function(model)
    narrow = result.dtype in ("f16", "bf16")
    rel = rel if rel is not None else 0.004 if narrow else 1e-5
    abs_ = abs_ if abs_ is not None else 0.001 if narrow else 1e-6
    expected = np.broadcast_to(expected, result.data.shape)
    right = same(result.data, to(result.dtype, expected), rel, abs_)
    if right != (kind in ("legit-nonfinite", "false-alarm")):
        raise SystemExit(f"make_cases: {name} is {kind}, but as written it gives\n{result.data}\n"
                         f"and the expected values are\n{to(result.dtype, expected)}")

    def tensor(data, dtype):
        return {"shape": list(data.shape), "dtype": dtype, "values": plain(to(dtype, data), dtype)}

    record = {
        "source": "project", "op": op, "kind": kind,
        "inputs": [tensor(a.data, a.dtype) for a in model.args],
        "expected": [tensor(expected, result.dtype)],
        "tolerance": {"rel": rel, "abs": abs_}, "note": note,
        "unguarded": {"tool": "numpy (python/make_cases.py)", "pipeline": "op by op, each rounded to its type",
                      "values": plain(result.data, result.dtype)[:16], "matches_expected": right},
    }
    # One line a list of numbers, as long as it is.
    text = json.dumps(record, indent=1)
    lists = {json.dumps(v, indent=1): json.dumps(v) for t in record["inputs"] + record["expected"]
             for v in (t["values"], t["shape"])}
    lists[json.dumps(record["unguarded"]["values"], indent=1)] = json.dumps(record["unguarded"]["values"])
    for long, short in lists.items():
        for indent in ("  ", "   "):
            text = text.replace(long.replace("\n", "\n" + indent), short)
    assert json.loads(text.replace("NaN", "0")) == json.loads(json.dumps(record).replace("NaN", "0"))
    return model.text(f"{note}", [result]), text + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output-dir", type=pathlib.Path, default=ROOT / "test" / "cases")
    parser.add_argument("--check", action="store_true", help="parse each model with mlir-opt-22")
    options = parser.parse_args()
    for name in CASES:
        model, record = build(name)
        folder = options.output_dir / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "model.mlir").write_text(model)
        (folder / "case.json").write_text(record)
        if options.check:
            tool = shutil.which("mlir-opt-22")
            if tool is None:
                sys.exit("make_cases: mlir-opt-22 not found")
            if subprocess.run([tool, folder / "model.mlir", "-o", "/dev/null"]).returncode:
                sys.exit(f"make_cases: mlir-opt-22 refuses {name}")
    print(f"wrote {len(CASES)} cases to {options.output_dir}")


if __name__ == "__main__":
    main()
