"""Activations and other functions written with exp and log."""

import math

import numpy as np

from .builder import case, f64, INF


@case("inf-from-finite", "log_sigmoid", "The sigmoid is 0 where exp(-x) is Inf, and its log is -Inf.")
def log_sigmoid_as_log_of_sigmoid_f32(m):
    x = m.arg("f32", [[-100, -0.5, 0], [30, -89, 2.5]])
    def sigmoid(e, a):
        return e.div(e.const(1, "f32"), e.add(e.exp(e.neg(a)), e.const(1, "f32")))
    y = m.ew(lambda e, s: e.log(s), m.ew(sigmoid, x))
    return y, -np.logaddexp(0, -f64(x))


@case("false-alarm", "SiLU", "exp(-x) is Inf and x / Inf is -0, as it should be.")
def silu_large_negative_f32(m):
    x = m.arg("f32", [[-100.0, -89, 3], [0, 100, -1], [-2e4, 0.25, 88]])
    y = m.ew(lambda e, a: e.div(a, e.add(e.exp(e.neg(a)), e.const(1, "f32"))), x)
    return y, f64(x) / (1 + np.exp(np.minimum(-f64(x), 700)))


@case("nan-from-finite", "SiLU", "exp(x) is Inf for x above 11.09: Inf / Inf.")
def silu_exp_over_one_plus_exp_f16(m):
    x = m.arg("f16", [-12, -1, 0, 0.5, 3, 11.5, 12, 20, 100])
    def silu(e, a):
        p = e.exp(a)
        return e.mul(a, e.div(p, e.add(p, e.const(1, "f16"))))
    return m.ew(silu, x), f64(x) / (1 + np.exp(-f64(x)))


@case("nan-from-finite", "mish", "(1 + e)^2 is Inf in f16 from x = 5.6 on: Inf / Inf. Shapes are dynamic.")
def mish_rational_dynamic_f16(m):
    x = m.arg("f16", [[-8, -1, 0, 1, 5], [5.5, 6, 8, 10, 30]], dynamic=(0, 1))
    def mish(e, a):
        one = e.const(1, "f16")
        p = e.add(e.exp(a), one)
        square = e.mul(p, p)
        return e.mul(a, e.div(e.sub(square, one), e.add(square, one)))
    return m.ew(mish, x), f64(x) * np.tanh(np.logaddexp(0, f64(x)))


@case("false-alarm", "mish", "exp and softplus are Inf from x = 11.09 on, tanh of it is 1: right as it stands.")
def mish_softplus_inf_f16(m):
    x = m.arg("f16", [[-4, 0, 2, 12], [1, 30, 500, -1]])
    def mish(e, a):
        return e.mul(a, e.tanh(e.log(e.add(e.exp(a), e.const(1, "f16")))))
    return m.ew(mish, x), f64(x) * np.tanh(np.logaddexp(0, f64(x)))


@case("false-alarm", "GELU (tanh)", "x^3 is Inf in f16, tanh of it is 1 or -1: right as it stands.")
def gelu_tanh_cube_inf_f16(m):
    x = m.arg("f16", [[-50, -1, 0, 1], [50, 2, -3, 3e4], [0.5, -3e4, 41, -41]])
    cube = m.ew(lambda e, a: e.mul(e.mul(a, a), a), x)
    inner = m.ew(lambda e, a, c: e.mul(e.add(a, e.mul(c, e.const(0.044715, "f16"))),
                                       e.const(0.7978845608, "f16")), x, cube)
    y = m.ew(lambda e, a, t: e.mul(e.mul(a, e.const(0.5, "f16")), e.add(e.tanh(t), e.const(1, "f16"))), x, inner)
    v = f64(x)
    return y, 0.5 * v * (1 + np.tanh(0.7978845608 * (v + 0.044715 * v**3)))


@case("inf-from-finite", "logaddexp", "exp(90) is Inf, exp(-200) is 0; both logs lose the answer. Operands broadcast.")
def logaddexp_broadcast_f32(m):
    a = m.arg("f32", [[90.0], [-200], [1]])
    b = m.arg("f32", [[89.0, 1, -200, 0.5]])
    y = m.ew(lambda e, s, t: e.log(e.add(e.exp(s), e.exp(t))), a, b)
    return y, np.logaddexp(f64(a), f64(b))


