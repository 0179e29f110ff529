#!/usr/bin/env python3
"""Holds each rule of the stable forms together: its row in docs/numerics.md, the pattern in
lib/Transforms/Stable/Stabilize*.cpp that carries its label, and a test that names it.

A row says when the rule holds and which near miss is left as written. Exits with 1 and one line for
each label that lacks one of them.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LABEL = re.compile(r"\b[a-z][a-z0-9_]*_r[0-9]+\b")


def labels_in(paths):
    return {label for path in paths for label in LABEL.findall(path.read_text(encoding="utf-8"))}


def main():
    text = (ROOT / "docs/numerics.md").read_text(encoding="utf-8")
    table = text.split("## Stable forms", 1)[1].split("## ", 1)[0]
    rows = [line for line in table.splitlines() if line.startswith("| `")]
    documented = {LABEL.findall(row)[0]: row for row in rows}
    coded = labels_in(sorted((ROOT / "lib/Transforms/Stable").glob("Stabilize*.cpp")))
    tested = labels_in(sorted((ROOT / "test/Transforms").rglob("*.mlir")) +
                       sorted((ROOT / "test/Run").rglob("*.mlir")))
    faults = []
    for label, row in documented.items():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]]
        if len(cells) != 6 or not cells[4] or not cells[5]:
            faults.append(f"docs/numerics.md: {label} lacks when it holds or its near miss")
        if label not in coded:
            faults.append(f"lib/Transforms/Stable/Stabilize*.cpp: no pattern is labelled {label}")
        if label not in tested:
            faults.append(f"test/: no test names {label}")
    for label in sorted(coded - set(documented)):
        if f"`{label}`" not in text:
            faults.append(f"docs/numerics.md: no row for {label}")
    print("\n".join(faults) or f"{len(documented)} rules: row, pattern and test")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
