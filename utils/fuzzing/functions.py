"""Elementwise operations on Numbers, each with a bound on how errors of its operands grow."""

import math

import numpy as np

from .formats import FLOATS, Wide
from .bounded import HARD, NUMBER, SMALLEST, SOFT, UNKNOWN, Numbers, finish, worst

LN2 = np.log(Wide(2))
erf_f64 = np.vectorize(math.erf, otypes=[np.float64])
erfc_f64 = np.vectorize(math.erfc, otypes=[np.float64])


def erf(x):
    """To 53 bits, which is enough beside f32; of f64 the error is in the bound."""
    return erf_f64(x.astype(np.float64)).astype(Wide)


def spread(function, *operands):
    """How far `function` moves within its operands' errors; monotonic functions are exact in this."""
    middle, most = function(*(o.value for o in operands)), None
    for corner in range(2 ** len(operands)):
        moved = function(*(o.value + (o.error if corner >> i & 1 else -o.error) for i, o in enumerate(operands)))
        far = np.where(middle == moved, 0, np.abs(moved - middle))
        most = far if most is None else np.maximum(most, far)
    return middle, most


def add(a, b, dtype):
    value = a.value + b.value
    return finish(value, a.error + b.error, dtype, (a, b), soft=np.isinf(a.value) & (a.value == -b.value))


def negated(a):
    return Numbers(-a.value, a.error, a.state, a.over)


def sub(a, b, dtype):
    return add(a, negated(b), dtype)


def mul(a, b, dtype):
    value = a.value * b.value
    error = np.abs(a.value) * b.error + np.abs(b.value) * a.error + a.error * b.error
    touching = [(np.isinf(x.value) & (np.abs(y.value) <= y.error)) for x, y in ((a, b), (b, a))]
    soft = (touching[0] & (b.error == 0)) | (touching[1] & (a.error == 0))
    lost = (value == 0) & (a.value != 0) & (b.value != 0)
    return finish(value, np.where(lost, SMALLEST, error), dtype, (a, b), soft=soft,
                  unknown=(touching[0] | touching[1]) & ~soft | overflowed(value, a, b))


def overflowed(value, *operands):
    """The reference's own range was left."""
    finite = np.isinf(value)
    for operand in operands:
        finite = finite & np.isfinite(operand.value)
    return finite


def div(a, b, dtype):
    value = a.value / b.value
    near = np.abs(b.value) <= b.error
    error = (a.error + np.abs(value) * b.error) / (np.abs(b.value) - b.error)
    both = (a.value == 0) & (b.value == 0) & (a.error == 0) & (b.error == 0)
    soft = both | (np.isinf(a.value) & np.isinf(b.value))
    error = np.where(np.isinf(b.value) | np.isinf(value), 0, error)
    lost = (value == 0) & (a.value != 0) & np.isfinite(b.value)
    return finish(value, np.where(lost, SMALLEST, error), dtype, (a, b), soft=soft,
                  unknown=near & (b.error > 0) & ~soft | np.isinf(value) & np.isfinite(a.value) & (b.value != 0))


def extremum(a, b, dtype, largest, skips_nan):
    value = np.maximum(a.value, b.value) if largest else np.minimum(a.value, b.value)
    state, over = worst(a, b)
    error = np.maximum(a.error, b.error)
    if skips_nan:
        one = [x.state == NUMBER for x in (a, b)]
        nan = [(x.state == HARD) | (x.state == SOFT) for x in (a, b)]
        value = np.where(one[0] & nan[1], a.value, np.where(one[1] & nan[0], b.value, value))
        state = np.where((one[0] & nan[1]) | (one[1] & nan[0]), np.uint8(NUMBER), state)
        lost = [x.state == UNKNOWN for x in (a, b)]
        state = np.where((lost[0] & nan[1]) | (lost[1] & nan[0]), np.uint8(UNKNOWN), state)
    return Numbers(np.where(state == NUMBER, value, Wide("nan")), np.where(state == NUMBER, error, 0), state, over)


def smooth(function, a, dtype, hard=None, unknown=None, steps=4):
    """A function of one operand that is monotonic within the error."""
    value, error = spread(function, a)
    return finish(value, error, dtype, (a,), hard=False if hard is None else hard,
                  unknown=overflowed(value, a) if unknown is None else unknown, steps=steps)


def exponential(function):
    def apply(a, dtype):
        value, error = spread(function, a)
        lost = (value == 0) & np.isfinite(a.value)
        return finish(value, np.where(lost, SMALLEST, error), dtype, (a,), unknown=overflowed(value, a), steps=4)
    return apply


def logarithm(function, pole):
    """Of `x`, with its pole at `pole` and NaN below."""
    def apply(a, dtype):
        below = a.value < pole
        near = (a.error > 0) & (np.abs(a.value - pole) <= a.error)
        value, error = spread(function, a)
        error = np.where(a.value == pole, 0, error)
        return finish(value, error, dtype, (a,), hard=below & ~near, unknown=near, steps=4)
    return apply


def sqrt(a, dtype):
    near = (a.error > 0) & (np.abs(a.value) <= a.error)
    return smooth(np.sqrt, a, dtype, hard=(a.value < 0) & ~near, unknown=near, steps=2)


def rsqrt(a, dtype):
    near = (a.error > 0) & (np.abs(a.value) <= a.error)
    return smooth(lambda x: 1 / np.sqrt(x), a, dtype, hard=(a.value < 0) & ~near, unknown=near, steps=3)


