"""All patterns of each f8 format, both ways, against a table made here.

float8.py make FOLDER: the inputs; float8.py check FOLDER: the outputs.
"""

import sys
from pathlib import Path

import numpy as np

#        name           mantissa bias  has infinities, NaN is -0
FORMATS = [("f8E5M2", 2, 15, True, False),
           ("f8E4M3", 3, 7, True, False),
           ("f8E3M4", 4, 3, True, False),
           ("f8E4M3FN", 3, 7, False, False),
           ("f8E5M2FNUZ", 2, 16, False, True),
           ("f8E4M3FNUZ", 3, 8, False, True),
           ("f8E4M3B11FNUZ", 3, 11, False, True)]


def decode(mantissa, bias, has_inf, negative_zero_is_nan):
    """The 256 values; a NaN where the pattern is one."""
    values = []
    for pattern in range(256):
        sign, m = (-1.0 if pattern & 0x80 else 1.0), pattern & 0x7f
        exponent, fraction = m >> mantissa, m & ((1 << mantissa) - 1)
        top = (0x7f >> mantissa)
        if has_inf and exponent == top:
            value = np.nan if fraction else np.inf
        elif (pattern == 0x80 if negative_zero_is_nan
              else not has_inf and m == 0x7f):
            value = np.nan
        elif exponent == 0:
            value = fraction * 2.0 ** (1 - bias - mantissa)
        else:
            value = ((1 << mantissa) + fraction) * 2.0 ** (
                exponent - bias - mantissa)
        values.append(sign * value)
    return np.array(values)


def encode(x, values, has_inf, negative_zero_is_nan):
    """The pattern of the nearest value, of two the even one."""
    finite = [p for p in range(128) if np.isfinite(values[p])]
    largest = values[finite[-1]]
    nan = 0x80 if negative_zero_is_nan else None
    over = (next(p for p in range(128) if np.isinf(values[p])) if has_inf
            else nan or 0x7f)
    a, sign = abs(x), 0x80 if np.signbit(x) else 0
    if np.isnan(x):
        return nan
    step = largest - values[finite[-2]]
    # As if the next number were there.
    if a >= largest + step / 2 and not (
            a == largest + step / 2 and finite[-1] % 2 == 0):
        pattern = over
    else:
        pattern = min(finite, key=lambda p: (abs(values[p] - a), p % 2))
    if negative_zero_is_nan:
        return pattern if pattern in (0, 0x80) else pattern | sign
    return pattern | sign


def samples():
    """Numbers of f32 around all values of all formats and between them."""
    points = [0.0, 448.0, 464.0, 465.0, 480.0, 61440.0, 61439.0, 65504.0, 1e30,
              np.inf, 1e-30, 1e-45]
    for _, *format in FORMATS:
        values = decode(*format)
        finite = np.sort(values[:128][np.isfinite(values[:128])])
        points += list(finite) + list((finite[1:] + finite[:-1]) / 2)
        points.append(finite[-1] + (finite[-1] - finite[-2]) / 2)
    points = np.unique(np.array(points, np.float32))
    points = np.concatenate([points, np.nextafter(points, np.float32(np.inf)),
                             np.nextafter(points, np.float32(0))])
    return np.concatenate([points, -points, [np.nan]]).astype(np.float32)


def make(folder):
    patterns = np.arange(256, dtype=np.uint8)
    np.save(folder / "patterns.npy", patterns)
    np.save(folder / "numbers.npy", samples())
    extend = ", ".join(f"%a{i}: tensor<256x{f[0]}>"
                       for i, f in enumerate(FORMATS))
    body = "\n".join(
        f"  %b{i} = arith.extf %a{i} : tensor<256x{f[0]}> to tensor<256xf32>"
        for i, f in enumerate(FORMATS))
    outs = ", ".join(["tensor<256xf32>"] * len(FORMATS))
    names = ", ".join(f"%b{i}" for i in range(len(FORMATS)))
    text = (f"func.func @extend({extend}) -> ({outs}) {{\n{body}\n"
            f"  return {names} : {outs}\n}}\n")
    for name, source in [("truncate", "f32"), ("truncate64", "f64")]:
        body = "\n".join(f"  %b{i} = arith.truncf %x : tensor<?x{source}> to "
                         f"tensor<?x{f[0]}>" for i, f in enumerate(FORMATS))
        outs = ", ".join(f"tensor<?x{f[0]}>" for f in FORMATS)
        text += (f"func.func @{name}(%x: tensor<?x{source}>) -> ({outs}) {{\n"
                 f"{body}\n  return {names} : {outs}\n}}\n")
    (folder / "model.mlir").write_text(text)
    # A little off the midpoints, by less than f32 holds: rounded once.
    near = samples()[np.isfinite(samples())].astype(np.float64)
    np.save(folder / "numbers64.npy",
            np.concatenate([near, near * (1 + 1e-12), near * (1 - 1e-12)]))


def check(folder):
    for i, (name, *format) in enumerate(FORMATS):
        values = decode(*format)
        got = np.load(folder / f"extend{i}.npy")
        assert np.array_equal(got.astype(np.float64), values, equal_nan=True), (
            name, np.flatnonzero(got != values))
        for source in ("", "64"):
            numbers = np.load(folder / f"numbers{source}.npy").astype(np.float64)
            got = np.load(folder / f"truncate{source}{i}.npy")
            for x, pattern in zip(numbers, got):
                want = encode(x, values, *format[2:])
                same = (np.isnan(values[pattern]) if want is None
                        else pattern == want)
                assert same, (name, source, x, hex(pattern), want)
    print("all patterns agree")


if __name__ == "__main__":
    {"make": make, "check": check}[sys.argv[1]](Path(sys.argv[2]))
