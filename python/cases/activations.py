"""Activations and other functions written with exp and log."""

import numpy as np

from .builder import case, f64


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
