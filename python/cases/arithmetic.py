"""Sums, products, conversions, optimizer steps, poles and padding."""

import itertools

import numpy as np

from .builder import case, f64, INF, NAN, to, Value


@case("inf-from-finite", "Adam step", "v and eps are 0 in f16, so the step is m / 0. With wide moments it is about 3 lr.")
def adam_step_f16(m):
    p = m.arg("f16", [1.0, -0.5, 0.25])
    g = m.arg("f16", [1e-4, -1e-4, 0.5])
    first = m.ew(lambda e, a: e.mul(a, e.const(0.1, "f16")), g)
    square = m.ew(lambda e, a: e.mul(a, a), g)
    second = m.ew(lambda e, a: e.mul(a, e.const(0.001, "f16")), square)
    root = m.ew(lambda e, v: e.add(e.sqrt(v), e.narrowed(1e-8, "f16")), second)
    step = m.ew(lambda e, a, b: e.div(a, b), first, root)
    y = m.ew(lambda e, a, s: e.sub(a, e.mul(s, e.const(0.01, "f16"))), p, step)
    tenth, small, rate = (float(np.float16(v)) for v in (0.1, 0.001, 0.01))
    want = f64(p) - rate * tenth * f64(g) / (np.sqrt(small * f64(g) ** 2) + 1e-8)
    return y, want


@case("silent-wrong", "mean", "A sum of ones in bf16 stands still at 256.", rel=0.01)
def mean_sum_stalls_bf16(m):
    x = m.arg("bf16", [[1.0] * 600, [(i % 3) / 2 for i in range(600)]])
    return m.mean(x, [1]), f64(x).mean(axis=1, keepdims=True)


@case("legit-nonfinite", "division", "x / 0 is a pole, 0 / 0 has no value: to be kept, not clipped.")
def division_poles_f16(m):
    a = m.arg("f16", [1, -1, 0, 6, INF])
    b = m.arg("f16", [0, 0, 0, 4, 2])
    with np.errstate(all="ignore"):
        return m.ew(lambda e, s, t: e.div(s, t), a, b), f64(a) / f64(b)


@case("false-alarm", "exp", "exp(-Inf) is 0.")
def exp_of_minus_inf_f16(m):
    x = m.arg("f16", [[0, -INF, 1], [-INF, -INF, -17]], dynamic=(0,))
    return m.ew(lambda e, a: e.exp(a), x), np.exp(f64(x))


@case("legit-nonfinite", "log", "log 0 is a pole, log of a negative number has no value, log Inf is Inf.", rel=0.01)
def log_poles_bf16(m):
    x = m.arg("bf16", [[0, 1, -1], [INF, 0.5, NAN], [1e30, 1e-30, 2]])
    with np.errstate(all="ignore"):
        return m.ew(lambda e, a: e.log(a), x), np.log(f64(x))


@case("false-alarm", "matmul", "An inner dimension of size 0: the sum of no terms is 0.")
def matmul_no_terms_f32(m):
    a = m.arg("f32", np.zeros((2, 0)))
    b = m.arg("f32", np.zeros((0, 3)))
    return m.matmul(a, b), np.zeros((2, 3))


@case("inf-from-finite", "position scaling", "70000 is Inf in f16; scaled by 1/1024 it is 68.4.")
def positions_scaled_f16(m):
    x = m.arg("i32", [[0], [1], [70000], [65504]])
    y = m.ew(lambda e, a: e.mul(e.cast(a, "f16"), e.const(1 / 1024, "f16")), x)
    return y, x.data.astype(np.float64) / 1024


@case("inf-from-finite", "hypot", "The squares are Inf, the root of their sum is 424.")
def hypot_f16(m):
    a = m.arg("f16", [300, 3, -1000, 0.5, 256])
    b = m.arg("f16", [300, 4, 10, 0, 0])
    y = m.ew(lambda e, s, t: e.sqrt(e.add(e.mul(s, s), e.mul(t, t))), a, b)
    return y, np.hypot(f64(a), f64(b))