@case("inf-from-finite", "softplus", "exp(12) is Inf in f16, softplus(12) is 12. One dynamic dimension.")
def softplus_dynamic_f16(m):
    x = m.arg("f16", [-15, -1, 0, 1, 11, 12, 300], dynamic=(0,))
    y = m.ew(lambda e, a: e.log(e.add(e.exp(a), e.const(1, "f16"))), x)
    return y, np.logaddexp(0, f64(x))


@case("nan-from-finite", "tanh", "exp(2x) is Inf in bf16 from x = 45 on: Inf / Inf.", rel=0.01)
def tanh_as_exp_ratio_bf16(m):
    x = m.arg("bf16", [[-60, -1, 0], [0.5, 50, 100]])
    def tanh(e, a):
        p = e.exp(e.add(a, a))
        one = e.const(1, "bf16")
        return e.div(e.sub(p, one), e.add(p, one))
    return m.ew(tanh, x), np.tanh(f64(x))


@case("nan-from-finite", "mish", "(e^2 + 2e) / (e^2 + 2e + 2) with e = exp(x): Inf / Inf, beyond f64 at 800.")
def mish_rational_f32(m):
    x = m.arg("f32", [120, -120, 1, 0, 800])
    def mish(e, a):
        two = e.const(2, "f32")
        p = e.exp(a)
        n = e.add(e.mul(p, p), e.mul(two, p))
        return e.mul(a, e.div(n, e.add(n, two)))
    return m.ew(mish, x), f64(x) * np.tanh(np.logaddexp(0, f64(x)))


@case("nan-from-finite", "SiLU", "x exp(x) / (1 + exp(x)), the product inside: Inf / Inf, beyond f64 at 800.")
def silu_product_over_sum_f32(m):
    x = m.arg("f32", [120, -120, 1, 0, 800])
    def silu(e, a):
        p = e.exp(a)
        return e.div(e.mul(a, p), e.add(e.const(1, "f32"), p))
    return m.ew(silu, x), f64(x) / (1 + np.exp(-np.maximum(f64(x), -700)))


@case("nan-from-finite", "SiLU in a function", "A private function and a call, as JAX exports it.")
def silu_in_private_function_f16(m):
    x = m.arg("f16", [-12, 0, 3, 12, 100])
    m.functions.append("""
func.func private @silu(%x: tensor<5xf16>) -> tensor<5xf16> {
  %one = arith.constant dense<1.000000e+00> : tensor<5xf16>
  %p = math.exp %x : tensor<5xf16>
  %s = arith.addf %p, %one : tensor<5xf16>
  %q = arith.divf %p, %s : tensor<5xf16>
  %y = arith.mulf %x, %q : tensor<5xf16>
  return %y : tensor<5xf16>
}""")
    with np.errstate(all="ignore"):
        p = np.exp(x.data)
        written = x.data * (p / (p + np.float16(1)))
    y = m.raw(f"%y = call @silu({x.name}) : (tensor<5xf16>) -> tensor<5xf16>", "%y", "f16", written)
    return y, f64(x) / (1 + np.exp(-f64(x)))


@case("inf-from-finite", "log cosh", "exp(x) + exp(-x) is Inf, beyond f64 at 800; log cosh is |x| - log 2.")
def log_cosh_f32(m):
    x = m.arg("f32", [[120, -120, 1, 0, 800]])
    y = m.ew(lambda e, a: e.log(e.div(e.add(e.exp(a), e.exp(e.neg(a))), e.const(2, "f32"))), x)
    return y, np.logaddexp(f64(x), -f64(x)) - np.log(2)


@case("inf-from-finite", "logit of a sigmoid", "The sigmoid rounds to 1, and 1 - 1 is the denominator.")
def logit_of_sigmoid_f32(m):
    x = m.arg("f32", [40, -40, 1, 0, -200])
    one = lambda e: e.const(1, "f32")
    s = m.ew(lambda e, a: e.div(one(e), e.add(one(e), e.exp(e.neg(a)))), x)
    return m.ew(lambda e, a: e.log(e.div(a, e.sub(one(e), a))), s), f64(x)


@case("inf-from-finite", "log-density of a squashed action", "tanh rounds to 1: log(1 - 1).")
def tanh_squashed_log_prob_f32(m):
    x = m.arg("f32", [20, -30, 1, 0])
    t = m.ew(lambda e, a: e.tanh(a), x)
    size = np.abs(f64(x))
    return (m.ew(lambda e, a: e.log(e.sub(e.const(1, "f32"), e.mul(a, a))), t),
            2 * (np.log(2) - size - np.log1p(np.exp(-2 * size))))