def periodic(function):
    def apply(a, dtype):
        infinite = np.isinf(a.value)
        value = function(np.where(infinite, 0, a.value))
        error = np.minimum(a.error, 2) + np.where(np.abs(a.value) > 1e15, 2, 0)
        return finish(value, error, dtype, (a,), hard=infinite, steps=4)
    return apply


def arc(function):
    def apply(a, dtype):
        near = (a.error > 0) & (np.abs(np.abs(a.value) - 1) <= a.error)
        return smooth(function, a, dtype, hard=(np.abs(a.value) > 1) & ~near, unknown=near)
    return apply


def power(a, b, dtype):
    value, error = spread(np.power, a, b)
    odd = (a.value <= 0) | np.isinf(a.value) | np.isinf(b.value)
    return finish(value, error, dtype, (a, b), unknown=(odd & ~((a.value == 0) & (b.value > 0) & (a.error == 0)))
                  | overflowed(value, a, b), steps=8)


def absolute(a, dtype):
    return Numbers(np.abs(a.value), a.error, a.state, a.over)


def floor(a, dtype):
    unsure = np.floor(a.value - a.error) != np.floor(a.value + a.error)
    return finish(np.floor(a.value), Wide(0), dtype, (a,), unknown=unsure & np.isfinite(a.value))


ORDERED = {"lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal, "eq": np.equal,
           "ne": np.not_equal}


def compare(a, b, predicate):
    """cmpf or cmpi: an i1, UNKNOWN where the errors decide."""
    nan = [(x.state == HARD) | (x.state == SOFT) for x in (a, b)]
    state, over = worst(a, b)
    if is_integer(a):
        return Numbers(ORDERED[predicate.lstrip("su")](a.value, b.value), state=state, over=over)
    either = nan[0] | nan[1]
    if predicate == "uno":
        value = either
    else:
        value = np.where(either, predicate[0] == "u", ORDERED[predicate[1:]](a.value, b.value))
    error = a.error + b.error
    close = (error > 0) & (np.abs(a.value - b.value) <= error) & (predicate != "uno")
    unknown = (a.state == UNKNOWN) | (b.state == UNKNOWN) | (close & ~either)
    return Numbers(value, state=np.where(unknown, np.uint8(UNKNOWN), np.uint8(NUMBER)), over=over)


def is_integer(a):
    return a.value.dtype != Wide


def select(condition, a, b):
    """A choice takes the state of what it chooses."""
    shape = np.broadcast_shapes(condition.value.shape, a.value.shape, b.value.shape)
    pick = [np.where(condition.value, x, y) for x, y in
            ((a.value, b.value), (a.error, b.error), (a.state, b.state), (a.over, b.over))]
    unsure = condition.state != NUMBER
    same = (a.value == b.value) & (a.state == NUMBER) & (b.state == NUMBER)
    state = np.broadcast_to(np.where(unsure & ~same, np.uint8(UNKNOWN), pick[2]), shape)
    return Numbers(np.broadcast_to(pick[0], shape), pick[1], state, pick[3] | condition.over)


def logical(a, b, combine):
    state, over = worst(a, b)
    return Numbers(combine(a.value, b.value), state=state, over=over)


def to_float(a, dtype, unsigned=False):
    value = a.value.astype(Wide)
    if a.value.dtype == bool and not unsigned:
        value = -value
    state, over = worst(a)
    exact = FLOATS[dtype].unit * np.abs(value) < Wide(0.5)
    error = np.where(exact, 0, FLOATS[dtype].unit * np.abs(value))
    return Numbers(value, error, state, over | (np.abs(value) > FLOATS[dtype].max))


def to_integer(a, dtype):
    unsure = np.trunc(a.value - a.error) != np.trunc(a.value + a.error)
    outside = ~(np.abs(a.value) < 2.0 ** 30)
    state = np.where((a.state != NUMBER) | unsure | outside, np.uint8(UNKNOWN), np.uint8(NUMBER))
    return Numbers(np.where(state == NUMBER, np.trunc(a.value), 0).astype(dtype), state=state, over=a.over)


def cast(a, dtype):
    return finish(a.value, a.error, dtype, (a,))


TABLE = {
    "add": add, "sub": sub, "mul": mul, "div": div, "pow": power,
    "max": lambda a, b, t: extremum(a, b, t, True, False), "min": lambda a, b, t: extremum(a, b, t, False, False),
    "maxnum": lambda a, b, t: extremum(a, b, t, True, True),
    "minnum": lambda a, b, t: extremum(a, b, t, False, True),
    "exp": exponential(np.exp), "exp2": exponential(np.exp2), "expm1": exponential(np.expm1),
    "log": logarithm(np.log, 0), "log1p": logarithm(np.log1p, -1), "log2": logarithm(np.log2, 0),
    "sqrt": sqrt, "rsqrt": rsqrt, "tanh": lambda a, t: smooth(np.tanh, a, t, unknown=False),
    "erf": lambda a, t: finish(erf(a.value), np.minimum(a.error * Wide(1.13), 2) + Wide(2) ** -52, t, (a,), steps=4),
    "abs": absolute, "neg": lambda a, t: negated(a), "sin": periodic(np.sin), "cos": periodic(np.cos),
    "asin": arc(np.arcsin), "acos": arc(np.arccos), "floor": floor, "cast": cast,
}
