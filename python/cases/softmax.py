"""Softmax, its logarithms and the losses made of them."""

import numpy as np

from .builder import case, f64, softmax64, to


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
