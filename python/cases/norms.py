"""Norms, variances and lengths."""

import numpy as np

from .builder import case, f64, NAN, norm64, Value


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


@case("nan-from-finite", "F.normalize", "eps = 1e-12 is 0 in f16, so a row of zeros is 0 / 0.")
def normalize_eps_lost_f16(m):
    x = m.arg("f16", [[0, 0, 0], [3, 0, 4]])
    length = m.ew(lambda e, s: e.sqrt(s), m.reduce("sum", m.ew(lambda e, a: e.mul(a, a), x), [1]))
    y = m.ew(lambda e, a, n: e.div(a, e.max(n, e.narrowed(1e-12, "f16"))), x, length)
    return y, np.array([[0, 0, 0], [0.6, 0, 0.8]])


@case("nan-from-finite", "l2 normalize", "A row of zeros over its length, by rsqrt and no eps. Libraries give zeros.")
def normalize_zero_row_rsqrt_f32(m):
    x = m.arg("f32", [[3, 4], [0, 0]])
    scale = m.ew(lambda e, s: e.rsqrt(s), m.reduce("sum", m.ew(lambda e, a: e.mul(a, a), x), [1]))
    return m.ew(lambda e, a, s: e.mul(a, s), x, scale), np.array([[0.6, 0.8], [0, 0]])


@case("nan-from-finite", "cosine similarity", "With a row of zeros the product and both lengths' product are 0.")
def cosine_zero_row_f32(m):
    a = m.arg("f32", [[3, 4], [0, 0]])
    b = m.arg("f32", [[4, 3], [1, 1]])
    dot = m.reduce("sum", m.ew(lambda e, s, t: e.mul(s, t), a, b), [1])
    lengths = [m.ew(lambda e, s: e.sqrt(s), m.reduce("sum", m.ew(lambda e, s: e.mul(s, s), v), [1]))
               for v in (a, b)]
    return m.ew(lambda e, d, s, t: e.div(d, e.mul(s, t)), dot, *lengths), np.array([[0.96], [0]])


@case("nan-from-finite", "quantisation scale", "The largest magnitude of a row of zeros is its scale: 0 / 0.")
def quantize_zero_row_f16(m):
    x = m.arg("f16", [[1, -2], [0, 0]])
    top = m.reduce("max", m.ew(lambda e, a: e.abs(a), x), [1])
    scale = m.ew(lambda e, a: e.div(a, e.const(127, "f16")), top)
    return m.ew(lambda e, a, s: e.div(a, s), x, scale), np.array([[63.5, -127], [0, 0]])


@case("nan-from-finite", "pairwise distance", "x^2 + y^2 - 2xy of near points is negative in f32.", abs=2e-3)
def cdist_cancellation_f32(m):
    points = np.array([[1000.1, 2000.3, 3000.7], [0.1, 0.2, 0.3], [512.3, -77.7, 1e3]])
    x, y = m.arg("f32", points), m.arg("f32", points * (1 + 1e-6))
    xx, yy = (m.reduce("sum", m.ew(lambda e, a: e.mul(a, a), v), [1]) for v in (x, y))
    xy = m.matmul(x, m.transpose(y))
    d = m.ew(lambda e, a, b, c: e.sqrt(e.sub(e.add(a, b), e.mul(e.const(2, "f32"), c))), xx, m.transpose(yy), xy)
    return d, np.sqrt(((f64(x)[:, None] - f64(y)[None]) ** 2).sum(axis=2))


@case("nan-from-finite", "group norm", "Groups by expand_shape, one-pass variance over three dimensions.", rel=1e-3, abs=1e-3)
def groupnorm_expand_shape_f32(m):
    data = np.full((1, 4, 2, 3), 1234.567)
    data[0, 2:] = np.arange(12).reshape(2, 2, 3)
    x = m.arg("f32", data)
    m.lines.append(f"%groups = tensor.expand_shape {x.name} [[0], [1, 2], [3], [4]] output_shape [1, 2, 2, 2, 3] : "
                   "tensor<1x4x2x3xf32> into tensor<1x2x2x2x3xf32>")
    g = Value("%groups", "f32", list("12223"), x.data.reshape(1, 2, 2, 2, 3))
    mean = m.mean(g, [2, 3, 4])
    square = m.mean(m.ew(lambda e, a: e.mul(a, a), g), [2, 3, 4])
    var = m.ew(lambda e, s, a: e.sub(s, e.mul(a, a)), square, mean)
    y = m.ew(lambda e, a, b, v: e.mul(e.sub(a, b), e.rsqrt(e.add(v, e.narrowed(1e-5, "f32")))), g, mean, var)
    m.lines.append(f"%y = tensor.collapse_shape {y.name} [[0], [1, 2], [3], [4]] : "
                   "tensor<1x2x2x2x3xf32> into tensor<1x4x2x3xf32>")
    want = norm64(f64(x).reshape(1, 2, 2, 2, 3), (2, 3, 4), 1e-5)
    return Value("%y", "f32", list("1423"), y.data.reshape(1, 4, 2, 3)), want.reshape(1, 4, 2, 3)


@case("nan-from-finite", "layer_norm (TOSA)", "One pass, the mean by a factor of 1/7 in f32: it is off by its rounding.",
      rel=1e-3, abs=1e-3)
