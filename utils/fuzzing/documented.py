"""What docs/numerics.md says of an idiom, computed in a form that overflows nowhere.

Each function takes the node and the idiom's own operands and gives Numbers, or None.
"""

import numpy as np

from . import functions as f
from .formats import FLOATS, Wide
from .bounded import HARD, NUMBER, SOFT, UNKNOWN, Numbers, finish

WHOLE_ROWS = ("softmax", "log_softmax")
"""Rules by which one +Inf makes the row NaN, where the plain form has zeros beside it."""


def row_state(z, axis):
    """The state that a row's elements force on all of it."""
    state = np.zeros(np.max(z.state, axis=axis, keepdims=True, initial=0).shape, np.uint8)
    for wanted in (SOFT, UNKNOWN, HARD):
        state = np.where((z.state == wanted).any(axis=axis, keepdims=True), np.uint8(wanted), state)
    return state


def pieces(node, z):
    """Of a row: state, maximum, exp(z − maximum), its sum, the relative error of an exp."""
    axis = node.attrs["axis"]
    state = row_state(z, axis)
    value = np.where(z.known, z.value, -np.inf)
    most = value.max(axis=axis, keepdims=True, initial=-np.inf)
    finite = np.where(np.isfinite(most), most, 0)
    terms = np.exp(value - finite)
    far = np.where(z.known & np.isfinite(z.value), z.error + FLOATS[node.type.dtype].unit * np.abs(z.value), 0)
    error = np.expm1(2 * far.max(axis=axis, keepdims=True, initial=0))
    return state, most, terms, terms.sum(axis=axis, keepdims=True), error


def row(node, z, value, error, state):
    shape = z.value.shape
    value, error, state = (np.broadcast_to(a, shape) for a in (value, error, state))
    plain = Numbers(np.zeros(shape, Wide), over=z.over)
    out = finish(np.where(state == NUMBER, value, Wide("nan")), error, node.type.dtype, (plain,),
                 steps=z.value.shape[node.attrs["axis"]] + 8)
    state = np.where(state == NUMBER, np.where(out.state == NUMBER, np.uint8(NUMBER), np.uint8(UNKNOWN)), state)
    return Numbers(np.where(state == NUMBER, value, Wide("nan")), np.where(state == NUMBER, out.error, 0), state, out.over)


def softmax(node, z):
    """softmax_r1, softmax_r2: a row of −Inf or with +Inf is NaN."""
    state, most, terms, sum_, error = pieces(node, z)
    state = np.where((state == NUMBER) & np.isinf(most), np.uint8(SOFT), state)
    value = terms / sum_
    return row(node, z, value, 2 * value * error, state)


def log_softmax(node, z):
    """log_softmax_r1."""
    state, most, _, sum_, error = pieces(node, z)
    state = np.where((state == NUMBER) & np.isinf(most), np.uint8(SOFT), state)
    size = np.where(np.isfinite(z.value), np.abs(z.value), 0) + np.where(np.isfinite(most), np.abs(most), 0)
    return row(node, z, z.value - most - np.log(sum_),
               z.error + error + 4 * FLOATS[node.type.dtype].unit * (size + 1), state)


def logsumexp(node, z):
    """logsumexp_r1, logsumexp_r2: all −Inf: −Inf; one +Inf: +Inf. `scale`: of the sum."""
    axis = node.attrs["axis"]
    state, most, _, sum_, error = pieces(node, z)
    value = np.where(np.isfinite(most), most + np.log(sum_), most) + np.log(Wide(node.attrs.get("scale", 1)))
    size = np.where(np.isfinite(most), np.abs(most), 0) + 1
    error = np.where(np.isinf(value), 0, error + (z.value.shape[axis] + 8) * FLOATS[node.type.dtype].unit * size)
    value, error, state = (a.squeeze(axis) for a in (value, error, state))
    return Numbers(np.where(state == NUMBER, value, Wide("nan")), np.where(state == NUMBER, error, 0), state)


