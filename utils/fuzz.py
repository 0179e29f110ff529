#!/usr/bin/env python3
"""Fuzzes the compiler with random programs, and judges the numbers by exact arithmetic.

Programs are made from a seed, in batches: a batch is one module, compiled once. Each program runs on
several sets of inputs in its fused, safe and unfused forms, and an oracle (utils/fuzzing/oracle.py) judges
values and report. Targets and options that only have to compile, or to give the same bits, take turns from
batch to batch. What fails is made small and written to a file with the command that shows it.

Exits with 1 where something was found, with 2 where nothing could be run. Needs numpy and ml_dtypes.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import shutil
import sys
import tempfile
import time

import numpy as np

from fuzzing import execute
from fuzzing.emit import module_text
from fuzzing.execute import Failure
from fuzzing.formats import is_float
from fuzzing.generate import make_inputs, make_program
from fuzzing.oracle import CATEGORIES, Finding, Judge
from fuzzing.shrink import Shrinker

LOOPS = ["-O0", "--scalar-loops"]
SCHEDULED = ["-O1"]
FAST = "fused=fast clip=type"
MAX_SHRINKS = 6

Found = collections.namedtuple("Found", "program inputs finding flags check")


class Batch:
    """Programs that are compiled together."""

    def __init__(self, options, number):
        self.options, self.number = options, number
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="nanguard-fuzz-"))
        rng = np.random.default_rng([options.seed, number])
        first = number * options.batch
        count = min(options.batch, options.programs - first)
        self.flags = SCHEDULED if number % 4 == 3 else LOOPS
        self.programs = [make_program(rng, options.dtypes, f"f{first + i}", self.flags == SCHEDULED)
                         for i in range(count)]
        if options.only is not None:
            self.programs = [p for p in self.programs if p.name == f"f{options.only}"]
        self.inputs = {p.name: make_inputs(np.random.default_rng([options.seed, int(p.name[1:]), 1]), p, options.sets)
                       for p in self.programs}
        self.found, self.cures = [], {}

    def report(self, program, inputs, category, text, check=None):
        self.found.append(Found(program, inputs, Finding(category, text), self.flags, check))

    def bisect(self, programs, action, check):
        """`action(programs)`, halved where a tool fails, until the program is alone."""
        try:
            return [(programs, action(programs))]
        except Failure as failure:
            if len(programs) == 1:
                self.report(programs[0], self.inputs[programs[0].name][0], failure.kind, failure.text, check)
                return []
            middle = len(programs) // 2
            return self.bisect(programs[:middle], action, check) + self.bisect(programs[middle:], action, check)

    def compile(self, programs, flags):
        return execute.compile_library(programs, self.folder, flags, self.options.timeout)

    def run(self):
        try:
            for programs, library in self.bisect(self.programs, lambda p: self.compile(p, self.flags), "run"):
                self.judge(programs, library)
            extra = [self.same_bits, self.upstream, self.hot_path, self.fast, self.gpu][self.number % 5]
            if self.programs and not self.options.values_only:
                extra()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)
        return self.found, self.cures

    def call(self, programs, library, forms, ops):
        """Results of every program, set of inputs and form; one that crashes is left out."""
        programs = list(programs)
        while programs:
            jobs = [((p.name, k, form), p, inputs,
                     None if ops is None else np.full(len(ops[p.name]), execute.TIERS[form], np.int8))
                    for p in programs for k, inputs in enumerate(self.inputs[p.name]) for form in forms]
            try:
                return programs, execute.run_in_child(library, jobs, self.options.timeout)
            except Failure as failure:
                name, k, form = failure.key
                program = next(p for p in programs if p.name == name)
                self.report(program, self.inputs[name][k], failure.kind, f"{form}: {failure.text}", "run")
                programs.remove(program)
        return [], {}

    def judge(self, programs, library):
        ops = execute.manifest_of(library)
        programs, done = self.call(programs, library, execute.TIERS, ops)
        self.plain = getattr(self, "plain", {})
        for program in programs:
            counts = self.cures.setdefault(program.kind, np.zeros(6, int))
            counts[0] += 1
            for k, inputs in enumerate(self.inputs[program.name]):
                runs = {form: done[program.name, k, form] for form in execute.TIERS}
                self.plain[program.name, k] = runs["plain"][:-1]
                judge = Judge(program, inputs, runs, ops[program.name])
                findings = judge.run()
                counts[1:] += judge.cures
                if findings:
                    worst = min(findings, key=lambda f: CATEGORIES.index(f.category))
                    self.report(program, inputs, worst.category, worst.text, "run")
                    break

    # ---- targets and options

    def compare(self, programs, library, ops, form, what):
        """The same bits as the guarded form without scans."""
        programs, done = self.call(programs, library, [form], ops)
        for program in programs:
            for k, inputs in enumerate(self.inputs[program.name]):
                want = self.plain.get((program.name, k))
                got = done[program.name, k, form]
                if want is not None and not all(
                        np.array_equal(a.astype(np.float64), b.astype(np.float64), equal_nan=True)
                        for a, b in zip(want, got)):
                    self.report(program, inputs, "other-bits", f"{what} gives other values than the guarded form", what)
                    break

    def same_bits(self):
        flags = self.flags + ["--unguarded"]
        for programs, library in self.bisect(self.programs, lambda p: self.compile(p, flags), "unguarded"):
            self.compare(programs, library, None, "plain", "unguarded")

    def hot_path(self):
        flags = self.flags + ["--guard-options=hot-path"]
        for programs, library in self.bisect(self.programs, lambda p: self.compile(p, flags), "hot-path"):
            self.compare(programs, library, execute.manifest_of(library), "plain", "hot-path")

    def guarded(self, programs, options, suffix):
        stem = self.folder / f"{programs[0].name}_{len(programs)}"
        source, out = stem.with_suffix(".mlir"), stem.with_suffix(suffix)
        source.write_text(module_text(programs))
        execute.run_tool(["nanguard-opt", f"--guard-tiers={options}", source, "-o", out], self.options.timeout)
        return out

    def upstream(self):
        """Upstream dialects alone, compiled by no pass of ours."""
        def action(programs):
            out = self.guarded(programs, "target=upstream fixed=unfused", ".upstream.mlir")
            return execute.compile_file(out, out.with_suffix(".so"), programs[0].name, self.flags + ["--as-written"],
                                        self.options.timeout)
        self.bisect(self.programs, action, "target=upstream fixed=unfused")
        self.bisect(self.programs, lambda p: self.guarded(p, "target=upstream", ".dispatch.mlir"), "target=upstream")

    def fast(self):
        flags = self.flags + [f"--guard-options={FAST}"]
        for programs, library in self.bisect(self.programs, lambda p: self.compile(p, flags), FAST):
            self.call(programs, library, execute.TIERS, execute.manifest_of(library))

    def gpu(self):
        some = self.programs[:: self.options.gpu_share] if self.options.gpu_share else []
        if some:
            self.bisect(some, lambda p: self.guarded(p, "target=nvptx", ".ptx.mlir"), "target=nvptx")


# ---- findings


def still_fails(options, found):
    """Whether a candidate has the failure of `found`."""
    def fails(program, inputs):
        one = argparse.Namespace(**{**vars(options), "programs": 0})
        batch = Batch(one, 0)
        program = program.copy()
        program.name = "main"
        batch.programs, batch.inputs = [program], {"main": [inputs]}
        batch.flags = found.flags
        try:
            if found.check == "run":
                for programs, library in batch.bisect([program], lambda p: batch.compile(p, found.flags), "run"):
                    batch.judge(programs, library)
            elif found.check.startswith("target="):
                batch.bisect([program], lambda p: batch.guarded(p, found.check, ".out.mlir"), found.check)
            else:
                for programs, library in batch.bisect([program], lambda p: batch.compile(p, found.flags), "run"):
                    batch.judge(programs, library)
                {"unguarded": batch.same_bits, "hot-path": batch.hot_path, FAST: batch.fast}[found.check]()
        finally:
            shutil.rmtree(batch.folder, ignore_errors=True)
        return any(same_failure(f.finding, found.finding) for f in batch.found)
    return fails


def same_failure(one, other):
    """A tool's failure is the same where its message begins alike."""
    return one.category == other.category and (one.category in CATEGORIES or one.text[:60] == other.text[:60])


