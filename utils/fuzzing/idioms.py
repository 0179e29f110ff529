"""Idioms as exporters write them, and near misses of them that must stay as written.

Each takes a Chooser, and gives a program. `rule` names what docs/numerics.md promises of a value; a near
miss has none, so that only IEEE counts for it.
"""

import math

import numpy as np

from .formats import FLOATS
from .program import Builder


class Chooser:
    """Random choices that idioms and random programs share."""

    def __init__(self, rng, dtypes, inverses):
        self.rng, self.dtypes, self.inverses = rng, dtypes, inverses

    def one(self, choices):
        return choices[int(self.rng.integers(len(choices)))]

    def chance(self, probability):
        return bool(self.rng.random() < probability)

    def dtype(self):
        return self.one(self.dtypes)

    def extent(self):
        return self.one([1, 2, 3, 4, 5, 7, 8, 8, 9, 16, 17])

    def dim(self, b, extent=None):
        return b.dim(self.extent() if extent is None else extent, self.chance(0.3))

    def matrix(self, b, dtype=None, role="data", least=1):
        """An argument of one to three dimensions."""
        dims = [self.dim(b) for _ in range(self.one([0, 1, 1, 1, 2]))]
        dims.append(self.dim(b, max(least, self.extent())))
        return b.arg(dtype or self.dtype(), dims, role)

    def style(self, program):
        """Which ops share a body and which stand alone, for all nodes of a program."""
        fuse = self.one([0.0, 0.5, 1.0])
        for node in program.nodes:
            node.attrs.setdefault("inline", self.chance(fuse))
            node.attrs.setdefault("style", self.one(["tensor", "generic"]))
            if node.op == "reduce":
                node.attrs.setdefault("flip", self.chance(0.5))
        return program


def last(b, value):
    return len(b.type(value).dims) - 1


def rule(b, value, name, *operands, **attrs):
    b.program.nodes[value].attrs.update(rule=(name,) + operands, **attrs)
    return value


def exponentials(c, b, z, subtract):
    """exp(z − m) along the last dimension; `subtract`: what m is."""
    axis = last(b, z)
    if subtract == "none":
        return b.exp(z)
    start = {"max": None, "lowest": -float(FLOATS[b.type(z).dtype].max), "other start": c.one([0.0, 3.0, -2.0])}
    kind = "maxnum" if c.chance(0.2) else "max"
    m = b.reduce(kind, z, (axis,), init=start.get(subtract))
    return b.exp(b.sub(z, m))


def softmax_of(c, b, z, subtract=None):
    axis = last(b, z)
    if c.chance(0.25):
        return b.node("softmax", b.type(z), (z,), (tuple(range(axis + 1)),), axis=axis)
    subtract = subtract or c.one(["none", "max", "max", "lowest"])
    e = exponentials(c, b, z, subtract)
    s = b.reduce("add", e, (axis,))
    p = b.div(e, s)
    return rule(b, p, "softmax", z, axis=axis)


def softmax(c):
    b = Builder(kind="softmax")
    p = softmax_of(c, b, c.matrix(b))
    return b.result(p)


def softmax_near(c):
    """A maximum with another start, a quotient by another sum, an axis that is not the row."""
    b = Builder(kind="near softmax")
    z = c.matrix(b, least=2)
    axis = last(b, z)
    which = c.one(["other start", "other values", "sum starts at one", "other axis"])
    if which == "other start":
        e = exponentials(c, b, z, "other start")
        return b.result(b.div(e, b.reduce("add", e, (axis,))))
    e = exponentials(c, b, z, c.one(["none", "max"]))
    if which == "other values":
        other = b.arg(b.type(z).dtype, b.type(z).dims)
        return b.result(b.div(e, b.reduce("add", b.exp(other), (axis,))))
    if which == "sum starts at one":
        return b.result(b.div(e, b.reduce("add", e, (axis,), init=1.0)))
    if axis == 0:
        return b.result(b.div(e, b.reduce("add", b.add(e, e), (axis,))))
    across = b.div(e, b.reduce("add", e, (0,)))
    return b.result(rule(b, across, "softmax", z, axis=0))


def exp_over_exp(c):
    b = Builder(kind="near softmax")
    x = c.matrix(b)
    e = b.exp(x)
    other = b.exp(x) if c.chance(0.5) else e
    return b.result(b.div(e, other))


