"""Softmax, its logarithms and the losses made of them."""

import numpy as np

from .builder import case, f64, INF, softmax64, to


@case("inf-from-finite", "logsumexp", "exp(12) is Inf in f16; the true values fit.")
def logsumexp_without_max_f16(m):
    x = m.arg("f16", [[12, 11.5, 3, 0, -1, 2, 12], [1, 2, 3, 4, 5, 6, 7], [-30, -31, -40, -30, -35, -33, -30]])
    p = m.ew(lambda e, a: e.exp(a), x)
    y = m.ew(lambda e, s: e.log(s), m.reduce("sum", p, [1]))
    top = f64(x).max(axis=1, keepdims=True)
    return y, top + np.log(np.exp(f64(x) - top).sum(axis=1, keepdims=True))


@case("nan-from-finite", "cross-entropy", "A probability underflows to 0, its log is -Inf, and 0 * -Inf is NaN.")
def cross_entropy_one_hot_f16(m):
    x = m.arg("f16", [[0, -20, 3, 1, 2], [5, 4, 3, -18, 1], [1, 1, 1, 1, 1]])
    hot = np.eye(5)[[2, 0, 4]]
    t = m.arg("f16", hot)
    logs = m.ew(lambda e, p: e.log(p), m.softmax(x))
    terms = m.ew(lambda e, a, b: e.mul(a, b), t, logs)
    y = m.ew(lambda e, s: e.neg(s), m.reduce("sum", terms, [1]))
    return y, -(hot * np.log(softmax64(f64(x)))).sum(axis=1, keepdims=True)


@case("silent-wrong", "softmax", "The sum of 4096 terms in f16 stands still at 2048.", abs=1e-6)
def softmax_4096_columns_f16(m):
    x = m.arg("f16", [[(i % 5) / 64 for i in range(4096)]])
    return m.softmax(x), softmax64(f64(x))


@case("false-alarm", "KL divergence", "Where p is 0 the product 0 * log 0 is NaN and not selected.")
def kl_divergence_p_zero_f32(m):
    p = m.arg("f32", [[0.0, 0.25, 0.75], [0.5, 0.5, 0.0]])
    q = m.arg("f32", [[0.5, 0.25, 0.25], [0.125, 0.375, 0.5]])
    def term(e, a, b):
        zero = e.const(0, "f32")
        return e.select(e.gt(a, zero), e.mul(a, e.log(e.div(a, b))), zero)
    y = m.reduce("sum", m.ew(term, p, q), [1])
    with np.errstate(all="ignore"):
        terms = np.where(f64(p) > 0, f64(p) * np.log(f64(p) / f64(q)), 0)
    return y, terms.sum(axis=1, keepdims=True)


@case("false-alarm", "softmax", "A batch of no rows (an idle expert): nothing to compute, nothing to report.")
def softmax_no_rows_f16(m):
    x = m.arg("f16", np.zeros((0, 5)), dynamic=(0, 1))
    return m.softmax(x), np.zeros((0, 5))


@case("nan-from-inf", "logsumexp", "The model subtracts the row maximum: -Inf - -Inf and Inf - Inf are NaN.")
def logsumexp_shifted_minus_inf_row_f32(m):
    x = m.arg("f32", [[1, 2, 3], [-INF, -INF, -INF], [INF, 1, 2]])
    top = m.max_dim(x)
    terms = m.ew(lambda e, d: e.exp(d), m.ew(lambda e, a, t: e.sub(a, t), x, top))
    y = m.ew(lambda e, s, t: e.add(e.log(s), t), m.reduce("sum", terms, [1]), top)
    return y, np.array([[3 + np.log(np.exp([-2.0, -1, 0]).sum())], [-INF], [INF]])


@case("inf-from-finite", "log of a mean of exp", "exp(800) is Inf, in f64 too; the mean's logarithm is 798.9. Over rows.")
def logmeanexp_axis0_f32(m):
    x = m.arg("f32", [[800.0, 1], [790, 2], [-5, 3]])
    y = m.ew(lambda e, a: e.log(a), m.mean(m.ew(lambda e, a: e.exp(a), x), [0]))
    top = f64(x).max(axis=0, keepdims=True)
    return y, top + np.log(np.exp(f64(x) - top).mean(axis=0, keepdims=True))


@case("nan-from-finite", "softmax by exp2", "exp2(x log2 e) is Inf beyond f64 as well.")
def softmax_exp2_f32(m):
    x = m.arg("f32", [[800, 790, 0, -1], [1, 2, 3, 4]])
    p = m.ew(lambda e, a: e.exp2(e.mul(a, e.const(1.4426950408889634, "f32"))), x)
    return m.ew(lambda e, a, s: e.div(a, s), p, m.reduce("sum", p, [1])), softmax64(f64(x))


