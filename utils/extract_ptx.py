#!/usr/bin/env python3
"""Takes the PTX out of a module printed for target=nvptx.

Reads the module on standard input and prints every kernel's PTX, or writes one
.ptx file a gpu.binary to a folder, or assembles each with ptxas and prints a
line an entry: chip, entry, registers, spills.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

# MLIR prints a string's other bytes as a backslash and two hex digits.
ESCAPE = re.compile(r"\\([0-9A-Fa-f]{2}|.)")


def unescape(text):
    return ESCAPE.sub(lambda m: chr(int(m[1], 16)) if len(m[1]) == 2 else m[1], text).rstrip("\0")


def binaries(module):
    """(name, chip, PTX) of each gpu.binary."""
    for line in module.splitlines():
        if "gpu.binary @" not in line:
            continue
        name = re.search(r"gpu\.binary @([\w$.]+)", line)[1]
        chip = re.search(r'chip = "(\w+)"', line)
        texts = [t for t in re.findall(r'"((?:[^"\\]|\\.)*)"', line) if ".target" in t]
        if texts:
            yield name, chip[1] if chip else "sm_75", unescape(texts[0])


def assemble(ptxas, name, chip, path):
    """ptxas' figures for each entry, and False on an error or a spill."""
    done = subprocess.run([ptxas, f"-arch={chip}", "-v", path, "-o", path + ".cubin"],
                          capture_output=True, text=True)
    if done.returncode != 0:
        return [f"{name}: ptxas failed", done.stderr], False
    good, entry, spills, lines = True, None, None, []
    for line in done.stderr.splitlines():
        if found := re.search(r"Compiling entry function '(\w+)'", line):
            entry = found[1]
        if found := re.search(r"(\d+) bytes spill stores, (\d+) bytes spill loads", line):
            spills = int(found[1]) + int(found[2])
        if found := re.search(r"Used (\d+) registers", line):
            lines.append(f"{chip} {entry}: {found[1]} registers, {spills} bytes spilled")
            good = good and spills == 0
    return lines, good


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", metavar="FOLDER", help="write NAME.ptx files here")
    parser.add_argument("--ptxas", help="assemble with this ptxas")
    args = parser.parse_args()
    found = list(binaries(sys.stdin.read()))
    if not found:
        sys.exit("extract_ptx.py: no gpu.binary with PTX in the module")
    if not args.o and not args.ptxas:
        for _, _, ptx in found:
            print(ptx)
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.o or temporary
        os.makedirs(folder, exist_ok=True)
        jobs = []
        for name, chip, ptx in found:
            path = os.path.join(folder, name + ".ptx")
            with open(path, "w") as file:
                file.write(ptx)
            jobs.append((args.ptxas, name, chip, path))
        if not args.ptxas:
            return
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            done = list(pool.map(lambda job: assemble(*job), jobs))
    for lines, _ in done:
        print("\n".join(lines))
    sys.exit(not all(good for _, good in done))


if __name__ == "__main__":
    main()
