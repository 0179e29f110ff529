"""Arrays on both sides of a call: NumPy's and torch's, and MLIR's descriptors."""

import ctypes
import math
import re
import sys
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._tools import NanGuardError

# bf16 travels as its bits, since NumPy has no such type.
_NUMPY = {"f16": "f2", "bf16": "u2", "f32": "f4", "f64": "f8", "i1": "?", "i8": "i1",
          "i16": "i2", "i32": "i4", "i64": "i8", "index": "i8"}
_TORCH = {"f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64", "i1": "bool",
          "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64"}


@dataclass(frozen=True)
class Type:
    """A type of a manifest: `tensor<2x?xf16>` or a scalar's, `f32`."""

    dtype: str
    shape: tuple[int, ...] | None  # -1: dynamic; None: a scalar

    @classmethod
    def parse(cls, text: str) -> "Type":
        match = re.fullmatch(r"tensor<((?:[0-9?]+x)*)(\w+)>", text)
        dtype = match[2] if match else text
        if dtype not in _NUMPY:
            raise NanGuardError(f"values of type {text} cannot be passed from Python")
        if not match:
            return cls(dtype, None)
        extents = match[1].split("x")[:-1]
        return cls(dtype, tuple(-1 if e == "?" else int(e) for e in extents))

    @property
    def numpy(self) -> np.dtype[Any]:
        return np.dtype(_NUMPY[self.dtype])

    @property
    def result_bytes(self) -> int:
        """Its size in the struct of results."""
        return self.numpy.itemsize if self.shape is None else 8 * (3 + 2 * len(self.shape))

    @property
    def result_alignment(self) -> int:
        return self.numpy.itemsize if self.shape is None else 8

    def __str__(self) -> str:
        if self.shape is None:
            return self.dtype
        return "x".join(["?" if e < 0 else str(e) for e in self.shape] + [self.dtype])


def is_torch(value: Any) -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.Tensor)


def to_numpy(value: Any, kind: Type, name: str) -> np.ndarray:
    """`value` as a dense array of this type; a copy only where its layout asks for one."""
    if is_torch(value):
        torch = sys.modules["torch"]
        wanted = getattr(torch, _TORCH.get(kind.dtype, ""), None)
        if value.dtype != wanted:
            raise NanGuardError(f"{name} has type {value.dtype}, the model wants {kind}")
        tensor = value.detach().to("cpu").contiguous()
        if kind.dtype == "bf16":
            tensor = tensor.view(torch.int16)
        array = tensor.numpy().view(kind.numpy)
    else:
        array = np.asarray(value)
        if array.dtype != kind.numpy and not (
                isinstance(value, (bool, int, float)) or kind.shape is None):
            raise NanGuardError(f"{name} has type {array.dtype}, the model wants {kind}")
        array = np.ascontiguousarray(array, kind.numpy).reshape(array.shape)
    shape = kind.shape or ()
    if len(shape) != array.ndim or any(e not in (-1, n) for e, n in zip(shape, array.shape)):
        raise NanGuardError(f"{name} has shape {tuple(array.shape)}, the model wants {kind}")
    return array


def descriptor(array: np.ndarray) -> ctypes.Array[Any]:
    """{allocated, aligned, offset, sizes, strides}, in elements."""
    rank = array.ndim
    fields = (ctypes.c_int64 * (3 + 2 * rank))()
    fields[0] = fields[1] = array.ctypes.data
    stride = 1
    for d in reversed(range(rank)):
        fields[3 + d], fields[3 + rank + d] = array.shape[d], stride
        stride *= array.shape[d]
    return fields


def copy_result(memory: int, kind: Type) -> np.ndarray:
    """A result out of the step's memory, which the next step takes back."""
    if kind.shape is None:
        return np.frombuffer(ctypes.string_at(memory, kind.numpy.itemsize), kind.numpy)[0]
    rank, item = len(kind.shape), kind.numpy.itemsize
    fields = (ctypes.c_int64 * (3 + 2 * rank)).from_address(memory)
    shape, strides = tuple(fields[3:3 + rank]), tuple(s * item for s in fields[3 + rank:])
    if math.prod(shape) == 0:
        return np.empty(shape, kind.numpy)
    extent = item + sum((n - 1) * s for n, s in zip(shape, strides))
    data = (ctypes.c_char * extent).from_address(fields[1] + fields[2] * item)
    return np.ndarray(shape, kind.numpy, data, strides=strides).copy()


def to_torch(array: np.ndarray, kind: Type) -> Any:
    torch = sys.modules["torch"]
    if kind.dtype == "bf16":
        return torch.from_numpy(np.asarray(array).view(np.int16)).view(torch.bfloat16)
    return torch.from_numpy(np.asarray(array))