@case("false-alarm", "max pooling", "The padding is -Inf, the identity of max; no window holds padding only.")
def maxpool_minus_inf_padding_f16(m):
    x = m.arg("f16", [[[[1, -2, 3], [0, 5, -6], [-7, 8, -9]]]])
    pad = m.const(-INF, "f16")
    padded, window, result = m.fresh(), m.empty(["3", "3"], "f16"), m.fill(["1", "1", "3", "3"], "f16", -INF, (1, 1, 3, 3))
    m.lines += [f"{padded} = tensor.pad {x.name} low[0, 0, 1, 1] high[0, 0, 1, 1] {{",
                "^bb0(%i0: index, %i1: index, %i2: index, %i3: index):", f"  tensor.yield {pad} : f16",
                "} : tensor<1x1x3x3xf16> to tensor<1x1x5x5xf16>"]
    name = m.fresh()
    m.lines.append(f"{name} = linalg.pooling_nchw_max {{dilations = dense<1> : vector<2xi64>, "
                   f"strides = dense<1> : vector<2xi64>}} ins({padded}, {window.name} : tensor<1x1x5x5xf16>, "
                   f"tensor<3x3xf16>) outs({result.name} : {result.type}) -> {result.type}")
    wide = np.pad(f64(x)[0, 0], 1, constant_values=-INF)
    want = np.array([[wide[i : i + 3, j : j + 3].max() for j in range(3)] for i in range(3)])[None, None]
    return Value(name, "f16", result.dims, to("f16", want)), want


@case("inf-from-finite", "conv2d, f16 accumulation", "50000 + 50000 is Inf and stays Inf; the true sum is 1000.")
def conv2d_accumulator_f16(m):
    data = np.zeros((1, 2, 3, 4))
    data[0, 0, :, :2] = 1
    data[0, 1, :, :] = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
    x = m.arg("f16", data)
    w = m.arg("f16", [[[[50000, 50000], [-50000, -49984]], [[0, 1], [1, 0]]]])
    out = m.fill(["1", "1", "2", "3"], "f16", 0, (1, 1, 2, 3))
    name = m.fresh()
    m.lines.append(f"{name} = linalg.conv_2d_nchw_fchw {{dilations = dense<1> : vector<2xi64>, "
                   f"strides = dense<1> : vector<2xi64>}} ins({x.name}, {w.name} : {x.type}, {w.type}) "
                   f"outs({out.name} : {out.type}) -> {out.type}")
    written, want = out.data.copy(), np.zeros((1, 1, 2, 3))
    with np.errstate(all="ignore"):
        for c, i, j in itertools.product(range(2), range(2), range(2)):
            window = x.data[:, c : c + 1, i : i + 2, j : j + 3]
            written = written + window * w.data[0, c, i, j]
            want += window.astype(np.float64) * float(w.data[0, c, i, j])
    return Value(name, "f16", out.dims, written), want


@case("legit-nonfinite", "loss scaler", "The quotient overflows in f16, and the scaler's own test has to see it.")
def grad_scaler_found_inf_f16(m):
    g = m.arg("f16", [60000, 1, 2, 3])
    scale = m.arg("f16", [0.5])
    grads = m.ew(lambda e, a, s: e.div(a, s), g, scale)
    found = m.ew(lambda e, a: e.cast(e.cmp("oeq", e.abs(a), e.const(INF, "f16")), "f32"), grads)
    return m.reduce("max", found, [0]), np.array([1.0])


