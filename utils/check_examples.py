#!/usr/bin/env python3
"""Parses each ```mlir block of a dialect reference page with nanguard-opt.

usage: check_examples.py PAGE.md [--opt=nanguard-opt]

An example may use values that it does not define: they become results of a
test.value op, whose types are learnt from the parser's complaints. Verifier
errors that only come from what an example leaves out (the op around it, the
functions that it names) count as parsed.
"""
import argparse
import pathlib
import re
import subprocess
import sys

OUTSIDE = re.compile(r"expects parent op|no function @")


def blocks(text):
    heading = ""
    for part in re.split(r"(```mlir\n.*?```)", text, flags=re.S):
        if part.startswith("```mlir"):
            yield heading, part[len("```mlir\n"):-3]
        else:
            found = re.findall(r"^#+ (.*)$", part, flags=re.M)
            heading = found[-1] if found else heading


def parse(opt, body, values):
    lines = [f'{name} = "test.value"() : () -> {kind}' for name, kind in values.items()]
    text = "func.func private @example() {\n" + "\n".join(lines) + "\n" + body
    if "return" not in body:
        text += '\n"test.end"() : () -> ()\nfunc.return\n'
    text += "}\n"
    run = subprocess.run([opt, "--allow-unregistered-dialect", "-"], input=text,
                         capture_output=True, text=True)
    return run.returncode, run.stderr


def check(opt, body):
    """The parser's complaint, empty when there is none."""
    values = {}
    for _ in range(40):
        code, errors = parse(opt, body, values)
        if code == 0 or OUTSIDE.search(errors):
            return ""
        missing = re.search(r"use of undeclared SSA value name\b.*?\n(.*)\n(\s*)\^", errors)
        other = re.search(r"use of value '(%\w+)' expects different type than prior uses: '(.*?)' vs", errors)
        if missing:
            name = re.match(r"%\w+", missing.group(1)[len(missing.group(2)):])
            if not name or name.group() in values:
                return errors
            values[name.group()] = "i1"
        elif other and other.group(1) in values:
            values[other.group(1)] = other.group(2)
        else:
            return errors
    return errors


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--opt", default="nanguard-opt")
    options = parser.parse_args()
    failed = total = 0
    for heading, body in blocks(options.page.read_text()):
        total += 1
        errors = check(options.opt, body)
        if errors:
            failed += 1
            print(f"{heading}:\n{body}\n{errors}")
    print(f"{total - failed} of {total} examples parse")
    return 1 if failed or not total else 0


if __name__ == "__main__":
    sys.exit(main())