def log_softmax(c):
    b = Builder(kind="log_softmax")
    z = c.matrix(b)
    out = b.log(softmax_of(c, b, z, "none" if c.chance(0.5) else "max"))
    return b.result(rule(b, out, "log_softmax", z, axis=last(b, z)))


def logsumexp(c):
    b = Builder(kind="logsumexp")
    z = c.matrix(b)
    axis = last(b, z)
    if c.chance(0.5):
        out = b.log(b.reduce("add", b.exp(z), (axis,)))
    else:
        m = b.reduce("max", z, (axis,))
        out = b.add(b.log(b.reduce("add", b.exp(b.sub(z, m)), (axis,))), m)
    return b.result(rule(b, out, "logsumexp", z, axis=axis))


def logaddexp(c):
    b = Builder(kind="logsumexp")
    x = c.matrix(b)
    y = b.arg(b.type(x).dtype, b.type(x).dims)
    if c.chance(0.5):
        out = b.log(b.add(b.exp(x), b.exp(y)))
    else:
        out = b.add(b.map("max", x, y), b.log1p(b.exp(b.neg(b.abs(b.sub(x, y))))))
    return b.result(rule(b, out, "logaddexp", x, y))


def mean_of(c, b, x, how=None):
    """The mean of a row; `how`: by its length, by a near one, by a count given at run time."""
    axis, dtype = last(b, x), b.type(x).dtype
    n = b.program.dims[b.type(x).dims[axis]].extent
    s = b.reduce("add", x, (axis,))
    how = how or c.one(["div", "mul"])
    if how == "div":
        return b.div(s, b.const(float(n), dtype))
    if how == "mul":
        return b.mul(s, b.const(1.0 / n, dtype))
    if how == "other":
        other = c.one([n + 1, n - 1 or 2, 2 * n, n / 2])
        return b.div(s, b.const(other, dtype)) if c.chance(0.5) else b.mul(s, b.const(1.0 / other, dtype))
    count = next((v for v in b.program.args() if b.program.nodes[v].attrs["role"] == "count"), None)
    if count is None:
        count = b.arg("i64", (), "count", scalar=True)
    return b.div(s, b.sitofp(count, dtype=dtype))


def variance(c, how=None, kind="variance"):
    b = Builder(kind=kind)
    x = c.matrix(b, least=2)
    how = how or c.one(["div", "mul"])
    if how == "masked" and c.chance(0.5):
        n = b.program.dims[b.type(x).dims[-1]]
        b.program.dims[b.type(x).dims[-1]] = type(n)(n.extent, True)
    m = mean_of(c, b, x, how)
    if c.chance(0.5):
        v = b.sub(mean_of(c, b, b.mul(x, x), how), b.mul(m, m))
    else:
        d = b.sub(x, m)
        v = mean_of(c, b, b.mul(d, d), how)
    return b.result(*([v] if c.chance(0.6) else [v, m]))


def masked_variance(c):
    return variance(c, "masked", "near variance")


def other_variance(c):
    return variance(c, "other", "near variance")


def norm_of(c, b, x, how):
    axis, dtype = last(b, x), b.type(x).dtype
    m = mean_of(c, b, x, how)
    d = b.sub(x, m)
    v = mean_of(c, b, b.mul(d, d), how)
    r = b.rsqrt(b.add(v, b.const(c.one([1e-5, 1e-6, 1e-3]) if dtype != "f16" else 1e-3, dtype)))
    y = b.mul(d, r) if c.chance(0.7) else b.div(d, b.sqrt(b.add(v, b.const(1e-3, dtype))))
    if c.chance(0.5):
        gamma = b.arg(dtype, (b.type(x).dims[axis],))
        y = b.add(b.mul(y, gamma), b.arg(dtype, (b.type(x).dims[axis],)))
    return y


def layer_norm(c):
    b = Builder(kind="norm")
    return b.result(norm_of(c, b, c.matrix(b, least=2), None))


def near_norm(c):
    b = Builder(kind="near norm")
    return b.result(norm_of(c, b, c.matrix(b, least=2), c.one(["other", "masked"])))


def rms_norm(c):
    b = Builder(kind="norm")
    x = c.matrix(b)
    dtype = b.type(x).dtype
    ms = mean_of(c, b, b.mul(x, x), c.one(["div", "mul"]))
    return b.result(b.mul(x, b.rsqrt(b.add(ms, b.const(1e-3, dtype)))))


