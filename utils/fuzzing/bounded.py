"""Numbers with what is known of them: a value in 64 bits, a bound on the error that an evaluation in
the element type may have, and a state.

The value is that of exact arithmetic on the inputs as the types hold them: no intermediate is
rounded to a narrow type, none overflows. A result beyond the range of the reference itself is
UNKNOWN, and so is what a comparison too close to call decides.
"""

import numpy as np

from .formats import FLOATS, Wide, is_float

NUMBER, HARD, SOFT, UNKNOWN = range(4)
"""HARD: NaN of a NaN or of a domain (√−1). SOFT: NaN of infinities and zeros (0·Inf, 0/0, Inf − Inf)."""
SMALLEST = np.finfo(Wide).smallest_subnormal


class Numbers:
    """Arrays of one shape: value, error, state, `over`: as written, a type's range was left, and
    `blind`: a flag that a comparison with a NaN decided."""

    def __init__(self, value, error=None, state=None, over=None, blind=None):
        self.value = np.asarray(value)
        shape = self.value.shape
        self.error = np.zeros(shape, Wide) if error is None else np.broadcast_to(error, shape)
        self.state = np.zeros(shape, np.uint8) if state is None else np.broadcast_to(state, shape)
        self.over = np.zeros(shape, bool) if over is None else np.broadcast_to(over, shape)
        self.blind = np.zeros(shape, bool) if blind is None else np.broadcast_to(blind, shape)

    def apply(self, function):
        """The same movement of elements for all arrays."""
        return Numbers(*(function(a) for a in (self.value, self.error, self.state, self.over, self.blind)))

    @property
    def known(self):
        return self.state == NUMBER


def of_input(array, dtype):
    if not is_float(dtype):
        return Numbers(np.asarray(array))
    value = np.asarray(array).astype(np.float64).astype(Wide)
    return Numbers(value, state=np.where(np.isnan(value), HARD, NUMBER).astype(np.uint8))


def worst(*operands):
    """The state and `over` that operands hand on."""
    states = [np.asarray(o.state) for o in operands]
    shape = np.broadcast_shapes(*(s.shape for s in states))
    state = np.zeros(shape, np.uint8)
    for wanted in (SOFT, UNKNOWN, HARD):
        for other in states:
            state = np.where(other == wanted, np.uint8(wanted), state)
    over = np.zeros(shape, bool)
    for other in operands:
        over = over | other.over
    return state, over


def finish(value, error, dtype, operands, soft=False, hard=False, unknown=False, steps=1):
    """Rounds once to `dtype`: widens the error, marks what left the range."""
    form = FLOATS[dtype]
    state, over = worst(*operands)
    finite_in = np.ones(state.shape, bool)
    for operand in operands:
        if operand.value.dtype == Wide:
            finite_in = finite_in & np.isfinite(operand.value)
    clear = state == NUMBER
    state = np.where(clear & soft, np.uint8(SOFT), state)
    state = np.where(clear & hard, np.uint8(HARD), state)
    state = np.where(clear & unknown, np.uint8(UNKNOWN), state)
    error = np.where(np.isinf(value), Wide(0), error + steps * (form.unit * np.abs(value) + form.tiny))
    lost = np.isnan(value) | np.isnan(error)
    state = np.where((state == NUMBER) & lost, np.uint8(UNKNOWN), state)
    over = over | (finite_in & (np.abs(value) + error > form.max))
    # A result of the form NaN has no error of its own.
    error = np.where(state == NUMBER, error, Wide(0))
    return Numbers(np.where(state == NUMBER, value, Wide("nan")), error, state, over)



def total(numbers, axes, dtype, init=0.0):
    """A sum along `axes` in any order."""
    form, axes = FLOATS[dtype], tuple(axes)
    value = np.where(numbers.known, numbers.value, Wide(0))
    count = int(np.prod([numbers.value.shape[a] for a in axes])) if axes else 1
    finite = np.where(np.isfinite(value), value, Wide(0))
    plus = (value == np.inf).any(axis=axes) | (init == np.inf)
    minus = (value == -np.inf).any(axis=axes) | (init == -np.inf)
    size = np.abs(finite).sum(axis=axes) + (abs(Wide(init)) if np.isfinite(init) else 0)
    out = finite.sum(axis=axes) + (Wide(init) if np.isfinite(init) else 0)
    error = numbers.error.sum(axis=axes) + (count + 1) * form.unit * size + count * form.tiny
    out = np.where(plus, np.inf, np.where(minus, -np.inf, out))
    error = np.where(plus | minus, Wide(0), error)
    state = np.zeros(out.shape, np.uint8)
    state = np.where(plus & minus, np.uint8(SOFT), state)
    for wanted in (SOFT, UNKNOWN, HARD):
        state = np.where((numbers.state == wanted).any(axis=axes), np.uint8(wanted), state)
    # Finite terms that overflow beside an infinity may meet it as its opposite.
    over = numbers.over.any(axis=axes) | (size + error > form.max)
    lost = (state == NUMBER) & ~(np.isfinite(out) | plus | minus)
    state = np.where(lost, np.uint8(UNKNOWN), state)
    return Numbers(np.where(state == NUMBER, out, Wide("nan")), np.where(state == NUMBER, error, 0), state, over)


def extreme(numbers, axes, init, largest=True, skips_nan=False):
    """A maximum or minimum along `axes`."""
    axes, sign = tuple(axes), 1 if largest else -1
    value = np.where(numbers.known, sign * numbers.value, -np.inf)
    out = sign * np.maximum(value.max(axis=axes, initial=-np.inf), sign * Wide(init))
    error = np.where(numbers.known, numbers.error, 0).max(axis=axes, initial=0)
    state = np.zeros(out.shape, np.uint8)
    for wanted in ((UNKNOWN,) if skips_nan else (SOFT, UNKNOWN, HARD)):
        state = np.where((numbers.state == wanted).any(axis=axes), np.uint8(wanted), state)
    return Numbers(np.where(state == NUMBER, out, Wide("nan")), error, state, numbers.over.any(axis=axes))
