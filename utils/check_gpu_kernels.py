#!/usr/bin/env python3
"""Runs shapes of gpu_shapes.py on a device and on the CPU and compares them.

Every form of each op with the same random inputs; prints the largest difference
as a share of the largest value and fails above the bound of the type, where a NaN
stands in one result alone, or where the two reports tell different things.
"""
import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import gpu_shapes
import reports

# docs/numerics.md: sums in another order, and one more rounding of a weight.
BOUNDS = {"f16": 2.0**-9, "bf16": 2.0**-6, "f32": 2.0**-20}


def run(runner, model, form, device, output):
    """The result and the report's ops."""
    log = output.with_suffix(".json")
    command = [runner, str(model), f"--tiers={form}", "--input=random:1", f"--output=@{output}", f"--json={log}",
               "--quiet"]
    done = subprocess.run(command + ([f"--device={device}"] if device else []), capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr[-1000:])
    for line in done.stderr.splitlines():
        # The form that is asked for must have a plan of its own.
        if device and re.search(rf"@ng_(?!scan|entry)\w+_{form}(_bits)? stays on the host", line):
            raise RuntimeError(line)
    values = np.load(output)
    if values.dtype.itemsize == 2 and values.dtype != np.float16:
        values = (values.view(np.uint16).astype(np.uint32) << 16).view(np.float32)
    return values.astype(np.float64), json.loads(log.read_text())["ops"]


def difference(a, b):
    """Of the largest value; infinite where not both are NaN."""
    if not np.array_equal(np.isnan(a), np.isnan(b)):
        return float("inf")
    if a.size == 0 or np.array_equal(a, b, equal_nan=True):
        return 0.0
    return float(np.nanmax(np.abs(a - b)) / np.nanmax(np.abs(a)))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="+", help="names of shapes, or patterns of them")
    parser.add_argument("--run", default="build/bin/nanguard-run", help="nanguard-run")
    parser.add_argument("--device", default="sim:checks")
    parser.add_argument("--forms", default="fused,safe,unfused")
    args = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        model, output = Path(folder) / "model.mlir", Path(folder) / "y.npy"
        for name, text in gpu_shapes.functions():
            if not any(re.fullmatch(pattern, name) for pattern in args.names):
                continue
            model.write_text(text.replace(f"@{name}(", "@main("))
            for form in args.forms.split(","):
                try:
                    bound = BOUNDS[name.rpartition("_")[2]]
                    here, report = run(args.run, model, form, "", output)
                    there, other = run(args.run, model, form, args.device, output)
                    found, told = difference(here, there), reports.contradiction(report, other, bound)
                    good = found <= bound and not told
                    print(f"{name} {form}: {'ok' if good else 'WRONG'}, {found:.1e} {told}".rstrip(), flush=True)
                except RuntimeError as error:
                    good = False
                    print(f"{name} {form}: FAILED: {error}", flush=True)
                failed |= not good
    sys.exit(failed)


if __name__ == "__main__":
    main()
