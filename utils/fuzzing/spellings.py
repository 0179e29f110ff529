"""More of what the rules of docs/numerics.md are about, each beside its near misses.

Few nodes name a rule: IEEE, flags and limits count, so that no number may change that was right, and no NaN of
an operand may go.
"""

import numpy as np

from .idioms import last, rule
from .program import Builder


def pair(c, kind, role="data"):
    b = Builder(kind=kind)
    x = c.matrix(b, role=role)
    return b, x, b.arg(b.type(x).dtype, b.type(x).dims, role)


def any_of(c, b, *makers):
    return b.result(c.one(makers)())


def exponential_parts(c):
    """softmax_r3, logaddexp_r1 of three terms; a numerator that is no term."""
    b, x, y = pair(c, "exponential parts")
    z = b.arg(b.type(x).dtype, b.type(x).dims)
    ex, ey, ez = b.exp(x), b.exp(y), b.exp(z)
    sum_ = b.add(b.add(ex, ey), ez)
    return any_of(c, b, lambda: b.div(ex, sum_), lambda: b.log(sum_), lambda: b.div(ez, b.add(ex, ey)),
                  lambda: b.div(ex, b.add(ex, ey)), lambda: b.log(b.div(ex, sum_)), lambda: b.sub(b.log(sum_), x))


def differences(c):
    """log_exp_r2, expm1_r1, log1p_r1 and other constants."""
    b, x, y = pair(c, "difference")
    one, two = b.constant_like(1.0, x), b.constant_like(2.0, x)
    e = b.exp(x)
    return any_of(c, b, lambda: b.log(b.sub(e, b.exp(y))), lambda: b.log(b.sub(one, e)), lambda: b.log(b.sub(e, one)),
                  lambda: b.log(b.sub(two, e)), lambda: b.sub(e, one), lambda: b.sub(one, e), lambda: b.sub(e, two),
                  lambda: b.log(b.add(one, x)), lambda: b.log(b.add(two, x)), lambda: b.log(b.expm1(x)),
                  lambda: b.div(b.sub(e, one), x), lambda: b.mul(e, b.exp(b.neg(x))), lambda: b.div(e, b.exp(y)))


def complements(c):
    """complement_r1, log_erf_r1, tanh in other spellings."""
    b, x, y = pair(c, "complement")
    one, two = b.constant_like(1.0, x), b.constant_like(2.0, x)
    e, g = b.exp(x), b.exp(b.neg(x))
    sigmoid = b.div(one, b.add(one, g))
    return any_of(c, b, lambda: b.sub(one, sigmoid), lambda: b.sub(two, sigmoid), lambda: b.log(b.sub(one, sigmoid)),
                  lambda: b.mul(sigmoid, b.sub(one, sigmoid)), lambda: b.div(b.sub(one, g), b.add(one, g)),
                  lambda: b.div(b.sub(e, g), b.add(e, g)), lambda: b.sub(one, b.div(e, b.add(one, b.exp(y)))),
                  lambda: b.log(b.add(one, b.erf(x))), lambda: b.log(b.sub(one, b.erf(x))),
                  lambda: b.log(b.add(two, b.erf(x))), lambda: b.log(b.sub(one, b.mul(b.tanh(x), b.tanh(x)))),
                  lambda: b.mul(x, b.add(one, b.tanh(x))), lambda: b.mul(x, b.add(one, b.tanh(y))))


def products_with_exponentials(c):
    """exp_product_r1, xlogy_r1 and products with another factor."""
    b, t, u = pair(c, "exponential product")
    e = b.exp(t)
    return any_of(c, b, lambda: b.mul(e, b.sub(t, u)), lambda: b.mul(e, t), lambda: b.mul(e, u),
                  lambda: b.mul(b.exp(t), b.sub(u, t)), lambda: b.mul(t, b.log(u)), lambda: b.mul(t, b.log1p(u)),
                  lambda: b.mul(t, b.sub(b.log(t), b.log(u))), lambda: b.mul(t, b.sqrt(u)),
                  lambda: b.mul(t, b.log(b.div(t, u))))


def parts(c):
    """part_r1, softsign_r1: of magnitudes, and of signed terms."""
    b, x, y = pair(c, "part")
    zero = b.constant_like(0.0, x)
    p, q = c.one([lambda: (b.abs(x), b.abs(y)), lambda: (b.map("max", x, zero), b.map("max", y, zero)),
                  lambda: (x, y), lambda: (b.sqrt(x), b.sqrt(y)), lambda: (b.mul(x, x), b.mul(y, y))])()
    return any_of(c, b, lambda: b.div(p, b.add(p, q)), lambda: b.div(q, b.add(p, q)),
                  lambda: b.div(p, b.reduce("add", p, (last(b, p),))),
                  lambda: b.div(p, b.reduce("add", q, (last(b, q),))))


