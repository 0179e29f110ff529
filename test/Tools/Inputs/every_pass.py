"""usage: every_pass.py HELP TESTS: lists the passes of the help text that have no test of their own."""
import pathlib
import re
import sys

names = sorted(set(re.findall(r"--(nanguard-[a-z0-9-]+|guard-tiers)\b", pathlib.Path(sys.argv[1]).read_text())))
tests = {}
for path in pathlib.Path(sys.argv[2]).rglob("*.mlir"):
    tests.setdefault(path.stem, []).append(path)
bad = 0
for name in names:
    stem = name.removeprefix("nanguard-")
    used = any(re.search(rf"\b{name}\b", line) for path in tests.get(stem, [])
               for line in path.read_text().splitlines() if "RUN:" in line)
    if not used:
        bad += 1
        print(f"--{name}: no test {stem}.mlir that runs it")
print(f"{len(names)} passes, {bad} without a test")
sys.exit(bad != 0 or not names)
