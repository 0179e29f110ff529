"""Judges what the forms of a program gave, element by element, and the report.

A finding is a category with what is wrong in one line. The categories, the worst first:

  changed-right   safe or unfused are wrong where the fused form is right
  false-cure      a number where IEEE and the documented rules call for NaN
  silent-wrong    wrong, and no entry of the report is bad
  lost-infinity   another value than the infinity that exact arithmetic gives
  fused-wrong     the fused form is wrong though nothing left its type's range
  unreported      a NaN or Inf that no entry of the report shows
  report          an entry of the report that is not what numpy counts
"""

from collections import namedtuple

import numpy as np

from . import execute
from .formats import FLOATS, Wide, is_float
from .bounded import HARD, NUMBER, SOFT, UNKNOWN
from .reference import evaluate

Finding = namedtuple("Finding", "category text")
SLACK = 4
"""Errors are first-order bounds, and functions of the CPU are a few units off."""
CATEGORIES = ["changed-right", "false-cure", "silent-wrong", "lost-infinity", "fused-wrong", "unreported", "report"]


def number_right(got, want, dtype):
    """Whether `got` is `want` within its error; an infinity where that is beyond the type."""
    most = FLOATS[dtype].max
    with np.errstate(all="ignore"):
        # exp(z − m) in place of exp z has the rounding of z − m.
        size = np.abs(np.where(want.value == 0, 1, want.value))
        shift = np.where(np.isfinite(size), FLOATS[dtype].unit * size * np.abs(np.log(size)), 0)
        bound = SLACK * want.error + shift
        near = np.abs(got - want.value) <= bound
        outside = (np.abs(want.value) + bound >= most) & (np.abs(got) >= most * (1 - FLOATS[dtype].unit * 4))
        return near | (got == want.value) | (outside & (np.sign(got) == np.sign(want.value)))


def acceptable(got, want, dtype):
    nan = np.isin(want.state, (HARD, SOFT))
    return np.where(want.state == UNKNOWN, True, np.where(nan, np.isnan(got), number_right(got, want, dtype)))


def limits(program, inputs):
    """What the program tends to where zeros and infinities of the inputs are approached."""
    for tiny, sign in ((1e-9, 1), (1e-9, -1), (0, 1)):
        moved = []
        for value, array in zip(program.args(), inputs):
            node = program.nodes[value]
            if not is_float(node.type.dtype):
                moved.append(array)
                continue
            wide = array.astype(np.float64)
            with np.errstate(invalid="ignore"):
                wide = np.where(np.isinf(wide), np.sign(wide) * 4000, np.where(wide == 0, sign * tiny, wide))
            moved.append(wide)
        yield evaluate(program, moved, True)


def near_limit(program, inputs, index, got):
    """Elements of a result that are such a limit."""
    close = np.zeros(got.shape, bool)
    for results in limits(program, inputs):
        want = results[index]
        with np.errstate(all="ignore"):
            close |= (want.state == NUMBER) & (np.abs(got - want.value) <= 2e-3 * (1 + np.abs(want.value)))
            close |= (want.state == UNKNOWN)
    return close


def is_bad(row, op):
    """Whether a report entry shows a NaN, an Inf, or a value that left its type."""
    if not row[execute.STATUS] & execute.SCANNED:
        return False
    form = FLOATS.get(op["dtype"])
    bits = inf_bits(form) if form else 1 << 62
    inner = row[execute.STATUS] & execute.INNER and row[execute.INNER_BITS] >= inf_bits(FLOATS["f64"])
    return bool(inner or row[execute.MAX_BITS] >= bits or row[execute.NAN_COUNT] > 0 or row[execute.INF_COUNT] > 0
                or row[execute.EXIT_COUNT] > 0 or row[execute.STATUS] & (32 | 65536))


def inf_bits(form):
    top = np.array([np.inf]).astype(form.dtype)
    return int(top.view(f"u{form.bits // 8}")[0]) if np.isinf(top.astype(np.float64))[0] else (1 << (form.bits - 1)) - 1


def entry_findings(program, inputs, ops, rows, form):
    """Entries of the function's arguments against a count by numpy."""
    for op, row in zip(ops, rows):
        if op["kind"] != "entry" or not row[execute.STATUS] & execute.COUNTED:
            continue
        array = inputs[op["args"][0]]
        wide = array.astype(np.float64).ravel()
        bad = ~np.isfinite(wide)
        nan, inf = int(np.isnan(wide).sum()), int(np.isinf(wide).sum())
        first = int(np.argmax(bad)) if bad.any() else -1
        bits = array.ravel().view(f"u{array.itemsize}") & ((1 << (array.itemsize * 8 - 1)) - 1)
        want = {"NaN": (nan, execute.NAN_COUNT)}
        # An argument that holds a mask may hold infinities: they count for nothing.
        if not op.get("expect_inf"):
            want.update({"Inf": (inf, execute.INF_COUNT), "first bad": (first, execute.FIRST_BAD),
                         "max bits": (int(bits.max(initial=0)), execute.MAX_BITS)})
        for name, (value, column) in want.items():
            if int(row[column]) != value:
                yield Finding("report", f"{form}: entry of argument {op['args'][0]}: {name} {int(row[column])}, "
                                        f"numpy has {value}")