def normalize(c):
    """x over its own length, or, as a near miss, over that of another row."""
    near = c.chance(0.4)
    b = Builder(kind="near normalize" if near else "normalize")
    x = c.matrix(b)
    y = b.arg(b.type(x).dtype, b.type(x).dims) if near else x
    axis = last(b, x)
    kind = c.one(["two", "one", "most"])
    if kind == "two":
        n = b.sqrt(b.reduce("add", b.mul(y, y), (axis,)))
    elif kind == "one":
        n = b.reduce("add", b.abs(y), (axis,))
    else:
        n = b.reduce("max", b.abs(y), (axis,), init=0.0)
    out = b.div(x, n)
    return b.result(out if near else rule(b, out, "normalize", x, n))


def activation(c):
    b = Builder(kind="activation")
    x = c.matrix(b)
    one = b.constant_like(1.0, x)
    which = c.one(["sigmoid", "sigmoid", "silu", "softplus", "tanh", "gelu", "mish", "log_sigmoid", "softsign",
                   "elu"] + ["asinh"] * c.inverses)
    if which == "sigmoid":
        e = b.exp(x)
        out = c.one([lambda: b.div(one, b.add(one, b.exp(b.neg(x)))), lambda: b.div(e, b.add(e, one))])()
    elif which == "silu":
        e = b.exp(b.neg(x))
        out = c.one([lambda: b.div(x, b.add(one, e)), lambda: b.mul(x, b.div(one, b.add(one, e)))])()
    elif which == "softplus":
        out = b.log(b.add(one, b.exp(x))) if c.chance(0.5) else b.log1p(b.exp(x))
    elif which == "tanh":
        two = b.constant_like(2.0, x)
        e = b.exp(b.mul(x, two))
        p, q = b.exp(x), b.exp(b.neg(x))
        out = c.one([lambda: b.div(b.sub(e, one), b.add(e, one)),
                     lambda: b.div(b.sub(p, q), b.add(p, q))])()
    elif which == "gelu":
        root = b.constant_like(math.sqrt(0.5), x)
        half = b.constant_like(0.5, x)
        out = b.mul(b.mul(x, half), b.add(one, b.erf(b.mul(x, root))))
    elif which == "mish":
        out = b.mul(x, b.tanh(b.log1p(b.exp(x))))
    elif which == "log_sigmoid":
        out = b.log(b.div(one, b.add(one, b.exp(b.neg(x)))))
    elif which == "softsign":
        out = b.div(x, b.add(one, b.abs(x)))
    elif which == "asinh":
        out = b.log(b.add(x, b.sqrt(b.add(b.mul(x, x), one))))
    else:
        zero = b.constant_like(0.0, x)
        condition = b.map("cmp", x, zero, predicate="ogt")
        return b.result(b.select(condition, x, b.sub(b.exp(x), one)))
    return b.result(rule(b, out, which, x))


def near_activation(c):
    """Forms of which the rules are about other signs, other coefficients or other operands."""
    b = Builder(kind="near activation")
    x = c.matrix(b)
    y = b.arg(b.type(x).dtype, b.type(x).dims)
    one = b.constant_like(1.0, x)
    e, g = b.exp(x), b.exp(y)
    return b.result(c.one([
        lambda: b.div(e, b.sub(one, e)), lambda: b.div(e, b.sub(e, one)), lambda: b.div(e, b.add(one, g)),
        lambda: b.mul(e, y), lambda: b.div(x, b.add(one, b.exp(b.neg(y)))), lambda: b.div(x, b.sub(one, b.abs(x))),
        lambda: b.log(b.sub(one, e)), lambda: b.log(b.sub(e, g)), lambda: b.div(x, b.add(one, b.abs(y))),
        lambda: b.mul(b.add(one, b.erf(y)), x), lambda: b.mul(b.log(x), b.log(y)),
        lambda: b.div(b.sub(e, g), b.add(e, g)), lambda: b.log(b.add(x, b.sqrt(b.add(b.mul(y, y), one)))),
    ])())


def discriminant(c):
    """√(a − b): a true negative is NaN, and rounding is none."""
    b = Builder(kind="near domain")
    x = c.matrix(b)
    y, z = (b.arg(b.type(x).dtype, b.type(x).dims) for _ in range(2))
    four = b.constant_like(c.one([4.0, 1.0, 2.0]), x)
    d = c.one([lambda: b.sub(b.mul(x, x), b.mul(b.mul(y, z), four)), lambda: b.sub(x, y),
               lambda: b.sub(b.mul(x, y), z), lambda: b.sub(b.mul(x, x), b.mul(y, y)),
               lambda: b.sub(b.add(x, y), z)])()
    return b.result(c.one([b.sqrt, b.sqrt, b.rsqrt, b.log])(d))


