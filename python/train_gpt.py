#!/usr/bin/env python3
"""Trains the small GPT on models/corpus.txt and writes its weights in f16.

Needs torch, numpy and safetensors. A few minutes on one core. The names in the file sort
in argument order; docs/models.md says which argument is which.
"""

import argparse
import math
import pathlib
import sys
import time

import numpy as np

MODELS = pathlib.Path(__file__).resolve().parent.parent / "models"
FIRST_WEIGHT = 8  # arguments before the weights: text, pos, six caches


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", type=pathlib.Path, default=MODELS / "corpus.txt")
    parser.add_argument("--output", type=pathlib.Path, default=MODELS / "gpt_weights.safetensors")
    parser.add_argument("--steps", type=int, default=700)
    parser.add_argument("--batch", type=int, default=24)
    parser.add_argument("--length", type=int, default=160)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args()


def main():
    options = parse_arguments()
    try:
        import torch
        import torch.nn.functional as F
        from safetensors.numpy import save_file
    except ImportError as error:
        sys.exit(f"train_gpt: {error}; install torch, numpy and safetensors from PyPI")
    from gpt_model import GPT

    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    raw = options.corpus.read_bytes()
    if max(raw) > 127:
        sys.exit(f"train_gpt: {options.corpus} is not ASCII")
    # The text follows itself, so that it has no end to fall off.
    corpus = torch.tensor(list(raw.strip() + b"\n\n"), dtype=torch.int64)
    corpus = torch.cat([corpus, corpus[: options.length + 1]])
    model = GPT()
    for name, parameter in model.named_parameters():
        if parameter.dim() == 2:
            torch.nn.init.normal_(parameter, std=0.0 if "rel" in name else 0.05)
    optimizer = torch.optim.AdamW(model.parameters(), lr=options.rate, weight_decay=0.01,
                                  betas=(0.9, 0.98))
    starts = len(corpus) - options.length
    began = time.time()
    for step in range(options.steps):
        share = step / options.steps
        rate = options.rate * min(1.0, (step + 1) / 30) * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * share)))
        for group in optimizer.param_groups:
            group["lr"] = rate
        rows = torch.randint(starts, (options.batch,))
        ids = corpus[rows[:, None] + torch.arange(options.length + 1)[None]]
        logits = model(ids[:, :-1])
        loss = F.cross_entropy(logits.reshape(-1, logits.shape[-1]), ids[:, 1:].reshape(-1))
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if step % 20 == 19 or step == 0:
            print(f"step {step + 1:4d}/{options.steps}  loss {loss.item():.4f}  "
                  f"{time.time() - began:.0f} s", flush=True)
    weights = {f"arg{FIRST_WEIGHT + i:03d}.{name}": p.detach().numpy().astype(np.float16)
               for i, (name, p) in enumerate(model.named_parameters())}
    save_file(weights, options.output)
    print(f"wrote {options.output} ({options.output.stat().st_size} bytes, {len(weights)} tensors)")


if __name__ == "__main__":
    main()