class Judge:
    """One program on one set of inputs. `runs`: results by form, the report last."""

    def __init__(self, program, inputs, runs, ops):
        self.program, self.inputs, self.runs, self.ops = program, inputs, runs, ops
        self.findings = []
        self.strict = evaluate(program, inputs, False)
        self.documented = evaluate(program, inputs, True)
        self.bad = {form: [is_bad(row, op) for row, op in zip(got[-1], ops)] for form, got in runs.items()}
        self.cures = np.zeros(5, int)

    def add(self, category, form, index, wrong, got, want):
        at = int(np.argmax(np.asarray(wrong).ravel()))
        state = int(np.ravel(want.state)[at])
        text = {NUMBER: f"{float(np.ravel(want.value)[at]):.9g} ± {float(np.ravel(want.error)[at]):.2g}",
                HARD: "NaN", SOFT: "NaN (of zeros or infinities)", UNKNOWN: "?"}[state]
        self.findings.append(Finding(
            category, f"{form}: result {index}[{at}] is {float(np.ravel(got)[at]):.9g}, right is {text}"))

    def run(self):
        fused = self.runs["fused"]
        for index, value in enumerate(self.program.results):
            dtype = self.program.nodes[value].type.dtype
            if not is_float(dtype):
                continue
            got = {form: run[index].astype(np.float64).astype(Wide) for form, run in self.runs.items()}
            self.judge_fused(index, dtype, got["fused"])
            for form in ("safe", "unfused"):
                self.judge_stable(form, index, dtype, got[form], got["fused"])
            self.count_cures(index, dtype, got)
            plain = self.runs["plain"][index]
            if not np.array_equal(plain.astype(np.float64), fused[index].astype(np.float64), equal_nan=True):
                self.findings.append(Finding("fused-wrong", f"result {index}: bits differ with a scan and without"))
        for form in ("fused", "safe", "unfused"):
            self.findings += entry_findings(self.program, self.inputs, self.ops, self.runs[form][-1], form)
            self.judge_reporting(form)
        return self.findings

    def judge_fused(self, index, dtype, got):
        want = self.strict[index]
        wrong = ~want.over & ~acceptable(got, want, dtype)
        if wrong.any():
            self.add("fused-wrong", "fused", index, wrong, got, want)

    def judge_stable(self, form, index, dtype, got, fused):
        want, rules = self.strict[index], self.documented[index]
        fine = acceptable(got, want, dtype) | acceptable(got, rules, dtype)
        if fine.all():
            return
        fused_right = acceptable(fused, want, dtype)
        finite = (rules.state == NUMBER) & (np.abs(rules.value) <= FLOATS[dtype].max)
        changed = ~fine & fused_right & (want.state == NUMBER) & finite
        no_wider = dtype == "f64" or (form == "safe" and dtype != "f16")
        if no_wider and any(self.bad[form]):
            # It adds up in another order, and the report shows that a sum left the range.
            changed &= ~want.over
        if changed.any():
            return self.add("changed-right", form, index, changed, got, want)
        cured = ~fine & ~np.isnan(got) & np.isin(rules.state, (HARD, SOFT))
        if (cured & (rules.state == SOFT)).any():
            cured &= (rules.state == HARD) | ~near_limit(self.program, self.inputs, index, got)
        wrong = ~fine & finite
        if no_wider:
            # The form computes in no wider type, and nothing sees what left the range on the way; it may then
            # give the number that the form as written gives.
            cured &= ~want.over | np.isnan(fused)
            wrong &= ~want.over
        if cured.any():
            return self.add("false-cure", form, index, cured, got, rules)
        if wrong.any() and not any(self.bad[form]):
            return self.add("silent-wrong", form, index, wrong, got, rules)
        lost = ~fine & (rules.state == NUMBER) & np.isinf(rules.value) & fused_right
        if lost.any():
            self.add("lost-infinity", form, index, lost, got, rules)
        return None

    def judge_reporting(self, form):
        """A NaN that is born in the function is in an entry that is not an argument's."""
        finite_in = all(np.isfinite(a.astype(np.float64)).all() for a in self.inputs if a.dtype.kind not in "bi")
        shown = [bad for bad, op in zip(self.bad[form], self.ops) if op["kind"] != "entry" or not finite_in]
        for index, value in enumerate(self.program.results):
            node = self.program.nodes[value]
            if not is_float(node.type.dtype) or node.op == "arg":
                continue
            wide = self.runs[form][index].astype(np.float64)
            if np.isnan(wide).any() and not any(shown):
                self.add("unreported", form, index, np.isnan(wide), wide, self.strict[index])

    def count_cures(self, index, dtype, got):
        """[wrong when unguarded, reported, safe right, unfused right, either] elements."""
        want = self.documented[index]
        owed = (want.state == NUMBER) & (np.abs(want.value) <= FLOATS[dtype].max)
        wrong = owed & ~number_right(got["plain"], want, dtype)
        right = [number_right(got[form], want, dtype) for form in ("safe", "unfused")]
        self.cures += np.array([wrong.sum(), wrong.sum() if any(self.bad["fused"]) else 0, (wrong & right[0]).sum(),
                                (wrong & right[1]).sum(), (wrong & (right[0] | right[1])).sum()])
