#!/usr/bin/env python3
"""Assembles kernels for NVIDIA GPUs and reports what they need.

Compiles models and the single ops of gpu_shapes.py for each chip, runs ptxas on
every kernel and fails on an error, a spill, local memory or more than 255
registers. --write puts a table of registers, shared memory and occupancy into a
page between its markers. Exits with 77 where there is no ptxas.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import extract_ptx
import gpu_shapes

BEGIN, END = "<!-- ptxas_table: begin -->", "<!-- ptxas_table: end -->"
# Of a multiprocessor: bytes of shared memory. All have 64 Ki registers, 2048
# threads, 32 blocks; registers are given to warps by 256, a block's shared
# memory by 128 bytes with 1 KiB for the system.
SHARED = {chip: int(kib) * 1024 for chip, kib in re.findall(
    r'CHIP\("(\w+)".*, (\d+) \* 1024\)', (Path(__file__).resolve().parent.parent / "runtime/include/nanguard/chips.h").read_text())}


def occupancy(chip, registers, shared, threads):
    """Per cent of 64 warps that a multiprocessor can hold at once."""
    warps = -(-threads // 32)
    by_registers = 65536 // (-(-registers * 32 // 256) * 256) // warps
    by_shared = SHARED[chip] // (-(-shared // 128) * 128 + 1024)
    return round(100 * min(32, 64 // warps, by_registers, by_shared) * warps / 64)


def compile_module(opt, chip, text):
    """(PTX name, PTX) of a module's kernels."""
    done = subprocess.run([opt, f"--guard-tiers=target=nvptx chip={chip}", "-"], input=text, capture_output=True,
                          text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr[-2000:])
    return [(name, ptx) for name, _, ptx in extract_ptx.binaries(done.stdout)]


def assemble(ptxas, chip, ptx, folder):
    """One dict an entry."""
    with tempfile.NamedTemporaryFile("w", suffix=".ptx", dir=folder, delete=False) as file:
        file.write(ptx)
    done = subprocess.run([ptxas, f"-arch={chip}", "-v", file.name, "-o", file.name + ".cubin"], capture_output=True,
                          text=True)
    os.unlink(file.name)
    if done.returncode != 0:
        raise RuntimeError(done.stderr[-2000:])
    os.unlink(file.name + ".cubin")
    threads = {}
    for entry, body in re.findall(r"\.entry (\w+)\((.*?)\n\{", ptx, re.S):
        sizes = re.search(r"\.maxntid (\d+), (\d+), (\d+)", body)
        threads[entry] = int(sizes[1]) * int(sizes[2]) * int(sizes[3]) if sizes else 1024
    found, entry = [], None
    for line in done.stderr.splitlines():
        if match := re.search(r"Compiling entry function '(\w+)'", line):
            entry = {"entry": match[1], "threads": threads.get(match[1], 1024)}
        if match := re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", line):
            entry.update(stack=int(match[1]), spills=int(match[2]) + int(match[3]))
        if match := re.search(r"Used (\d+) registers", line):
            shared = re.search(r"(\d+) bytes smem", line)
            entry.update(registers=int(match[1]), shared=int(shared[1]) if shared else 0)
            found.append(entry)
    return found


def measure(opt, ptxas, chip, name, text, folder):
    try:
        kernels = compile_module(opt, chip, text)
        entries = [e for _, ptx in kernels for e in assemble(ptxas, chip, ptx, folder)]
    except RuntimeError as error:
        return name, chip, [], [f"{chip} {name}: {error}"]
    faults = [f"{chip} {name} {e['entry']}: {what}" for e in entries for what, bad in
              (("spills", e["spills"]), ("local memory", e["stack"]), ("registers", e["registers"] > 255)) if bad]
    for entry in entries:
        entry["occupancy"] = occupancy(chip, entry["registers"], entry["shared"], entry["threads"])
    return name, chip, entries, faults


FORM = re.compile(r"ng_(\w+?)_\d+_(fused_bits|fused_finite|fused|safe|unfused)_\d+$")


def table(rows, chips):
    """Markdown: a line an op, type and form; over all shapes the least and most."""
    groups = defaultdict(list)
    for name, chip, entries, _ in rows:
        kind, _, element = name.rpartition("_")
        kind = re.sub(r"(_(\d+|d))+$", "", kind) if element in ("f16", "bf16", "f32") else name
        for entry in entries:
            form = FORM.match(entry["entry"])
            if form and form[1] != "entry":
                groups[kind, element if kind != name else "", form[2]].append((chip, entry))
    lines = ["| op | type | form | kernels | registers, " + " / ".join(chips) + " | shared bytes | occupancy % |",
             "| --- | --- | --- | --- | --- | --- | --- |"]

    def span(values):
        return f"{min(values)}" if min(values) == max(values) else f"{min(values)}–{max(values)}"

    for (kind, element, form), found in sorted(groups.items()):
        registers = " / ".join(span([e["registers"] for c, e in found if c == chip] or [0]) for chip in chips)
        lines.append(f"| {kind} | {element} | {form} | {len(found)} | {registers} | "
                     f"{span([e['shared'] for _, e in found])} | {span([e['occupancy'] for _, e in found])} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", nargs="*", type=Path, help="models besides the single ops")
    parser.add_argument("--opt", default="build/bin/nanguard-opt")
    parser.add_argument("--ptxas", default="ptxas")
    parser.add_argument("--chips", default=",".join(SHARED))
    parser.add_argument("--only", default="", help="single ops whose name matches this")
    parser.add_argument("--no-ops", action="store_true", help="models alone")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", type=Path, help="file of results: what is in it is not measured again, the rest added")
    parser.add_argument("--write", type=Path, help="page to write the table into")
    args = parser.parse_args()
    chips = args.chips.split(",")
    ptxas = shutil.which(args.ptxas, path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/local/cuda/bin"]))
    if not ptxas:
        print(f"ptxas_table: no {args.ptxas} in PATH: kernels are not assembled")
        sys.exit(77)
    # A case is a folder's model.mlir.
    texts = [(path.parent.name if path.stem == "model" else path.stem, path.read_text()) for path in args.models]
    if not args.no_ops:
        texts += [(name, text) for name, text in gpu_shapes.functions() if re.search(args.only, name)]
    known = {}
    if args.keep and args.keep.exists():
        known = {(row[0], row[1]): row for row in map(json.loads, args.keep.read_text().splitlines())}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(args.jobs) as pool:

        def result(name, text, chip):
            if (name, chip) in known:
                return known[name, chip]
            row = measure(args.opt, ptxas, chip, name, text, folder)
            if args.keep and not row[3]:
                with args.keep.open("a") as file:
                    file.write(json.dumps(row) + "\n")
            return row

        jobs = [pool.submit(result, name, text, chip) for name, text in texts for chip in chips]
        rows = [job.result() for job in jobs]
    faults = [fault for *_, found in rows for fault in found]
    count = sum(len(entries) for _, _, entries, _ in rows)
    print(f"{len(texts)} models and shapes, {len(chips)} chips, {count} kernels, {len(faults)} faults")
    print("\n".join(faults), file=sys.stderr)
    if args.write:
        page = args.write.read_text()
        before, rest = page.split(BEGIN)
        after = rest.split(END)[1]
        head = f"{len(texts)} models and shapes, {len(chips)} chips: {count} kernels, {len(faults)} faults."
        args.write.write_text(f"{before}{BEGIN}\n{head}\n\n{table(rows, chips)}\n{END}{after}")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
