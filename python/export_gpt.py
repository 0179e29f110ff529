#!/usr/bin/env python3
"""Exports the decode step of the small GPT: models/gpt_decode_f16.mlir.

Arguments: text 1x512xi64, pos 1xi64, k0 v0 k1 v1 k2 v2, then the weights. Results:
logits, text, pos, k0 v0 k1 v1 k2 v2. docs/models.md explains them.
"""

import argparse
import pathlib

MODELS = pathlib.Path(__file__).resolve().parent.parent / "models"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dtype", choices=["f16", "bf16", "f32"], default="f16")
    parser.add_argument("--output", type=pathlib.Path, help="default: models/gpt_decode_DTYPE.mlir")
    parser.add_argument("--unmarked", action="store_true",
                        help="leave {nanguard.kv_cache} off the cache arguments")
    options = parser.parse_args()
    from export_common import export, torch
    from gpt_model import GPTStep, HEAD_DIM, HEADS, LAYERS, SLOTS, TEXT
    dtype = {"f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32}[options.dtype]
    caches = [torch.zeros(1, HEADS, SLOTS, HEAD_DIM, dtype=dtype) for _ in range(2 * LAYERS)]
    inputs = [torch.zeros(1, TEXT, dtype=torch.int64), torch.zeros(1, dtype=torch.int64), *caches]
    names = ["text", "pos"] + [f"{kind}{layer}" for layer in range(LAYERS) for kind in "kv"]
    marks = {2 + i: "nanguard.kv_cache" for i in range(2 * LAYERS)} if not options.unmarked else {}
    output = options.output or MODELS / f"gpt_decode_{options.dtype}.mlir"
    export(GPTStep().to(dtype), inputs, names, output, marks)


if __name__ == "__main__":
    main()
