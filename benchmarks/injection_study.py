#!/usr/bin/env python3
"""The injection study: faults in every guarded op's output, and what reaches the model's result.

After ATTNChecker's method (Liang et al., PPoPP 2025, section 5): NaN, Inf, -Inf and a near-Inf
value, each at the first, middle and last element of the output of each op of MiniLM (encoding a
sentence) and of the small GPT (decoding), once and at every step from then on, in the fused
form, as a fault of that kernel would strike. Each is run under the controller with the default
policy, with in-step rescue and without.

For each group of ops the table says how many faults were run, how many the op's own scan saw in
the step of the fault, how many were laid to that op and no other, how many made the model's result
of some step NaN or Inf (escapes) with rescue and without, and the last step with such a result
(the fault begins at step 2). A near-Inf value is finite: no scan fires unless it overflows later.
Exits with 1 when a fault escapes a rescue, or goes on after the controller's bound of two bad
steps.
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIRST, STEPS = 2, 6
# Two bad steps lower the op; the next runs clean. A near-Inf value goes on from an op that is
# never bad: where one op overflows on it and is lowered, a second may after it.
LAST_BAD = {kind: FIRST + 1 for kind in ("NaN", "Inf", "-Inf")} | {"near-Inf": FIRST + 3}
KINDS = {"NaN": "kind=nan", "Inf": "kind=inf", "-Inf": "kind=-inf", "near-Inf": "kind=set,value=60000"}


def minilm(folder, data):
    return ["minilm_f16.mlir", f"--input=@{data}/ids_00.npy", f"--input=@{data}/mask_00.npy",
            f"--input=@{data}/weights.safetensors"]


def gpt(folder, data):
    def save(name, array):
        np.save(folder / f"{name}.npy", array)
        return f"--input=@{folder}/{name}.npy"

    text = np.full((1, 512), -1, "<i8")
    text[0, :9] = list(b"A NaN is ")
    cache = save("cache", np.zeros((1, 4, 64, 32), "<f2"))
    return ["gpt_decode_f16.mlir", save("text", text), save("position", np.zeros(1, "<i8")),
            *[cache] * 6, f"--input=@{ROOT}/models/gpt_weights.safetensors",
            *(f"--carry={i + 1}:{i}" for i in range(8))]


def run(tool, command, flags):
    """The report of each step."""
    model, *inputs = command
    done = subprocess.run([tool, str(ROOT / "models" / model), *inputs, "--inject-points=outputs",
                           f"--steps={STEPS}", "--json=-", "--quiet", *flags],
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"injection_study: {done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def poisoned(step, result):
    """Whether the op that makes the model's result handed on a NaN or Inf."""
    op = step["ops"][result]
    return op["bad"] and not op["rescued"]


def judge(steps, op, result):
    """(seen, laid to this op alone, last poisoned step or 0)"""
    at = steps[FIRST - 1]["ops"]
    seen = at[op]["bad"]
    alone = [o["id"] for o in at if o["verdict"] == "op"] == [op]
    last = max((i + 1 for i, step in enumerate(steps) if poisoned(step, result)), default=0)
    return seen, alone, last


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nanguard-run", default=str(ROOT / "build" / "bin" / "nanguard-run"))
    parser.add_argument("--minilm", type=pathlib.Path, default=ROOT / "build" / "minilm")
    parser.add_argument("--every", type=int, default=1, help="only each n-th op")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    failed = False
    print(f"{'model':7} {'ops':11} {'fault':9} {'faults':>6} {'seen':>6} {'blamed':>6} "
          f"{'escaped: rescue':>15} {'none':>6} {'last step':>9}")
    with tempfile.TemporaryDirectory() as scratch, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, make in (("MiniLM", minilm), ("GPT", gpt)):
            command = make(pathlib.Path(scratch), options.minilm)
            manifest = pathlib.Path(scratch) / f"{name}.json"
            run(options.nanguard_run, command, [f"--manifest={manifest}"])
            ops = json.loads(manifest.read_text())["functions"][0]["ops"]
            result = ops[-1]["id"]
            tried = [op for op in ops if op["variants"] and op["kind"] != "kv_write"][::options.every]
            jobs = {}
            for op in tried:
                for kind, fault in KINDS.items():
                    for index in sorted({0, op["elements"] // 2, op["elements"] - 1}):
                        for last in (FIRST, STEPS):
                            flag = f"--inject=op={op['id']},{fault},index={index},step={FIRST}-{last}"
                            for rescue in ([], ["--rescue"]):
                                key = (op["kind"], kind, op["id"], bool(rescue), index, last)
                                jobs[key] = pool.submit(run, options.nanguard_run, command, [flag, *rescue])
            table = collections.defaultdict(lambda: collections.Counter())
            for (group, kind, op, rescue, _, last), job in jobs.items():
                seen, alone, poison = judge(job.result(), op, result)
                row = table[group, kind]
                if rescue:
                    row["rescued escapes"] += poison > 0
                    continue
                row["faults"] += 1
                row["seen"] += seen
                row["alone"] += alone
                row["escapes"] += poison > 0
                row["last"] = max(row["last"], poison)
            for (group, kind), row in table.items():
                print(f"{name:7} {group:11} {kind:9} {row['faults']:6} {row['seen']:6} {row['alone']:6} "
                      f"{row['rescued escapes']:15} {row['escapes']:6} {row['last'] or '-':>9}", flush=True)
                failed |= row["rescued escapes"] > 0 or row["last"] > LAST_BAD[kind]
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
