#!/usr/bin/env python3
"""Decodes greedily with the small GPT in f32 numpy, as a reference for the guarded model.

Reads models/gpt_weights.safetensors. Prints the text; with --output-dir also writes what
the exported decode step takes and should give (see docs/models.md):

  text.npy pos.npy k0.npy v0.npy …   the first step's arguments, in f16 where the model is
  expected_text.npy                  the text after --steps steps
  logits.npy                         the logits of the last step, f32
"""

import argparse
import math
import pathlib
import sys

try:
    import numpy as np
    from safetensors.numpy import load_file
except ImportError as error:
    sys.exit(f"gpt_reference: {error}; pip install numpy safetensors")

MODELS = pathlib.Path(__file__).resolve().parent.parent / "models"
WIDTH, LAYERS, HEADS, SLOTS, TEXT = 128, 3, 4, 64, 512
HEAD_DIM = WIDTH // HEADS
SCALE = np.float32(HEAD_DIM**-0.5)
_erf = np.vectorize(math.erf, otypes=[np.float32])


def load_weights(path):
    """The weights in f32, without the argument numbers that sort the names."""
    try:
        weights = load_file(path)
    except Exception as error:
        sys.exit(f"gpt_reference: {path}: {error}")
    return {name.split(".", 1)[1]: value.astype(np.float32) for name, value in weights.items()}


def first_state(prompt):
    """text, pos and the six caches before the first step."""
    data = prompt.encode("ascii", errors="replace")
    if not 0 < len(data) < TEXT:
        sys.exit(f"gpt_reference: the prompt has {len(data)} bytes, not 1 to {TEXT - 1}")
    text = np.full((1, TEXT), -1, dtype=np.int64)
    text[0, : len(data)] = list(data)
    caches = [np.zeros((1, HEADS, SLOTS, HEAD_DIM), np.float32) for _ in range(2 * LAYERS)]
    return text, np.zeros(1, dtype=np.int64), caches


def layer_norm(x, weight, bias):
    mean = x.mean()
    return (x - mean) / np.sqrt(((x - mean) ** 2).mean() + np.float32(1e-5)) * weight + bias


def step(weights, text, pos, caches):
    """One token: (logits [128], text, pos, caches), the arguments left as they are."""
    def linear(name, x):
        return weights[f"{name}.weight"] @ x + weights[f"{name}.bias"]

    def norm(name, x):
        return layer_norm(x, weights[f"{name}.weight"], weights[f"{name}.bias"])

    place = int(pos[0])
    distance = (place - np.arange(SLOTS)) % SLOTS
    caches = [cache.copy() for cache in caches]
    x = weights["tok.weight"][text[0, min(place, TEXT - 1)]]
    for layer in range(LAYERS):
        base = f"blocks.{layer}"
        q, k, v = linear(f"{base}.attn.qkv", norm(f"{base}.ln1", x)).reshape(3, HEADS, HEAD_DIM)
        keys, values = caches[2 * layer][0], caches[2 * layer + 1][0]
        keys[:, place % SLOTS], values[:, place % SLOTS] = k, v
        scores = np.einsum("hd,hsd->hs", q, keys) * SCALE
        scores = scores + weights[f"{base}.attn.rel.weight"][distance].T
        scores = np.where(distance <= place, scores, np.float32(-np.inf))
        e = np.exp(scores - scores.max(axis=1, keepdims=True))
        mixed = np.einsum("hs,hsd->hd", e / e.sum(axis=1, keepdims=True), values)
        x = x + linear(f"{base}.attn.out", mixed.reshape(WIDTH))
        inner = linear(f"{base}.up", norm(f"{base}.ln2", x))
        x = x + linear(f"{base}.down", inner * 0.5 * (1 + _erf(inner * np.float32(math.sqrt(0.5)))))
    logits = weights["tok.weight"] @ norm("ln", x)
    text = text.copy()
    if place + 1 < TEXT and text[0, place + 1] < 0:
        text[0, place + 1] = int(np.argmax(logits))
    return logits, text, pos + 1, caches


def as_string(text):
    return bytes(int(c) for c in text.ravel() if 0 <= c < 128).decode("ascii")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weights", type=pathlib.Path, default=MODELS / "gpt_weights.safetensors")
    parser.add_argument("--prompt", default="A NaN is ")
    parser.add_argument("--steps", type=int, default=300, help="at most 511 (default 300)")
    parser.add_argument("--output-dir", type=pathlib.Path)
    parser.add_argument("--decode", type=pathlib.Path, metavar="TEXT.npy",
                        help="print the text of such a file (a result of the model) and stop")
    options = parser.parse_args()
    if options.decode:
        print(as_string(np.load(options.decode)))
        return
    if not 0 < options.steps < TEXT:
        sys.exit(f"gpt_reference: --steps must be 1 to {TEXT - 1}")
    weights = load_weights(options.weights)
    text, pos, caches = first_state(options.prompt)
    if options.output_dir:
        out = options.output_dir
        out.mkdir(parents=True, exist_ok=True)
        np.save(out / "text.npy", text)
        np.save(out / "pos.npy", pos)
        for i, cache in enumerate(caches):
            np.save(out / f"{'kv'[i % 2]}{i // 2}.npy", cache.astype(np.float16))
    for _ in range(options.steps):
        logits, text, pos, caches = step(weights, text, pos, caches)
    if options.output_dir:
        np.save(out / "expected_text.npy", text)
        np.save(out / "logits.npy", logits.reshape(1, 1, -1).astype("<f4"))
    print(as_string(text))


if __name__ == "__main__":
    main()