def domain(c):
    """√(a − b) that exact arithmetic keeps from being negative."""
    b = Builder(kind="domain")
    x = c.matrix(b)
    which = c.one(["sin", "distance", "variance"])
    if which == "sin":
        t = b.cos(x)
        return b.result(b.sqrt(b.sub(b.constant_like(1.0, x), b.mul(t, t))))
    if which == "variance":
        m = mean_of(c, b, x)
        return b.result(b.sqrt(b.sub(mean_of(c, b, b.mul(x, x)), b.mul(m, m))))
    y = b.arg(b.type(x).dtype, b.type(x).dims)
    axis = (last(b, x),)
    squares = b.add(b.reduce("add", b.mul(x, x), axis), b.reduce("add", b.mul(y, y), axis))
    cross = b.mul(b.reduce("add", b.mul(x, y), axis), b.constant_like(2.0, x))
    return b.result(b.sqrt(b.sub(squares, cross)))


def entropy(c):
    b = Builder(kind="xlogy")
    x = c.matrix(b, role="positive")
    a = x if c.chance(0.5) else b.arg(b.type(x).dtype, b.type(x).dims, "positive")
    term = b.mul(a, b.log(x))
    if c.chance(0.3):
        term = b.neg(term)
    else:
        rule(b, term, "xlogy", a, x)
    if "rule" in b.program.nodes[term].attrs and c.chance(0.5):
        return b.result(b.reduce("add", term, (last(b, x),)))
    if "rule" not in b.program.nodes[term].attrs:
        rule(b, b.program.nodes[term].args[0], "xlogy", a, x)
    return b.result(term)


def flag_of(c, b, x, other):
    """A flag of `other` as a number of x's type, and where it is true."""
    dtype = b.type(x).dtype
    threshold = b.const(c.one([0.0, 0.5, -1.0]), dtype)
    condition = b.map("cmp", other, threshold, predicate=c.one(["ogt", "olt", "oge", "ole", "ugt", "ult"]))
    if c.chance(0.5):
        return b.uitofp(condition, dtype=dtype)
    return b.select(condition, b.const(1.0, dtype), b.const(0.0, dtype))


def masked_product(c):
    """x·flag, the flag of another tensor, of x itself, or given as an i1."""
    b = Builder(kind="mask")
    x = c.matrix(b)
    which = c.one(["own", "other", "given", "square", "inverse"])
    if which == "given":
        flag = b.uitofp(b.arg("i1", b.type(x).dims, "flag"), dtype=b.type(x).dtype)
    else:
        other = b.arg(b.type(x).dtype, b.type(x).dims) if which in ("other", "inverse") else x
        flag = flag_of(c, b, x, other)
    if which == "inverse":
        flag = b.sub(b.constant_like(1.0, x), flag)
    value = b.mul(x, x) if which == "square" else x
    out = b.mul(value, flag) if c.chance(0.5) else b.mul(flag, value)
    return b.result(b.reduce("add", out, (last(b, x),)) if c.chance(0.4) else out)


def masked_mean(c):
    """Σ x·flag / Σ flag."""
    b = Builder(kind="mask")
    x = c.matrix(b)
    dtype, axis = b.type(x).dtype, (last(b, x),)
    flag = b.uitofp(b.arg("i1", b.type(x).dims, "flag"), dtype=dtype)
    return b.result(b.div(b.reduce("add", b.mul(x, flag), axis), b.reduce("add", flag, axis)))


def bias_no_softmax(c):
    """A bias that may be −Inf, and no softmax behind it: NaN + −Inf stays NaN."""
    b = Builder(kind="near mask")
    dtype = c.dtype()
    m, k, n = (c.dim(b) for _ in range(3))
    x, w = b.arg(dtype, (m, k)), b.arg(dtype, (k, n))
    bias = b.arg(dtype, c.one([(n,), (m, n)]), "mask")
    s = b.contract(x, w, (m, n), named="matmul" if c.chance(0.6) else None)
    s = b.add(s, bias)
    out = c.one([b.exp, lambda v: v, b.tanh, lambda v: b.reduce("max", v, (1,)),
                 lambda v: b.reduce("add", b.exp(v), (1,)), lambda v: b.div(b.exp(v), b.constant_like(2.0, v))])(s)
    return b.result(out)