def lengths(c):
    """normalize_r1 by other lengths, and a cosine."""
    b, x, y = pair(c, "length")
    axis = (last(b, x),)
    xx, yy = (b.reduce("add", b.mul(v, v), axis) for v in (x, y))
    dot = b.reduce("add", b.mul(x, y), axis)
    cosine = b.div(dot, b.mul(b.sqrt(xx), b.sqrt(yy)))
    return any_of(c, b, lambda: b.mul(x, b.rsqrt(xx)), lambda: b.mul(y, b.rsqrt(xx)), lambda: cosine,
                  lambda: b.div(b.mul(x, y), b.sqrt(xx)), lambda: b.div(dot, b.sqrt(b.mul(xx, yy))),
                  *[lambda: b.acos(cosine), lambda: b.acos(b.div(dot, b.sqrt(xx)))] * c.inverses)


def own_masks(c):
    """Masks that a value decides for itself, in spellings beside x·(x > 0)."""
    b, x, y = pair(c, "own mask")
    zero, one = b.constant_like(0.0, x), b.constant_like(1.0, x)
    dims, dtype = b.type(x).dims, b.type(x).dtype
    test = b.map("cmp", x, c.one([zero, zero, y]), predicate=c.one(["ogt", "ole", "ult", "oeq", "une"]))
    flag = c.one([lambda: b.uitofp(test, dtype=dtype), lambda: b.sitofp(test, dtype=dtype),
                  lambda: b.select(test, one, zero, dims=dims, dtype=dtype),
                  lambda: b.select(test, zero, one, dims=dims, dtype=dtype)])()
    kept = b.select(test, x, zero, dims=dims, dtype=dtype)
    return any_of(c, b, lambda: b.mul(x, flag), lambda: b.mul(x, b.sub(one, flag)), lambda: b.mul(b.exp(x), flag),
                  lambda: b.mul(y, flag), lambda: b.mul(kept, x), lambda: b.mul(kept, y), lambda: b.mul(kept, kept),
                  lambda: b.mul(b.mul(x, y), flag), lambda: b.reduce("add", b.mul(flag, x), (last(b, x),)))


def infinite_masks(c):
    """(1 − keep)·−Inf, or a large number, with a softmax behind it or another function."""
    b, x, y = pair(c, "infinite mask")
    one, axis = b.constant_like(1.0, x), (last(b, x),)
    keep = c.one([lambda: b.uitofp(b.arg("i1", b.type(x).dims, "flag"), dtype=b.type(x).dtype), lambda: y])()
    far = b.constant_like(c.one([float("-inf"), -1e4, -3e38]), x)
    z = b.add(x, b.mul(b.sub(one, keep), far))
    e = b.exp(z)
    return any_of(c, b, lambda: rule(b, b.div(e, b.reduce("add", e, axis)), "softmax", z, axis=axis[0]), lambda: z,
                  lambda: e, lambda: b.reduce("max", z, axis), lambda: b.tanh(z))


def dead_operands(c):
    """dead_r1: a + c·s with one s, and with one for each row."""
    b, x, y = pair(c, "dead operand")
    dims = b.type(x).dims
    s = b.arg(b.type(x).dtype, c.one([(), dims[:1] if len(dims) > 1 else ()]), "zeros")
    scaled = b.map("mul", y, s, dims=dims, dtype=b.type(x).dtype)
    if np.prod(b.program.extents(b.type(s).dims)) == 1:
        rule(b, scaled, "dead", y, s)
    return any_of(c, b, lambda: b.add(x, scaled), lambda: scaled, lambda: b.sub(x, scaled))


def merged_sums(c):
    """Two partial softmaxes with maxima of their own, as a split attention merges them."""
    b, m, n = pair(c, "merged sums", "mask data")
    l, k = (b.arg(b.type(m).dtype, b.type(m).dims, "positive") for _ in range(2))
    top = b.map(c.one(["max", "max", "maxnum"]), m, n)
    first, second = (rule(b, b.exp(b.sub(v, top)), "running_max", v, top) for v in (m, n))
    left, right = b.mul(first, l), b.mul(second, k)
    return any_of(c, b, lambda: b.add(left, right), lambda: b.div(left, b.add(left, right)),
                  lambda: b.add(top, b.log(b.add(left, right))), lambda: b.exp(b.sub(l, top)))


def one_sample(c):
    """variance_r2: Σ(x − mean)²/(n − 1), n perhaps 1."""
    b = Builder(kind="sample variance")
    x = c.matrix(b)
    axis, dtype = (last(b, x),), b.type(x).dtype
    n = b.program.dims[b.type(x).dims[-1]].extent
    d = b.sub(x, b.div(b.reduce("add", x, axis), b.const(float(n), dtype)))
    v = b.div(b.reduce("add", b.mul(d, d), axis), b.const(float(n - 1), dtype))
    return any_of(c, b, lambda: v, lambda: b.sqrt(v), lambda: b.div(d, b.sqrt(v)),
                  lambda: b.div(b.reduce("add", x, axis), b.const(float(n - 1), dtype)))


SPELLINGS = [exponential_parts, differences, differences, complements, complements, products_with_exponentials, parts,
             lengths, own_masks, own_masks, infinite_masks, dead_operands, merged_sums, one_sample]
