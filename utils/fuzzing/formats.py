"""Element types: numpy's type, precision and range of each."""

import ml_dtypes
import numpy as np

Wide = np.longdouble


class Format:
    """A float type: `unit` is half an ulp of 1, `tiny` the smallest subnormal number."""

    def __init__(self, name, dtype):
        info = ml_dtypes.finfo(dtype)
        self.name, self.dtype = name, np.dtype(dtype)
        self.unit = Wide(2) ** -(info.nmant + 1)
        self.max = Wide(float(info.max))
        self.tiny = Wide(float(info.smallest_subnormal))
        self.bits = self.dtype.itemsize * 8


FLOATS = {name: Format(name, dtype) for name, dtype in [
    ("f8E4M3FN", ml_dtypes.float8_e4m3fn), ("f8E5M2", ml_dtypes.float8_e5m2), ("f16", np.float16),
    ("bf16", ml_dtypes.bfloat16), ("f32", np.float32), ("f64", np.float64)]}
INTEGERS = {name: np.dtype(dtype) for name, dtype in [
    ("i1", np.bool_), ("i8", np.int8), ("i16", np.int16), ("i32", np.int32), ("i64", np.int64)]}


def is_float(dtype):
    return dtype in FLOATS


def numpy_type(dtype):
    return FLOATS[dtype].dtype if is_float(dtype) else INTEGERS[dtype]


def rounded(values, dtype):
    """Nearest values of a float type, as an array of that type; f64 rounds twice, which inputs bear."""
    with np.errstate(all="ignore"):
        return np.asarray(values, dtype=np.float64).astype(FLOATS[dtype].dtype)


def constant_text(value, dtype):
    """A scalar as MLIR writes it: floats by their bits, so that none is rounded again."""
    if dtype == "i1":
        return "true" if value else "false"
    if not is_float(dtype):
        return f"{int(value)} : {dtype}"
    bits = rounded(value, dtype).reshape(1).view(f"u{FLOATS[dtype].bits // 8}")[0]
    return f"0x{int(bits):0{FLOATS[dtype].bits // 4}X} : {dtype}"
