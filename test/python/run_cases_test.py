"""Tests utils/run_cases.py with stand-ins for nanguard-opt and nanguard-run."""

import json
import pathlib
import stat
import subprocess
import sys
import tempfile
import textwrap
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
try:
    import numpy  # noqa: F401
except ImportError:
    numpy = None

# Gives back the first input, unless the folder's file `behaviour` says otherwise.
FAKE_RUN = """\
    #!{python}
    import json, os, pathlib, sys, time
    import numpy as np
    options = dict(a[2:].split("=", 1) for a in sys.argv[2:])
    how = pathlib.Path(__file__).with_name("behaviour").read_text()
    if how == "crash":
        os.abort()
    if how == "hang":
        time.sleep(60)
    if how == "refuse":
        sys.exit("error: no such model")
    value = np.load(options["input"][1:])
    if how == "fused wrong" and options["tiers"] == "fused":
        value = value + value
    np.save(options["output"][1:], value)
    verdict = "inner" if how == "false report" else "none"
    pathlib.Path(options["json"]).write_text(json.dumps({{"step": 0, "ops": [{{"id": 3, "verdict": verdict}}]}}) + "\\n")
"""


@unittest.skipIf(numpy is None, "numpy is not installed")
class RunCases(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.tool("nanguard-opt", "#!/bin/sh\nexit 0\n")
        self.tool("nanguard-run", textwrap.dedent(FAKE_RUN).format(python=sys.executable))

    def tool(self, name, text):
        path = self.folder / name
        path.write_text(text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def run_case(self, behaviour, kind="inf-from-finite", values=(1.5, "nan", "-inf"),
                 expected=None, dtype="f16", *extra, **more):
        (self.folder / "behaviour").write_text(behaviour)
        case = self.folder / "cases" / "one"
        case.mkdir(parents=True, exist_ok=True)
        (case / "model.mlir").write_text("module {}\n")
        tensor = {"shape": [len(values)], "dtype": dtype, "values": list(values)}
        record = {"kind": kind, "inputs": [tensor], "tolerance": {"rel": 0.001, "abs": 0},
                  "expected": [dict(tensor, values=list(expected or values))], **more}
        (case / "case.json").write_text(json.dumps(record))
        return subprocess.run(
            [sys.executable, ROOT / "utils" / "run_cases.py", case.parent, "--nanguard-opt",
             self.folder / "nanguard-opt", "--nanguard-run", self.folder / "nanguard-run",
             "--timeout=5", *extra], capture_output=True, text=True)

    def check(self, done, code, *words):
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        for word in words:
            self.assertIn(word, done.stdout)

    def test_right(self):
        for dtype in ("f16", "bf16", "f32"):
            self.check(self.run_case("right", dtype=dtype), 0, "1 passed, 0 failed")
        self.check(self.run_case("right", values=(1, -2), dtype="i64"), 0)

    def test_no_elements(self):
        self.check(self.run_case("right", values=()), 0, "1 passed")

    def test_fused_may_be_wrong_only_where_it_is_to_be_repaired(self):
        self.check(self.run_case("fused wrong"), 0, "wrong")
        self.check(self.run_case("fused wrong", "false-alarm"), 1, "FAIL", "fused: 1 of 3 wrong")

    def test_wrong_values(self):
        self.check(self.run_case("right", expected=(1.6, "nan", "-inf")), 1, "0 passed, 1 failed")
        self.check(self.run_case("right", expected=(1.5, 0.0, "-inf")), 1)
        self.check(self.run_case("right", expected=(1.5, "nan", "inf")), 1)

    def test_alternatives(self):
        other = [{"when": "x", "expected": [{"shape": [3], "dtype": "f16", "values": [1.5, "nan", "-inf"]}]}]
        self.check(self.run_case("right", expected=(0, 0, 0), alternatives=other), 0, "1 passed")

    def test_false_report(self):
        self.check(self.run_case("false report"), 0)
        self.check(self.run_case("false report", "legit-nonfinite"), 1, "op 3 inner")

    def test_tools_that_fail(self):
        self.check(self.run_case("crash"), 1, "crash (SIGABRT)")
        self.check(self.run_case("refuse"), 1, "no such model")
        self.check(self.run_case("hang", "false-alarm", (1.0,), None, "f32", "--variants=safe", "--timeout=1"),
                   1, "no end after 1 s")

    def test_allowed_failure(self):
        self.check(self.run_case("crash", "false-alarm", (1.0,), None, "f32", "--allow=one"), 0, "1 allowed")

    def test_missing_tool(self):
        (self.folder / "nanguard-run").unlink()
        self.assertEqual(self.run_case("right").returncode, 2)


def by_hand():
    sys.path.insert(0, str(ROOT / "python"))
    from make_cases import BY_HAND
    return BY_HAND


class MakeCases(unittest.TestCase):
    @unittest.skipIf(numpy is None, "numpy is not installed")
    def test_checked_in_cases_are_fresh(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, ROOT / "python" / "make_cases.py", "--output-dir", folder],
                           check=True, capture_output=True)
            names = {path.name for path in pathlib.Path(folder).iterdir()}
            for path in pathlib.Path(folder).glob("*/model.mlir"):
                kept = ROOT / "test" / "cases" / path.parent.name / "model.mlir"
                self.assertEqual(path.read_text(), kept.read_text(), kept)
            self.assertEqual(names | by_hand(), {p.name for p in (ROOT / "test" / "cases").iterdir() if p.is_dir()})


if __name__ == "__main__":
    unittest.main()