@case("nan-from-finite", "softmax by a reciprocal", "exp(800) is Inf beyond f64 as well; Inf * (1 / Inf).")
def softmax_times_reciprocal_f32(m):
    x = m.arg("f32", [[800, 790, 0, -1], [1, 2, 3, 4]])
    p = m.ew(lambda e, a: e.exp(a), x)
    scale = m.ew(lambda e, s: e.div(e.const(1, "f32"), s), m.reduce("sum", p, [1]))
    return m.ew(lambda e, a, s: e.mul(a, s), p, scale), softmax64(f64(x))


@case("nan-from-finite", "softmax (TOSA)", "As TOSA writes it: exp, reduce_sum, reciprocal, mul; exp(12) is Inf in f16.")
def softmax_tosa_f16(m):
    x = m.arg("f16", [[12, 11, 3], [1, 2, 3]])
    with np.errstate(all="ignore"):
        p = np.exp(x.data)
        written = p * (1 / p.sum(axis=1, keepdims=True))
    y = m.raw(f"""
%shift = "tosa.const"() {{values = dense<0> : tensor<1xi8>}} : () -> tensor<1xi8>
%p = tosa.exp {x.name} : (tensor<2x3xf16>) -> tensor<2x3xf16>
%s = tosa.reduce_sum %p {{axis = 1 : i32}} : (tensor<2x3xf16>) -> tensor<2x1xf16>
%r = tosa.reciprocal %s : (tensor<2x1xf16>) -> tensor<2x1xf16>
%y = tosa.mul %p, %r, %shift : (tensor<2x3xf16>, tensor<2x1xf16>, tensor<1xi8>) -> tensor<2x3xf16>""",
              "%y", "f16", written)
    return y, softmax64(f64(x))


@case("nan-from-inf", "online softmax", "Nothing seen yet: the old and the new maximum are -Inf, and so is the score.")
def online_softmax_rescale_f32(m):
    old = m.arg("f32", [[-INF], [1.0]])
    total = m.arg("f32", [[0.0], [1.0]])
    s = m.arg("f32", [[-INF, -INF], [0, 3]])
    new = m.ew(lambda e, a, b: e.max(a, b), old, m.reduce("max", s, [1]))
    scale = m.ew(lambda e, a, b: e.exp(e.sub(a, b)), old, new)
    p = m.ew(lambda e, a, b: e.exp(e.sub(a, b)), s, new)
    y = m.ew(lambda e, a, t, b: e.add(e.mul(a, t), b), scale, total, m.reduce("sum", p, [1]))
    return y, np.array([[0.0], [np.exp(-2.0) + np.exp(-3.0) + 1]])


@case("nan-from-finite", "binary cross-entropy", "A target of 0 times the log of a probability of 0.")
def bce_probability_zero_f32(m):
    p = m.arg("f32", [[1, 0, 0.5], [0.25, 1, 0]])
    t = m.arg("f32", [[1, 0, 1], [0, 1, 0]])
    def loss(e, t, p):
        one = e.const(1, "f32")
        return e.neg(e.add(e.mul(t, e.log(p)), e.mul(e.sub(one, t), e.log(e.sub(one, p)))))
    xlogy = lambda a, b: np.where(a == 0, 0, a * np.log(np.where(a == 0, 1, b)))
    return m.ew(loss, t, p), -(xlogy(f64(t), f64(p)) + xlogy(1 - f64(t), 1 - f64(p)))


@case("nan-from-finite", "KL divergence", "p (log p - log q) where p is 0, once q as well.")
def kl_log_difference_f32(m):
    p = m.arg("f32", [[0.0, 0.25, 0.75], [0.5, 0.5, 0.0]])
    q = m.arg("f32", [[0.5, 0.25, 0.25], [0.25, 0.25, 0.0]])
    y = m.reduce("sum", m.ew(lambda e, a, b: e.mul(a, e.sub(e.log(a), e.log(b))), p, q), [1])
    kept = f64(p) > 0
    terms = np.where(kept, f64(p) * np.log(np.where(kept, f64(p), 1) / np.where(kept, f64(q), 1)), 0)
    return y, terms.sum(axis=1, keepdims=True)