def attention(c):
    b = Builder(kind="attention")
    dtype = c.dtype()
    heads = [c.dim(b, c.one([1, 2, 3]))] if c.chance(0.5) else []
    m, n, k, v = (c.dim(b, c.one([1, 2, 3, 4, 5, 8])) for _ in range(4))
    q, key, value = (b.arg(dtype, (*heads, *pair)) for pair in ((m, k), (n, k), (n, v)))
    s = b.contract(q, key, (*heads, m, n))
    if c.chance(0.6):
        s = b.mul(s, b.const(float(np.float16(1 / math.sqrt(b.program.dims[k].extent))), dtype))
    masked = c.one(["none", "add", "add", "select"])
    if masked == "add":
        mask = b.arg(dtype, c.one([(m, n), (n,)]), "mask")
        score = s
        s = rule(b, b.add(s, mask), "masked_score", score, mask)
    elif masked == "select":
        keep = b.arg("i1", (m, n), "flag")
        dims = b.type(s).dims
        s = b.map("select", keep, s, b.const(float("-inf"), dtype), dims=dims, dtype=dtype,
                  maps=[tuple(dims.index(d) for d in (m, n)), tuple(range(len(dims))), ()])
    p = softmax_of(c, b, s)
    out = b.contract(p, value, (*heads, m, v))
    if masked != "none":
        b.program.nodes[out].attrs["masked_by"] = s
    return b.result(*([out] if c.chance(0.8) else [out, p]))


def running_maximum(c):
    b = Builder(kind="running max")
    u = c.matrix(b, role="mask data")
    v = b.arg(b.type(u).dtype, b.type(u).dims, "mask data")
    m = b.map("max", u, v)
    return b.result(m, rule(b, b.exp(b.sub(u, m)), "running_max", u, m))


def quotient(c):
    b = Builder(kind="quotient")
    x = c.matrix(b)
    y = b.arg(b.type(x).dtype, b.type(x).dims)
    return b.result(b.mul(x, b.div(b.constant_like(1.0, x), y)))


def bare_square(c):
    """Logits that go to a softmax and, beside it, to something that overflows."""
    b = Builder(kind="beside softmax")
    x = c.matrix(b)
    p = softmax_of(c, b, x)
    return b.result(p, c.one([lambda: b.mul(x, x), lambda: b.exp(x), lambda: b.reduce("add", x, (last(b, x),)),
                              lambda: b.log(x)])())


def softmax_gradient(c):
    """p·(dp − Σ dp·p): values read twice, as a backward pass has them."""
    b = Builder(kind="gradient")
    x = c.matrix(b)
    p = softmax_of(c, b, x)
    g = b.arg(b.type(x).dtype, b.type(x).dims)
    s = b.reduce("add", b.mul(g, p), (last(b, x),))
    return b.result(p, b.mul(p, b.sub(g, s)))


def norm_gradient(c):
    b = Builder(kind="gradient")
    x = c.matrix(b, least=2)
    g = b.arg(b.type(x).dtype, b.type(x).dims)
    dtype, axis = b.type(x).dtype, (last(b, x),)
    d = b.sub(x, mean_of(c, b, x, "div"))
    v = mean_of(c, b, b.mul(d, d), "div")
    r = b.rsqrt(b.add(v, b.const(1e-3, dtype)))
    h = b.mul(d, r)
    gm, hm = mean_of(c, b, g, "div"), mean_of(c, b, b.mul(g, h), "div")
    return b.result(b.mul(r, b.sub(b.sub(g, gm), b.mul(h, hm))))


def cross_entropy(c):
    b = Builder(kind="loss")
    z = c.matrix(b)
    axis = last(b, z)
    t = b.arg(b.type(z).dtype, b.type(z).dims, "onehot")
    p = softmax_of(c, b, z, "max")
    logs = rule(b, b.log(p), "log_softmax", z, axis=axis)
    return b.result(b.neg(b.reduce("add", rule(b, b.mul(t, logs), "xlogy", t, p), (axis,))))


IDIOMS = [softmax, softmax_near, exp_over_exp, log_softmax, logsumexp, logaddexp, variance, masked_variance,
          other_variance, layer_norm, near_norm, rms_norm, normalize, activation, activation, near_activation,
          discriminant, domain, entropy, masked_product, masked_mean, bias_no_softmax, attention, attention,
          running_maximum, quotient, bare_square, softmax_gradient, norm_gradient, cross_entropy]
