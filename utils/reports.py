"""Compares what two devices report of the same step (nanguard-run's --json)."""
import math

# Rounded on the way; everything else is the same to the bit.
MAGNITUDES = ("max", "inner")
# NANGUARD_TIER_FINITE.
ASKS_ONLY = 128


def is_finite(magnitude):
    """JSON has NaN and Inf as words."""
    return not isinstance(magnitude, str)


def contradiction(ours, theirs, bound):
    """What the ops of two reports differ in, empty if in nothing.

    `bound` is relative, for magnitudes. A sum in another order may be NaN where
    this one is Inf: the two are counted together. A scan of the device that asks
    for NaN and Inf alone has no maximum where there is none.
    """
    if len(ours) != len(theirs):
        return f"{len(theirs)} ops, {len(ours)} on the CPU"
    for a, b in zip(ours, theirs):
        a, b = ({**op, "bad values": op["nan"] + op["inf"]} for op in (a, b))
        if b["byte"] & ASKS_ONLY:
            b["byte"] &= ~ASKS_ONLY
            if not b["bad"]:
                b["max"] = b["max"] or a["max"]
        for key in sorted((set(a) | set(b)) - {"nan", "inf"}):
            x, y = a.get(key), b.get(key)
            same = x == y
            if key in MAGNITUDES and None not in (x, y):
                both = is_finite(x) and is_finite(y)
                same = math.isclose(x, y, rel_tol=bound) if both else is_finite(x) == is_finite(y)
            if not same:
                return f"op {a['id']}: {key} is {y}, {x} on the CPU"
    return ""