@case("false-alarm", "sigmoid in two pieces", "Inf / Inf in the branch that is not taken.")
def sigmoid_piecewise_f16(m):
    x = m.arg("f16", [200, -200, 0, 12, -12])
    def sigmoid(e, a):
        one, p = e.const(1, "f16"), e.exp(a)
        right = e.div(one, e.add(one, e.exp(e.neg(a))))
        return e.select(e.cmp("oge", a, e.const(0, "f16")), right, e.div(p, e.add(one, p)))
    return m.ew(sigmoid, x), 1 / (1 + np.exp(-f64(x)))


@case("inf-from-finite", "asinh", "x + sqrt(x^2 + 1) is 0 for a large negative x, and the square is Inf.")
def asinh_negative_f32(m):
    x = m.arg("f32", [1e20, -1e20, -1e10, -1e4, 0.5, -0.5, 0, 1e-6, -1e30])
    root = m.ew(lambda e, a: e.sqrt(e.add(e.mul(a, a), e.const(1, "f32"))), x)
    return m.ew(lambda e, a, b: e.log(e.add(a, b)), x, root), np.arcsinh(f64(x))


@case("inf-from-finite", "inverse softplus", "exp(200) - 1 is Inf, its logarithm is 200.")
def inverse_softplus_f16(m):
    x = m.arg("f16", [200, 1, 0.01, 50000])
    y = m.ew(lambda e, a: e.log(e.expm1(a)), x)
    return y, f64(x) + np.log(-np.expm1(-f64(x)))


@case("inf-from-finite", "log(1 - exp(x))", "1 - exp(x) is 0 near 0.")
def log1mexp_f32(m):
    x = m.arg("f32", [-1e-20, -1e-10, -1, -50])
    y = m.ew(lambda e, a: e.log(e.sub(e.const(1, "f32"), e.exp(a))), x)
    return y, np.log(-np.expm1(f64(x)))


@case("silent-wrong", "zero-order hold", "(exp(x) - 1) / x for a small x is 0, not 1.")
def expm1_over_x_f32(m):
    x = m.arg("f32", [1e-20, 1e-12, -1e-9, 1, -3])
    y = m.ew(lambda e, a: e.div(e.sub(e.exp(a), e.const(1, "f32")), a), x)
    return y, np.expm1(f64(x)) / f64(x)


@case("nan-from-inf", "GELU", "At -Inf it is -Inf * 0.")
def gelu_minus_inf_f32(m):
    x = m.arg("f32", [-INF, INF, -1])
    def gelu(e, a):
        gate = e.add(e.const(1, "f32"), e.op("math.erf", np.vectorize(math.erf), e.mul(a, e.const(0.70710678, "f32"))))
        return e.mul(e.mul(a, e.const(0.5, "f32")), gate)
    return m.ew(gelu, x), [0, INF, -0.15865525]


@case("nan-from-inf", "SiLU", "At -Inf it is -Inf / Inf.")
def silu_minus_inf_f16(m):
    x = m.arg("f16", [-INF, INF, -1])
    one = m.ew(lambda e, a: e.add(e.const(1, "f16"), e.exp(e.neg(a))), x)
    return m.ew(lambda e, a, b: e.div(a, b), x, one), [0, INF, -0.26894142]


@case("nan-from-inf", "softsign", "x / (1 + |x|) is Inf / Inf at both ends.")
def softsign_inf_f16(m):
    x = m.arg("f16", [-INF, INF, -1, 3, 0, -60000])
    size = m.ew(lambda e, a: e.op("math.absf", np.abs, a), x)
    total = m.ew(lambda e, a: e.add(a, e.const(1, "f16")), size)
    return m.ew(lambda e, a, b: e.div(a, b), x, total), [-1, 1, -0.5, 0.75, 0, -1]


@case("inf-from-finite", "logarithm of the normal distribution", "1 + erf(x) is 0 from -6 on in f64.")
def log_ndtr_f32(m):
    x = m.arg("f32", [-10, -20, 0, 3])
    def log_ndtr(e, a):
        erf = e.op("math.erf", np.vectorize(math.erf), e.mul(a, e.const(0.70710678, "f32")))
        return e.log(e.mul(e.const(0.5, "f32"), e.add(e.const(1, "f32"), erf)))
    return m.ew(log_ndtr, x), [math.log(math.erfc(-v / math.sqrt(2)) / 2) for v in (-10, -20, 0, 3)]
