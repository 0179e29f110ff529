#!/usr/bin/env python3
"""Exports a training step (forward, backward, loss scaler, SGD): models/train_step_f16.mlir.

Arguments: ids 2x9xi64, scale f32, good f32, then the weights by name. Results: loss, scale, good, a
gradient of each weight, each new weight. Writes models/train_step.safetensors too, the first
weights. docs/models.md explains them.
"""

import argparse
import pathlib
import re

MODELS = pathlib.Path(__file__).resolve().parent.parent / "models"


def mark_results(text, marks):
    """Gives @main's results attributes by index."""
    head = re.search(r"(func\.func @main\(.*?\) -> \()([^{]*)(\) \{)", text)
    types = head.group(2).split(", ")
    marked = [f"{t} {{{marks[i]}}}" if i in marks else t for i, t in enumerate(types)]
    return text[: head.start(2)] + ", ".join(marked) + text[head.end(2):]


def name_ops(text, code):
    """Traced ops know no module: the names in the traced code say what they are."""
    lines = code.splitlines()

    def replace(match):
        line = int(match.group(1))
        name = re.match(r"\s*(\w+) = ", lines[line - 1]) if line <= len(lines) else None
        place = f'"train_step":{line}:0'
        return f'loc("{name.group(1)}"({place}))' if name else f"loc({place})"

    return re.sub(r'loc\("proxy_tensor\.py:\d+ in wrapped":(\d+):\d+\)', replace, text)


def main():
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    from export_common import export, torch
    from safetensors.torch import save_file
    from torch._decomp import core_aten_decompositions
    from torch.fx.experimental.proxy_tensor import make_fx
    from train_model import BATCH, Block, LENGTH, WORDS, train_step
    torch.manual_seed(0)
    block = Block()
    # By name, as nanguard-run takes them from the file.
    weights = {name: w.detach().clone() for name, w in sorted(block.named_parameters())}
    save_file(weights, MODELS / "train_step.safetensors")
    inputs = [torch.randint(0, WORDS, (BATCH, LENGTH + 1)), torch.tensor(65536.0), torch.tensor(0.0)]

    def step(ids, scale, good, *values):
        return train_step(block, ids, scale, good, dict(zip(weights, values)))

    traced = make_fx(step, decomposition_table=core_aten_decompositions())(*inputs, *weights.values())
    count = len(weights)
    marks = {0: "nanguard.loss", 1: "nanguard.loss_scale",
             **{3 + i: "nanguard.grad" for i in range(count)},
             **{3 + count + i: f"nanguard.commit = {3 + i} : i64" for i in range(count)}}
    output = MODELS / "train_step_f16.mlir"
    export(traced, [*inputs, *weights.values()], ["ids", "scale", "good", *weights], output)
    output.write_text(mark_results(name_ops(output.read_text(), traced.code), marks))


if __name__ == "__main__":
    main()