@case("silent-wrong", "gradient clipping", "The norm over two tensors is Inf in f16, so the gradients become 0.")
def clip_grad_norm_f16(m):
    a = m.arg("f16", [[300, 400], [0, 1]])
    b = m.arg("f16", [200, -200, 1])
    sums = [m.reduce("sum", m.ew(lambda e, s: e.mul(s, s), v), axes) for v, axes in ((a, [0, 1]), (b, [0]))]
    def factor(e, s, t):
        one = e.const(1, "f16")
        return e.min(e.div(one, e.add(e.sqrt(e.add(s, t)), e.narrowed(1e-6, "f16"))), one)
    y = m.ew(lambda e, g, c: e.mul(g, c), a, m.ew(factor, *sums))
    return y, f64(a) / (np.sqrt((f64(a) ** 2).sum() + (f64(b) ** 2).sum()) + 1e-6)


@case("nan-contamination", "masked mean", "Padding holds NaN and Inf; the mask is a converted boolean: 0 * NaN.")
def masked_mean_nan_padding_f32(m):
    x = m.arg("f32", [[[1, 2], [3, 4], [NAN, INF]], [[1, 2], [NAN, 4], [5, INF]]])
    keep = m.arg("i1", [[[1], [1], [0]], [[1], [0], [0]]])
    flag = m.ew(lambda e, c: e.cast(c, "f32"), keep)
    total = m.reduce("sum", m.ew(lambda e, a, c: e.mul(a, c), x, flag), [1])
    y = m.ew(lambda e, s, n: e.div(s, n), total, m.reduce("sum", flag, [1]))
    return y, np.array([[[2, 3]], [[1, 2]]])


@case("false-alarm", "nan_to_num", "0 / 0 and x / 0, replaced by the model itself.")
def nan_to_num_f32(m):
    a = m.arg("f32", [2, -2, 0, 1])
    b = m.arg("f32", [1, 0, 0, 4])
    def replace(e, q):
        q = e.select(e.op("math.isnan", np.isnan, q, dtype="i1"), e.const(0, "f32"), q)
        q = e.select(e.cmp("oeq", q, e.const(INF, "f32")), e.const(1e4, "f32"), q)
        return e.select(e.cmp("oeq", q, e.const(-INF, "f32")), e.const(-1e4, "f32"), q)
    y = m.ew(replace, m.ew(lambda e, s, t: e.div(s, t), a, b))
    return y, np.array([2, -1e4, 0, 0.25])


@case("nan-from-finite", "matmul", "Products of 1e40 are Inf in f32 and cancel: Inf - Inf.")
def matmul_products_cancel_f32(m):
    a = m.arg("f32", [[1e20, 1e20, 1]])
    b = m.arg("f32", [[1e20], [-1e20], [2]])
    return m.matmul(a, b), f64(a) @ f64(b)


@case("inf-from-finite", "average pooling (TOSA)", "The window's sum is Inf in f16; acc_type is f16.", rel=0.01)
def avg_pool_tosa_f16(m):
    data = np.zeros((1, 4, 4, 2))
    data[..., 0], data[..., 1] = 8000, np.arange(16).reshape(1, 4, 4)
    x = m.arg("f16", data)
    y = m.raw(f"""
%zero = "tosa.const"() {{values = dense<0.0> : tensor<1xf16>}} : () -> tensor<1xf16>
%y = tosa.avg_pool2d {x.name}, %zero, %zero {{acc_type = f16, kernel = array<i64: 4, 4>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}} : (tensor<1x4x4x2xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x1x1x2xf16>""",
              "%y", "f16", np.array([INF, 7.5]).reshape(1, 1, 1, 2))
    return y, f64(x).mean(axis=(1, 2), keepdims=True)


@case("nan-contamination", "gemm with beta", "beta * C is where the accumulator starts, beta is 0 and C was never written.")
def gemm_beta_zero_accumulator_f32(m):
    a, b = m.arg("f32", [[1, 2], [3, 4]]), m.arg("f32", [[1, 0], [0, 1]])
    c, beta = m.arg("f32", [[NAN, INF], [NAN, 1]]), m.arg("f32", [[0.0]])
    with np.errstate(all="ignore"):
        start = m.ew(lambda e, s, t: e.mul(s, t), c, beta)
    y = m.raw(f"%y = linalg.matmul ins({a.name}, {b.name} : {a.type}, {b.type}) outs({start.name} : {start.type}) "
              f"-> {start.type}", "%y", "f32", start.data + a.data @ b.data)
    return y, f64(a) @ f64(b)