def input_text(program, value, array):
    node = program.nodes[value]
    shape = "" if node.type.scalar else "".join(f"{n}x" for n in array.shape)
    items = [repr(float(x)) if is_float(node.type.dtype) else str(int(x)) for x in array.ravel()]
    return f"--input={shape}{node.type.dtype}={','.join(items)}"


def command_of(program, inputs, found, path):
    if found.check.startswith("target="):
        return f'build/bin/nanguard-opt --guard-tiers="{found.check}" {path}'
    form = found.finding.text.split(":")[0]
    tiers = f"--tiers={form}" if form in ("fused", "safe", "unfused") else "--tiers=fused"
    extra = {"run": [], "unguarded": ["--unguarded"]}.get(found.check, [f"--guard-options='{found.check}'"])
    return " ".join(["build/bin/nanguard-run", str(path), *found.flags, *extra, tiers if not extra else "", "--print",
                     *(input_text(program, v, a) for v, a in zip(program.args(), inputs))])


def write_reproducer(options, found):
    program, inputs = Shrinker(still_fails(options, found), options.shrink_seconds).run(found.program, found.inputs)
    program = program.copy()
    origin, program.name = found.program.name, "main"
    options.out.mkdir(parents=True, exist_ok=True)
    path = options.out / f"{found.finding.category}_{options.seed}_{origin}.mlir"
    head = [f"{found.finding.category}: {found.finding.text} (before it was made smaller)",
            f"{program.kind}; seed {options.seed}, program {origin}", command_of(program, inputs, found, path)]
    path.write_text("".join(f"// {line}\n" for line in head) + module_text([program]))
    return path


