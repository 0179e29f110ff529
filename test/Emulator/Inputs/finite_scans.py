"""Scans that only ask for NaN and Inf, on the emulator, beside the CPU target's maximum.

Runs an op of gpu_shapes on random data with one NaN or Inf at a place (or none), with `--tiers=finite` on the
device and `--tiers=fused` on the CPU: prints whether both call the same ops bad, by the same maximum, and that the
device tells no maximum where nothing is bad. Arguments: FOLDER OP_ROWS_COLUMNS_TYPE DEVICE PLACE…; a place is first, middle,
last or none. The small_norm of ones, which threads past the end compute, is infinite.
"""
import json
import subprocess
import sys
from pathlib import Path

import numpy as np

import gpu_shapes


def ops(folder, model, inputs, flags):
    path = folder / "report.json"
    command = ["nanguard-run", str(model), "--quiet", f"--json={path}", *flags]
    subprocess.run(command + [f"--input=@{i}" for i in inputs], capture_output=True, check=False)
    report = json.loads(path.read_text().splitlines()[0])
    path.unlink()
    return [(op["bad"], op["max"], op["byte"]) for op in report["ops"] if op["kind"] != "entry"]


def bits(values, element):
    if element == "f16":
        return values.astype(np.float16)
    return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)


def function(op, sizes, element):
    if op == "gelu":
        return gpu_shapes.gelu("main", sizes, element)
    norm = gpu_shapes.norm("main", sizes, element, subtracts_mean=op != "rms_norm")
    return norm.replace("1.0e-05", "1.0e-12") if op == "small_norm" else norm


def main():
    folder, name, device, *places = sys.argv[1:]
    folder = Path(folder)
    folder.mkdir(exist_ok=True)
    op, rows, columns, element = name.rsplit("_", 3)
    rows, columns = int(rows), int(columns)
    model = folder / "model.mlir"
    model.write_text(function(op, (rows, columns), element))
    for place in places:
        x = np.random.default_rng(7).standard_normal((rows, columns))
        if place != "none":
            x.flat[{"first": 0, "middle": x.size // 2, "last": x.size - 1}[place]] = np.nan
        inputs = [folder / "x.npy"]
        np.save(inputs[0], bits(x, element))
        if op != "gelu":
            inputs.append(folder / "g.npy")
            np.save(inputs[1], bits(np.ones(columns), element))
        (wanted,) = ops(folder, model, inputs, ["--tiers=fused"])
        (found,) = ops(folder, model, inputs, ["--tiers=finite", f"--device={device}"])
        good = found[0] == wanted[0] == (place != "none") and found[1] == (wanted[1] if found[0] else None)
        print(f"{name} {place}: {'ok' if good and found[2] & 128 else f'{wanted} on the CPU, {found} here'}")


main()