@case("inf-from-finite", "negative log-likelihood", "log(softmax), then a gather by label: the probability underflows.")
def nll_gather_f32(m):
    x = m.arg("f32", [[200, 0, 1], [1, 2, 3]])
    t = m.arg("i64", [1, 2])
    logs = m.ew(lambda e, p: e.log(p), m.softmax(x))
    y = m.raw(f"""
%e = tensor.empty() : tensor<2xf32>
%y = linalg.generic {{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}} ins({t.name} : tensor<2xi64>) outs(%e : tensor<2xf32>) {{
^bb0(%in: i64, %out: f32):
  %i = linalg.index 0 : index
  %j = arith.index_cast %in : i64 to index
  %v = tensor.extract {logs.name}[%i, %j] : tensor<2x3xf32>
  %n = arith.negf %v : f32
  linalg.yield %n : f32
}} -> tensor<2xf32>""", "%y", "f32", -logs.data[[0, 1], t.data])
    return y, np.array([200.0, np.log(np.exp([-2.0, -1, 0]).sum())])


@case("inf-from-finite", "logaddexp of three", "As CTC adds paths: each exp is Inf or 0, beyond f64 too.")
def logaddexp_of_three_f32(m):
    a, b, c = (m.arg("f32", data) for data in ([800, -800], [799, -801], [1, -802]))
    y = m.ew(lambda e, s, t, u: e.log(e.add(e.add(e.exp(s), e.exp(t)), e.exp(u))), a, b, c)
    return y, np.logaddexp(np.logaddexp(f64(a), f64(b)), f64(c))


@case("nan-from-finite", "softmax over two tensors", "exp(a) / (exp(a) + exp(b)): Inf / Inf and 0 / 0, beyond f64 too.")
def softmax_of_two_tensors_f32(m):
    a, b = m.arg("f32", [800, -800]), m.arg("f32", [799, -801])
    y = m.ew(lambda e, s, t: e.div(e.exp(s), e.add(e.exp(s), e.exp(t))), a, b)
    return y, 1 / (1 + np.exp(f64(b) - f64(a)))


@case("nan-from-finite", "log(exp(a) - exp(b))", "Both are Inf, their difference is NaN.")
def logsubexp_f32(m):
    a, b = m.arg("f32", [1000, 2, -1000]), m.arg("f32", [999, 1, -1002])
    y = m.ew(lambda e, s, t: e.log(e.sub(e.exp(s), e.exp(t))), a, b)
    return y, f64(a) + np.log(-np.expm1(f64(b) - f64(a)))


@case("nan-from-inf", "logaddexp", "max + log1p(exp(-|a - b|)): two equal infinities differ by NaN.")
def logaddexp_equal_infinities_f32(m):
    a = m.arg("f32", [-INF, INF, 1, -INF, 1000])
    b = m.arg("f32", [-INF, INF, 2, 3, 999])
    y = m.ew(lambda e, s, t: e.add(e.max(s, t), e.log1p(e.exp(e.neg(e.abs(e.sub(s, t)))))), a, b)
    return y, np.logaddexp(f64(a), f64(b))


@case("nan-from-inf", "cross-entropy", "A class that is masked away has the target 0 and the logarithm -Inf.")
def cross_entropy_masked_class_f32(m):
    x = m.arg("f32", [[1, 2, -INF], [0, -INF, 3]])
    target = m.arg("f32", [[0.5, 0.5, 0], [0, 0, 1]])
    centred = m.ew(lambda e, a, b: e.sub(a, b), x, m.max_dim(x))
    total = m.reduce("sum", m.ew(lambda e, a: e.exp(a), centred), [-1])
    logs = m.ew(lambda e, a, b: e.sub(a, e.log(b)), centred, total)
    y = m.reduce("sum", m.ew(lambda e, t, a: e.neg(e.mul(t, a)), target, logs), [-1])
    p, t = softmax64(f64(x)), f64(target)
    return y, -np.where(t == 0, 0, t * np.log(np.where(p == 0, 1, p))).sum(axis=-1, keepdims=True)


@case("legit-nonfinite", "log_softmax of masked scores", "A masked class has the log probability -Inf: handed on, no fault.")
def log_softmax_masked_class_f32(m):
    x = m.arg("f32", [[1, 2, -INF], [-INF, 0, 3]])
    centred = m.ew(lambda e, a, b: e.sub(a, b), x, m.max_dim(x))
    total = m.reduce("sum", m.ew(lambda e, a: e.exp(a), centred), [-1])
    y = m.ew(lambda e, a, b: e.sub(a, e.log(b)), centred, total)
    return y, f64(x) - np.log(np.exp(f64(x)).sum(axis=-1, keepdims=True))
