"""Writes every f16 bit pattern, and functions of it that are computed in f64 and rounded once: FOLDER."""
import math
import sys
from pathlib import Path

import numpy as np

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
halves = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
np.save(folder / "x.npy", halves)
x = halves.astype(np.float64)
# What the model has in f32.
root, k = float(np.float32(0.70710678)), float(np.float32(0.79788458))
with np.errstate(all="ignore"):
    results = {
        "exp": np.exp(x),
        "logistic": 1 / (1 + np.exp(-x)),
        "silu": x / (1 + np.exp(-x)),
        "erf": np.vectorize(math.erf)(x),
        "tanh": np.tanh(x),
        # 1 + erf and 1 + tanh without their cancellation.
        "gelu": x * 0.5 * np.vectorize(math.erfc)(-root * x),
        "gelu_tanh": x * (1 / (1 + np.exp(-2 * k * x))),
        "third": x / 3,
        "rsqrt": 1 / np.sqrt(x),
    }
    for name, y in results.items():
        np.save(folder / f"{name}.npy", y.astype(np.float16))
