"""Writes the inputs of inputs.mlir: archives of several arrays, whole and damaged.

usage: write_inputs.py FOLDER
"""
import io
import json
import pathlib
import struct
import sys

import numpy as np

folder = pathlib.Path(sys.argv[1])
x = np.array([1, 2, 3, 4], np.float16)
y = np.array([[10, 20], [30, 40]], np.float32)

# The archive's order is the arguments' order, whatever the names.
np.savez(folder / "stored.npz", z_first=x, a_second=y)
np.savez_compressed(folder / "packed.npz", z_first=x, a_second=y)
whole = (folder / "packed.npz").read_bytes()
(folder / "cut.npz").write_bytes(whole[:len(whole) // 2])
np.savez(folder / "one.npz", x=x)
np.savez(folder / "wrong.npz", x=y, y=x)

# Sorted by name, whatever the order of the header and of the data.
header = json.dumps({
    "b.bias": {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 16]},
    "__metadata__": {"format": "np"},
    "a.weight": {"dtype": "F16", "shape": [4], "data_offsets": [16, 24]},
}).encode()
file = struct.pack("<Q", len(header)) + header + y.tobytes() + x.tobytes()
(folder / "w.safetensors").write_bytes(file)
(folder / "cut.safetensors").write_bytes(file[:-1])
(folder / "long.safetensors").write_bytes(struct.pack("<Q", 1 << 40) + header)
np.save(folder / "x.npy", x)
np.save(folder / "y.npy", np.asfortranarray(y))
