#!/usr/bin/env python3
"""Exports all-MiniLM-L6-v2 to linalg on tensors: models/minilm_f16.mlir.

Arguments: token ids 1xTxi64, mask 1xTxi64, then the weights. Results: the sentence
embedding 1x384, the last hidden state 1xTx384. The weights' values play no part here;
python/minilm_inputs.py writes them, without torch.
"""

import argparse
import pathlib

MODELS = pathlib.Path(__file__).resolve().parent.parent / "models"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tokens", type=int, default=32)
    parser.add_argument("--dtype", choices=["f16", "bf16", "f32"], default="f16")
    parser.add_argument("--output", type=pathlib.Path, help="default: models/minilm_DTYPE.mlir")
    options = parser.parse_args()
    from export_common import export, torch
    from minilm_model import MiniLM
    dtype = {"f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32}[options.dtype]
    model = MiniLM().to(dtype)
    ids = torch.zeros(1, options.tokens, dtype=torch.int64)
    output = options.output or MODELS / f"minilm_{options.dtype}.mlir"
    export(model, [ids, torch.ones_like(ids)], ["input_ids", "attention_mask"], output)


if __name__ == "__main__":
    main()