@case("false-alarm", "Huber loss", "1000^2 is Inf in the branch that is not taken; the branches are ops of their own.")
def huber_unselected_inf_f16(m):
    d = m.arg("f16", [1000, -1000, 0.5, 0])
    size = m.ew(lambda e, a: e.abs(a), d)
    square = m.ew(lambda e, a: e.mul(e.const(0.5, "f16"), e.mul(a, a)), d)
    linear = m.ew(lambda e, a: e.sub(a, e.const(0.5, "f16")), size)
    small = m.ew(lambda e, a: e.cmp("olt", a, e.const(1, "f16")), size)
    y = m.ew(lambda e, c, s, t: e.select(c, s, t), small, square, linear)
    x = np.abs(f64(d))
    return y, np.where(x < 1, x * x / 2, x - 0.5)


@case("false-alarm", "relative position buckets", "log 0 becomes an integer in the branch that is not taken.")
def relative_buckets_i64(m):
    def bucket(e, p):
        ratio = e.log(e.div(e.cast(p, "f32"), e.const(16, "f32")))
        large = e.add(e.mul(ratio, e.const(16 / np.log(8), "f32")), e.const(16, "f32"))
        large = e.op("arith.fptosi", lambda x: np.maximum(x, -1e9), large, dtype="i64", suffix="f32 to i64")
        large = e.op("arith.minsi", np.minimum, large, e.const(31, "i64"))
        near = e.op("arith.cmpi slt,", np.less, p, e.const(16, "i64"), dtype="i1", suffix="i64")
        return e.select(near, p, large)
    position = m.arg("i64", [0, 1, 5, 20, 200])
    x = position.data.astype(np.float64)
    return m.ew(bucket, position), np.where(x < 16, x, np.minimum(31, np.floor(16 + np.log(np.maximum(x, 1) / 16) / np.log(8) * 16)))


@case("nan-contamination", "embedding as a one-hot product", "The rows that no index names were never written: 0 * NaN.")
def one_hot_unwritten_row_f32(m):
    hot = m.arg("i1", [[0, 1, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0]])
    table = m.arg("f32", [[1, 2], [3, 4], [NAN, INF], [5, -INF]])
    flags = m.ew(lambda e, a: e.cast(a, "f32"), hot)
    return m.matmul(flags, table), f64(table)[[1, 0, 1]]


@case("silent-wrong", "mean", "The count, 65536, is Inf in f16, so the mean is 0.")
def mean_count_inf_f16(m):
    x = m.arg("f16", np.tile([1.0, 2.0, 3.0, 2.0], (1, 16384)))
    y = m.ew(lambda e, s: e.div(s, e.const(INF, "f16")), m.reduce("sum", x, [1]))
    return y, [[2.0]]


@case("silent-wrong", "reduce max (TOSA)",
      "Upstream's lowering starts at the lowest finite number, which a row of -Inf then gives (llvm/llvm-project#222140).")
def reduce_max_tosa_minus_inf_f32(m):
    x = m.arg("f32", [[NAN, 5, -5], [INF, 1, 2], [-INF, -INF, -INF]])
    with np.errstate(all="ignore"):
        written = np.maximum(np.max(x.data, axis=1, keepdims=True), np.finfo(np.float32).min)
    y = m.raw(f"%y = tosa.reduce_max {x.name} {{axis = 1 : i32, nan_mode = PROPAGATE}} : (tensor<3x3xf32>) -> tensor<3x1xf32>",
              "%y", "f32", written)
    return y, np.max(f64(x), axis=1, keepdims=True)
