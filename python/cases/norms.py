"""Norms, variances and lengths."""

import numpy as np

from .builder import NAN, case, f64, norm64


@case("nan-from-finite", "group norm", "One-pass variance in bf16: a constant group gives a negative number.",
      rel=0.02, abs=0.02)
def groupnorm_constant_group_bf16(m):
    groups = np.stack([np.full(12, 99.5), np.arange(12) - 5.5])[None]
    x = m.arg("bf16", groups)
    mean = m.mean(x, [2])
    square = m.mean(m.ew(lambda e, a: e.mul(a, a), x), [2])
    var = m.ew(lambda e, s, a: e.sub(s, e.mul(a, a)), square, mean)
    scale = m.ew(lambda e, v: e.rsqrt(e.add(v, e.narrowed(1e-5, "bf16"))), var)
    y = m.ew(lambda e, a, b, s: e.mul(e.sub(a, b), s), x, mean, scale)
    return y, norm64(f64(x), 2, 1e-5)


@case("nan-from-finite", "batch norm (training)", "One-pass variance over N, H, W of a constant channel.",
      rel=1e-4, abs=1e-4)
def batchnorm_one_pass_variance_f32(m):
    data = np.zeros((2, 3, 2, 5))
    data[:, 0] = 4097.3
    data[:, 1] = np.arange(20).reshape(2, 2, 5)
    data[:, 2] = 1234.001
    x = m.arg("f32", data)
    gamma = m.arg("f32", [[[[2.0]], [[1.5]], [[1.0]]]])
    beta = m.arg("f32", [[[[0.5]], [[0.0]], [[-1.0]]]])
    axes = [0, 2, 3]
    mean = m.mean(x, axes)
    square = m.mean(m.ew(lambda e, a: e.mul(a, a), x), axes)
    var = m.ew(lambda e, s, a: e.sub(s, e.mul(a, a)), square, mean)
    scale = m.ew(lambda e, v: e.rsqrt(e.add(v, e.narrowed(1e-5, "f32"))), var)
    y = m.ew(lambda e, a, b, s: e.mul(e.sub(a, b), s), x, mean, scale)
    y = m.ew(lambda e, a, g, b: e.add(e.mul(a, g), b), y, gamma, beta)
    return y, norm64(f64(x), (0, 2, 3), 1e-5) * f64(gamma) + f64(beta)


@case("silent-wrong", "rms_norm", "400^2 is Inf, rsqrt(Inf) is 0: the row is erased. Shapes are dynamic.")
def rmsnorm_dynamic_f16(m):
    x = m.arg("f16", [[400, -400, 200, 100, 0], [1, 2, 3, 4, 5], [300, 300, 300, -300, 300]], dynamic=(0, 1))
    square = m.mean(m.ew(lambda e, a: e.mul(a, a), x), [1])
    scale = m.ew(lambda e, v: e.rsqrt(e.add(v, e.narrowed(1e-6, "f16"))), square)
    y = m.ew(lambda e, a, s: e.mul(a, s), x, scale)
    return y, f64(x) / np.sqrt((f64(x) ** 2).mean(axis=1, keepdims=True) + 1e-6)


@case("silent-wrong", "rms_norm", "1e20 squared does not fit f32 either: f64, or a scale.", rel=0.02)
def rmsnorm_square_overflow_bf16(m):
    x = m.arg("bf16", [[1e20, -2e20, 5e19], [1, -2, 0.5]])
    square = m.mean(m.ew(lambda e, a: e.mul(a, a), x), [1])
    scale = m.ew(lambda e, v: e.rsqrt(e.add(v, e.narrowed(1e-6, "bf16"))), square)
    y = m.ew(lambda e, a, s: e.mul(a, s), x, scale)
    return y, f64(x) / np.sqrt((f64(x) ** 2).mean(axis=1, keepdims=True) + 1e-6)


@case("inf-from-finite", "standard deviation", "The squares of the centred values are Inf; their root fits.")
def std_square_overflow_f16(m):
    x = m.arg("f16", [[500, -500, 300, 0, 100], [1, 2, 3, 4, 5], [-1000, 1000, -1000, 1000, 0]])
    centred = m.ew(lambda e, a, b: e.sub(a, b), x, m.mean(x, [1]))
    var = m.mean(m.ew(lambda e, a: e.mul(a, a), centred), [1])
    return m.ew(lambda e, v: e.sqrt(v), var), f64(x).std(axis=1, keepdims=True)


@case("silent-wrong", "l2 normalize", "The sum of squares is Inf, x / Inf is 0.")
def l2_normalize_f16(m):
    x = m.arg("f16", [[[200, 100, -200], [3, 0, 4]], [[-120, 160, 250], [0.5, 0.5, 1]]])
    total = m.reduce("sum", m.ew(lambda e, a: e.mul(a, a), x), [2])
    y = m.ew(lambda e, a, s: e.div(a, e.sqrt(s)), x, total)
    return y, f64(x) / np.sqrt((f64(x) ** 2).sum(axis=2, keepdims=True))


@case("nan-from-finite", "matmul + layer_norm", "The product is 80000, Inf at the narrow edge before the norm.", rel=0.01, abs=0.004)
def matmul_into_layernorm_f16(m):
    x = m.arg("f16", [[200, 200, 100, 50], [1, 2, 3, 4], [-300, 100, 200, 150]])
    w = m.arg("f16", [[100, 90, 80, -100, 5, 6], [200, -10, 120, 3, -200, 40],
                      [150, 30, -60, 20, 10, 80], [100, 8, 16, -32, 64, 90]])
    h = m.matmul(x, w, "f32")
    h = m.ew(lambda e, a: e.cast(a, "f32"), h)
    centred = m.ew(lambda e, a, b: e.sub(a, b), h, m.mean(h, [1]))
    var = m.mean(m.ew(lambda e, a: e.mul(a, a), centred), [1])
    scale = m.ew(lambda e, v: e.rsqrt(e.add(v, e.narrowed(1e-5, "f32"))), var)
    y = m.ew(lambda e, a, s: e.cast(e.mul(a, s), "f16"), centred, scale)
    return y, norm64(f64(x) @ f64(w), 1, 1e-5)


@case("legit-nonfinite", "layer_norm", "A NaN in one row is that row's answer; the others stay right.", rel=1e-4, abs=1e-4)
def layernorm_nan_row_f32(m):
    x = m.arg("f32", [[1, 2, 3, 4, 5, 6, 7], [1, NAN, 0, 0, 0, 0, 0], [-1, 1, -1, 1, -1, 1, 0]])
    centred = m.ew(lambda e, a, b: e.sub(a, b), x, m.mean(x, [1]))
    var = m.mean(m.ew(lambda e, a: e.mul(a, a), centred), [1])
    scale = m.ew(lambda e, v: e.rsqrt(e.add(v, e.narrowed(1e-5, "f32"))), var)
    y = m.ew(lambda e, a, s: e.mul(a, s), centred, scale)
    return y, norm64(f64(x), 1, 1e-5)
