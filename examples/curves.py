#!/usr/bin/env python3
"""The experiment as pictures: a training step (forward, backward, loss scaler and
optimizer, exported by torch-mlir) and a decoding GPT, each with a fault that its
attention makes for some steps. Writes FOLDER/train.html and FOLDER/decode.html,
with curves of loss, gradient norm, NaN counts and headroom and each op's tier.

What must hold is checked: the op at fault and no other is lowered, and is back in
NORMAL at the end; training ends with the loss of a run without the fault, decoding
with its text. Runs nanguard-run; needs numpy. Exits with 1 when something does not.
"""
import argparse
import json
import pathlib
import subprocess
import sys

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIRST, LAST = 40, 60
WEIGHTS = 13


def run(tool, folder, model, inputs, flags, outputs=()):
    report = folder / "steps.jsonl"
    command = [tool, str(ROOT / "models" / model), *inputs, "--quiet", f"--json={report}", *flags,
               *(f"--output=@{folder}/result{i}.npy" for i in outputs)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"curves: {' '.join(command)}\n{done.stderr}")
    return [json.loads(line) for line in report.read_text().splitlines()]


def expect(what, good):
    print(f"    {'ok ' if good else 'BAD'} {what}")
    if not good:
        sys.exit(1)


def save(folder, name, array):
    np.save(folder / f"{name}.npy", array)
    return f"--input=@{folder}/{name}.npy"


def lowered(steps):
    return {op["id"] for step in steps for op in step["ops"] if op["tier"] in ("safe", "unfused")}


def attention(steps):
    """The first: of a training step, the forward pass's."""
    return next(op["id"] for op in steps[0]["ops"] if op["kind"] in ("attention", "softmax"))


def check_op(steps, op):
    expect(f"op {op} alone is lowered", lowered(steps) == {op})
    expect("its last step is in NORMAL", steps[-1]["ops"][op]["state"] == "NORMAL")


def check_rescues(steps, op, first):
    rescued = [step["step"] for step in steps if step["ops"][op]["rescued"]]
    expect(f"rescued in the two steps of the fault before it was lowered: {rescued}", rescued == [first, first + 1])


def train(tool, folder):
    print(f"training: a fault of the attention in steps {FIRST} to {LAST}")
    inputs = [save(folder, "ids", np.random.default_rng(0).integers(0, 64, (2, 9))), "--input=f32=65536",
              "--input=f32=0", f"--input=@{ROOT}/models/train_step.safetensors"]
    flags = ["--steps=200", "--carry=1:1", "--carry=2:2",
             *(f"--carry={3 + WEIGHTS + i}:{3 + i}" for i in range(WEIGHTS))]
    clean = run(tool, folder, "train_step_f16.mlir", inputs, [*flags, "--inject-points=outputs"])
    op = attention(clean)
    expect("nothing is lowered for the scaler's own overflows", not lowered(clean))
    steps = run(tool, folder, "train_step_f16.mlir", inputs,
                [*flags, "--inject-points=outputs", f"--inject=op={op},kind=nan,index=5,step={FIRST}-{LAST}",
                 f"--report={folder}/train.html"])
    check_op(steps, op)
    losses = [step["signals"]["loss"] for step in steps]
    check_rescues(steps, op, FIRST)
    expect("the loss was finite in every step", all(isinstance(loss, (int, float)) for loss in losses))
    weights = [op["id"] for op in steps[0]["ops"] if op["kind"] == "entry"]
    expect("no weight ever was", not any(step["ops"][i]["bad"] for step in steps for i in weights))
    want = clean[-1]["signals"]["loss"]
    expect(f"it ends with loss {losses[-1]:.4f}, without the fault {want:.4f}: within 5 %",
           abs(losses[-1] - want) <= 0.05 * abs(want))
    expect(f"and has learned something: {losses[0]:.4f} at the start", losses[-1] < 0.8 * losses[0])


def decode(tool, folder):
    first, last = 5, 12
    print(f"decoding: a fault of the attention in steps {first} to {last}")
    text = np.full((1, 512), -1, "<i8")
    text[0, :9] = list(b"A NaN is ")
    inputs = [save(folder, "text", text), save(folder, "pos", np.zeros(1, "<i8")),
              *[save(folder, "cache", np.zeros((1, 4, 64, 32), "<f2"))] * 6,
              f"--input=@{ROOT}/models/gpt_weights.safetensors"]
    flags = ["--steps=120", "--inject-points=outputs", *(f"--carry={i + 1}:{i}" for i in range(8))]
    clean = run(tool, folder, "gpt_decode_f16.mlir", inputs, flags, outputs=(0, 1))
    wanted = np.load(folder / "result1.npy")
    op = attention(clean)
    steps = run(tool, folder, "gpt_decode_f16.mlir", inputs,
                [*flags, f"--inject=op={op},kind=nan,index=5,step={first}-{last}",
                 f"--report={folder}/decode.html"], outputs=(0, 1))
    check_op(steps, op)
    check_rescues(steps, op, first)
    expect("the text is that of a run without it", np.array_equal(np.load(folder / "result1.npy"), wanted))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nanguard-run", default=str(ROOT / "build" / "bin" / "nanguard-run"))
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=ROOT / "build" / "curves")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    train(options.nanguard_run, options.folder)
    decode(options.nanguard_run, options.folder)
    print(f"see {options.folder}/train.html and decode.html")


if __name__ == "__main__":
    main()