def of_x(function, hard=None):
    """An idiom of one operand by a function that is right everywhere."""
    def rule(node, x):
        value, error = f.spread(function, x)
        return finish(value, error, node.type.dtype, (x,), steps=8,
                      hard=False if hard is None else hard(x.value))
    return rule


def stable_sigmoid(x):
    small = np.exp(-np.abs(x))
    return np.where(x >= 0, 1 / (1 + small), small / (1 + small))


def stable_softplus(x):
    return np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))


def stable_silu(x):
    return np.where(np.isneginf(x), 0, x * stable_sigmoid(x))


def stable_gelu(x):
    normal = f.erfc_f64((-x / np.sqrt(Wide(2))).astype(np.float64)).astype(Wide) / 2
    return np.where(np.isneginf(x), 0, x * normal)


def stable_asinh(x):
    return np.arcsinh(x)


sigmoid, softplus, silu = of_x(stable_sigmoid), of_x(stable_softplus), of_x(stable_silu)
tanh, gelu, asinh = of_x(np.tanh), of_x(stable_gelu), of_x(stable_asinh)
softsign = of_x(lambda x: np.where(np.isinf(x), np.sign(x), x / (1 + np.abs(x))))
log_sigmoid = of_x(lambda x: -stable_softplus(-x))
mish = of_x(lambda x: np.where(np.isneginf(x), 0, x * np.tanh(stable_softplus(x))))


def logaddexp(node, a, b):
    """logaddexp_r1, logaddexp_r2."""
    value, error = f.spread(np.logaddexp, a, b)
    size = np.where(np.isfinite(value), np.maximum(np.abs(a.value), np.abs(b.value)), 0)
    size = np.where(np.isfinite(size), size, np.abs(value))
    return finish(value, error + 4 * FLOATS[node.type.dtype].unit * size, node.type.dtype, (a, b), steps=8)


def zero_where(condition, a, b):
    """0 where the condition holds and neither operand is a NaN."""
    clear = condition & (a.state == NUMBER) & (b.state == NUMBER)
    state = np.where(clear, np.uint8(NUMBER), np.uint8(SOFT))
    for wanted in (UNKNOWN, HARD):
        state = np.where((a.state == wanted) | (b.state == wanted), np.uint8(wanted), state)
    return Numbers(np.where(clear, Wide(0), Wide("nan")), None, state)


def xlogy(node, a, x):
    """xlogy_r1: 0 where a is 0 and the logarithm infinite; of x < 0 NaN."""
    out = zero_where((a.value == 0) & (a.error == 0), a, x)
    return Numbers(out.value, None, np.where((x.value < 0) & x.known, np.uint8(HARD), out.state))


def dead(node, c, scale):
    """dead_r1: what one 0 scales is not read."""
    c, scale = np_pair(c, scale)
    zero = (scale.value == 0) & (scale.error == 0) & scale.known
    return Numbers(np.where(zero, Wide(0), Wide("nan")), None, np.where(zero, np.uint8(NUMBER), np.uint8(HARD)))


def normalize(node, x, length):
    """normalize_r1: 0 where x and its row's length are 0. `length` as broadcast as x."""
    length = length.apply(lambda a: a.reshape(a.shape + (1,) * (x.value.ndim - a.ndim)))
    return zero_where((x.value == 0) & (length.value == 0), *np_pair(x, length))


def np_pair(a, b):
    shape = np.broadcast_shapes(a.value.shape, b.value.shape)
    return a.apply(lambda v: np.broadcast_to(v, shape)), b.apply(lambda v: np.broadcast_to(v, shape))


def running_max(node, u, m):
    """running_max_r1: exp(u − m) is 0 where m is −Inf."""
    return zero_where(np.isneginf(m.value), u, m)


def masked_score(node, score, mask):
    """mask_r1: −Inf where the mask is −Inf, whatever the score."""
    score, mask = np_pair(score, mask)
    hidden = np.isneginf(mask.value) & mask.known
    state = np.where(hidden, np.uint8(NUMBER), np.where(score.state != NUMBER, score.state, np.uint8(SOFT)))
    return Numbers(np.where(hidden, Wide(-np.inf), Wide("nan")), None, state)
