#!/usr/bin/env python3
"""Small sound files of each kind, from which utils/fuzz_readers.sh starts: make_fuzz_corpus.py FOLDER."""

import json
import pathlib
import sys

import numpy as np
from safetensors.numpy import save

ARRAYS = [np.arange(6, dtype=np.float16).reshape(2, 3), np.zeros((0, 2), np.float32), np.array(1.5),
          np.ones((1, 2, 3), np.int64), np.array([True, False]), np.asfortranarray(np.ones((2, 3), np.float32))]
MANIFEST = {"abi": 1, "columns": 12, "functions": [{
    "name": "main", "args": [{"index": 0, "type": "tensor<2x?xf16>", "path": "x", "kv_cache": False}],
    "results": [{"index": 0, "type": "tensor<2x?xf16>", "commit": True}], "batch": {"arg": 0, "dim": 0},
    "ops": [{"id": 0, "kind": "softmax", "path": "a.b", "file": "m.py", "line": 3, "members": ["a.b"],
             "dtype": "f16", "wide": "f32", "shape": [2, -1], "elements": -1, "risk": 2,
             "variants": ["fused", "safe", "unfused"], "kernel": "k", "steps": ["exp"], "upstream": [], "args": [0],
             "operands": [{"name": "o", "type": "tensor<2x?xf16>", "op": -1, "arg": 0}],
             "inner": [{"op": "linalg.generic", "type": "tensor<2xf16>"}], "clip": True, "expect_inf": False}]}],
    "unguarded": []}
POLICIES = ["{}", '{"verify": {"shadow": 1}}', '{"rescue": {"in_step": true}, "ops": [{"match": "a.*"}]}']


def files():
    for array in ARRAYS:
        yield "Npy", lambda path, a=array: np.save(path, a)
    yield "Npz", lambda path: np.savez(path, a=ARRAYS[0], b=ARRAYS[3])
    yield "Npz", lambda path: np.savez_compressed(path, a=ARRAYS[0])
    yield "Safetensors", lambda path: path.write(save({"a": ARRAYS[0], "b": ARRAYS[3]}))
    for reader in ("Manifest", "Model"):
        yield reader, lambda path: path.write(json.dumps(MANIFEST).encode())
    for text in POLICIES:
        yield "Policy", lambda path, t=text: path.write(t.encode())
    for reader, size in (("Snapshot", 600), ("Breakers", 200)):
        yield reader, lambda path, n=size: path.write(bytes(n))


def main():
    folder = pathlib.Path(sys.argv[1])
    for number, (reader, write) in enumerate(files()):
        (folder / reader).mkdir(parents=True, exist_ok=True)
        with open(folder / reader / f"seed{number}", "wb") as out:
            write(out)


if __name__ == "__main__":
    main()
