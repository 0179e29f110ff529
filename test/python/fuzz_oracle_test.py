"""The oracle of utils/fuzz.py: what the reference calls for, and that a wrong form is found."""

import pathlib
import sys
import unittest

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "utils"))

from fuzzing.bounded import HARD, NUMBER, SOFT, UNKNOWN
from fuzzing.generate import make_inputs, make_program
from fuzzing.emit import module_text
from fuzzing.oracle import Judge
from fuzzing.program import Builder
from fuzzing.reference import evaluate
from fuzzing.shrink import Shrinker


def f32(*values):
    return np.array(values, np.float32)


def unary(*ops):
    b = Builder()
    x = b.arg("f32", (b.dim(3),))
    for op in ops:
        x = b.map(op, x)
    return b.result(x)


def own_flag(own):
    """x·(y > 0), y being x or an argument of its own."""
    b = Builder()
    x = b.arg("f32", (b.dim(3),))
    y = x if own else b.arg("f32", b.type(x).dims)
    condition = b.map("cmp", y, b.const(0.0, "f32"), predicate="ogt")
    return b.result(b.mul(x, b.uitofp(condition, dtype="f32")))


class Reference(unittest.TestCase):
    def state(self, program, *inputs, documented=False):
        return list(evaluate(program, inputs, documented)[0].state)

    def test_domain_and_indeterminate(self):
        self.assertEqual(self.state(unary("sqrt"), f32(-1, 0, 4)), [HARD, NUMBER, NUMBER])
        b = Builder()
        x = b.arg("f32", (b.dim(3),))
        program = b.result(b.sub(x, x))
        self.assertEqual(self.state(program, f32(np.inf, np.nan, 1)), [SOFT, HARD, NUMBER])

    def test_an_overflow_on_the_way_is_none(self):
        result = evaluate(unary("exp", "log"), [f32(1000, 0, -1)], False)[0]
        self.assertEqual(list(result.state), [NUMBER] * 3)
        self.assertEqual(list(result.over), [True, False, False])
        np.testing.assert_allclose(result.value.astype(float), [1000, 0, -1], atol=1e-12)

    def test_a_close_comparison_is_unknown(self):
        b = Builder()
        x = b.arg("f32", (b.dim(1),))
        third = b.map("div", x, b.const(3.0, "f32"))
        back = b.mul(third, b.const(3.0, "f32"))
        condition = b.map("cmp", back, x, predicate="ogt")
        program = b.result(b.select(condition, x, b.neg(x)))
        self.assertEqual(self.state(program, f32(1)), [UNKNOWN])

    def test_a_mask_hides_another_tensor_only(self):
        x, y = f32(np.nan, np.nan, 1), f32(1, -1, -1)
        self.assertEqual(self.state(own_flag(False), x, y, documented=True), [HARD, NUMBER, NUMBER])
        self.assertEqual(self.state(own_flag(False), x, y), [HARD, HARD, NUMBER])
        self.assertEqual(self.state(own_flag(True), x, documented=True), [HARD, HARD, NUMBER])


class Oracle(unittest.TestCase):
    def judge(self, program, inputs, fused, safe):
        report = np.zeros((0, 12), np.int64)
        runs = {"plain": [fused, report], "fused": [fused, report], "safe": [safe, report], "unfused": [safe, report]}
        return {finding.category for finding in Judge(program, [inputs], runs, []).run()}

    def test_right_forms_pass(self):
        right = np.sqrt(f32(1, 2, 3))
        self.assertEqual(self.judge(unary("sqrt"), f32(1, 2, 3), right, right), set())

    def test_a_changed_number_is_found(self):
        right = np.sqrt(f32(1, 2, 3))
        self.assertEqual(self.judge(unary("sqrt"), f32(1, 2, 3), right, right * f32(1, 1, 1.001)), {"changed-right"})

    def test_a_false_cure_is_found(self):
        self.assertIn("false-cure", self.judge(own_flag(True), f32(np.nan, 2, -3), f32(np.nan, 2, -0.0),
                                               f32(0, 2, -0.0)))

    def test_a_wrong_fused_form_is_found(self):
        self.assertIn("fused-wrong", self.judge(unary("sqrt"), f32(1, 2, 3), f32(1, 2, 3), np.sqrt(f32(1, 2, 3))))


class Programs(unittest.TestCase):
    def test_the_same_seed_gives_the_same_text(self):
        texts = {module_text([make_program(np.random.default_rng(7), ["f16", "f32"], "f", True)]) for _ in range(2)}
        self.assertEqual(len(texts), 1)

    def test_a_failure_becomes_small(self):
        rng = np.random.default_rng(3)
        program = make_program(rng, ["f32"], "f", True)
        inputs = make_inputs(rng, program, 1)[0]
        small, _ = Shrinker(lambda p, i: True, seconds=5).run(program, inputs)
        self.assertLess(len(small.nodes), max(len(program.nodes), 2))


if __name__ == "__main__":
    unittest.main()