def layernorm_tosa_one_pass_f32(m):
    x = m.arg("f32", [[1000.1] * 7, [1, 2, 3, 4, 5, 6, 7]])
    n = np.float32(1 / 7)
    total, squares = np.zeros((2, 1), np.float32), np.zeros((2, 1), np.float32)
    for i in range(7):
        total, squares = total + x.data[:, i : i + 1], squares + x.data[:, i : i + 1] ** 2
    with np.errstate(all="ignore"):
        mean = total * n
        written = (x.data - mean) / np.sqrt(squares * n - mean * mean + np.float32(1e-6))
    row, full = "tensor<2x1xf32>", "tensor<2x7xf32>"
    y = m.raw(f"""
%shift = "tosa.const"() {{values = dense<0> : tensor<1xi8>}} : () -> tensor<1xi8>
%n = "tosa.const"() {{values = dense<0.142857149> : tensor<1x1xf32>}} : () -> tensor<1x1xf32>
%eps = "tosa.const"() {{values = dense<1.0e-6> : tensor<1x1xf32>}} : () -> tensor<1x1xf32>
%s = tosa.reduce_sum {x.name} {{axis = 1 : i32}} : ({full}) -> {row}
%mean = tosa.mul %s, %n, %shift : ({row}, tensor<1x1xf32>, tensor<1xi8>) -> {row}
%x2 = tosa.mul {x.name}, {x.name}, %shift : ({full}, {full}, tensor<1xi8>) -> {full}
%q = tosa.reduce_sum %x2 {{axis = 1 : i32}} : ({full}) -> {row}
%square = tosa.mul %q, %n, %shift : ({row}, tensor<1x1xf32>, tensor<1xi8>) -> {row}
%mean2 = tosa.mul %mean, %mean, %shift : ({row}, {row}, tensor<1xi8>) -> {row}
%var = tosa.sub %square, %mean2 : ({row}, {row}) -> {row}
%more = tosa.add %var, %eps : ({row}, tensor<1x1xf32>) -> {row}
%r = tosa.rsqrt %more : ({row}) -> {row}
%d = tosa.sub {x.name}, %mean : ({full}, {row}) -> {full}
%y = tosa.mul %d, %r, %shift : ({full}, {row}, tensor<1xi8>) -> {full}""", "%y", "f32", written)
    return y, norm64(f64(x), 1, 1e-6)


@case("nan-from-finite", "unbiased variance", "A dynamic batch that holds one sample: 0 / (1 - 1).")
def variance_unbiased_one_of_dynamic_f32(m):
    x = m.arg("f32", [[3.0, 5.0]], dynamic=(0,))
    centred = m.ew(lambda e, a, b: e.sub(a, b), x, m.mean(x, [0]))
    total = m.reduce("sum", m.ew(lambda e, a: e.mul(a, a), centred), [0])
    count = m.count_of(x, [0], "f32")
    return m.ew(lambda e, s: e.div(s, e.sub(count(e), e.const(1, "f32"))), total), np.zeros((1, 2))


@case("nan-from-finite", "weight norm", "v * (g / |v|) for a row of zeros is 0 * Inf.")
def weight_norm_zero_row_f32(m):
    v = m.arg("f32", [[3, 4], [0, 0]])
    g = m.arg("f32", [[2], [2]])
    length = m.ew(lambda e, a: e.sqrt(a), m.reduce("sum", m.ew(lambda e, a: e.mul(a, a), v), [1]))
    scale = m.ew(lambda e, a, b: e.div(a, b), g, length)
    return m.ew(lambda e, a, b: e.mul(a, b), v, scale), [[1.2, 1.6], [0, 0]]


def cosine_with_itself(m):
    """The cosine of each of 16 vectors with itself: 1, or off by a rounding."""
    x = m.arg("f32", np.sin(np.arange(112).reshape(16, 7) * 1.7) * 3)
    length = m.ew(lambda e, a: e.sqrt(a), m.reduce("sum", m.ew(lambda e, a: e.mul(a, a), x), [1]))
    unit = m.ew(lambda e, a, b: e.div(a, b), x, length)
    return m.reduce("sum", m.ew(lambda e, a: e.mul(a, a), unit), [1])


@case("nan-from-finite", "angle between vectors", "The cosine of a vector with itself is above 1 by rounding.", abs=1e-3)
def acos_of_cosine_f32(m):
    cosine = cosine_with_itself(m)
    return m.ew(lambda e, a: e.op("math.acos", np.arccos, a), cosine), np.zeros((16, 1))


@case("nan-from-finite", "sine from a cosine", "1 - cos^2 is negative by rounding.", abs=1e-3)
def sine_from_cosine_f32(m):
    cosine = cosine_with_itself(m)
    y = m.ew(lambda e, a: e.sqrt(e.sub(e.const(1, "f32"), e.mul(a, a))), cosine)
    return y, np.zeros((16, 1))


@case("nan-from-finite", "normalize", "The length as torch-mlir writes a vector's norm: powers of 2 and 0.5.")
def normalize_zero_row_by_powers_f32(m):
    x = m.arg("f32", [[3, 4], [0, 0]])
    squares = m.ew(lambda e, a: e.pow(e.abs(a), e.const(2, "f32")), x)
    length = m.ew(lambda e, a: e.pow(a, e.const(0.5, "f32")), m.reduce("sum", squares, [1]))
    return m.ew(lambda e, a, b: e.div(a, b), x, length), [[0.6, 0.8], [0, 0]]