def show(options, findings):
    by_kind = collections.Counter((f.finding.category, f.program.kind) for f in findings)
    for (category, kind), count in sorted(by_kind.items()):
        print(f"{count:5} {category:15} in {kind}")
    seen = collections.Counter()
    for found in findings:
        key = (found.finding.category, found.program.kind)
        seen[key] += 1
        if seen[key] == 1 and len([k for k in seen if seen[k]]) <= options.shrinks:
            print(f"made small: {write_reproducer(options, found)}", flush=True)


def show_cures(cures):
    head = ["programs of", "count", "wrong unguarded", "reported", "right in safe", "right in unfused", "in either"]
    print("| " + " | ".join(head) + " |\n" + "| " + " | ".join("---" for _ in head) + " |")
    rows = [(kind, *map(int, counts)) for kind, counts in sorted(cures.items())]
    rows.append(("all", *(sum(column) for column in list(zip(*rows))[1:])))
    for kind, count, wrong, *rest in rows:
        share = [f"{100 * n / wrong:.1f} %" if wrong else "" for n in rest]
        print(f"| {kind} | {count} | {wrong} | " + " | ".join(share) + " |")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=1000, metavar="N")
    parser.add_argument("--only", type=int, metavar="N", help="program N alone, as the others' findings name it")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--seconds", type=float, default=0, metavar="S",
                        help="stop after S seconds (0: not before the last program)")
    parser.add_argument("--batch", type=int, default=25, metavar="N", help="programs of a module")
    parser.add_argument("--sets", type=int, default=6, metavar="N", help="sets of inputs of a program")
    parser.add_argument("--dtypes", default="f16,bf16,f32,f64", metavar="T,…")
    parser.add_argument("--gpu-share", type=int, default=4, metavar="N",
                        help="each N-th program of a batch in five is compiled for a GPU (0: none)")
    parser.add_argument("--values-only", action="store_true", help="no other targets and options")
    parser.add_argument("--timeout", type=int, default=60, metavar="S", help="for each run of a tool")
    parser.add_argument("--shrinks", type=int, default=MAX_SHRINKS, metavar="N", help="findings that are made small")
    parser.add_argument("--shrink-seconds", type=float, default=30, metavar="S")
    parser.add_argument("--out", type=pathlib.Path, default=execute.ROOT / "build" / "fuzz", metavar="FOLDER",
                        help="for reproducers")
    parser.add_argument("--cures", action="store_true", help="print what the forms cure, as the table of docs/numerics.md")
    parser.add_argument("-j", type=int, default=os.cpu_count(), dest="jobs", metavar="N")
    options = parser.parse_args()
    options.dtypes = options.dtypes.split(",")
    return options


def run_batch(options, number):
    return Batch(options, number).run()


def main():
    options = parse_arguments()
    if not (execute.ROOT / "build" / "bin" / "nanguard-run").exists():
        print("fuzz: build nanguard-run first", file=sys.stderr)
        return 2
    start, findings, cures, programs = time.monotonic(), [], {}, 0
    last = (options.programs + options.batch - 1) // options.batch
    numbers = iter(range(last) if options.only is None else [options.only // options.batch])
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        waiting = collections.deque(pool.submit(run_batch, options, n) for _, n in zip(range(2 * options.jobs), numbers))
        while waiting:
            found, counts = waiting.popleft().result()
            findings += found
            for one in found:
                print(f"{one.finding.category} [{one.program.kind}] {one.program.name}: {one.finding.text}", flush=True)
            for kind, count in counts.items():
                cures[kind] = cures.get(kind, 0) + count
                programs += int(count[0])
            in_time = not options.seconds or time.monotonic() - start < options.seconds
            number = next(numbers, None) if in_time else None
            if number is not None:
                waiting.append(pool.submit(run_batch, options, number))
    print(f"seed {options.seed}: {programs} programs, {programs * options.sets} sets of inputs, "
          f"{time.monotonic() - start:.0f} s, {len(findings)} findings")
    show(options, findings)
    if options.cures:
        show_cures(cures)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
