#!/usr/bin/env python3
"""The injection study: faults in the matrices of guarded ops, and what reaches the model's results.

After ATTNChecker's method (Liang et al., PPoPP 2025, section 5): NaN, Inf, -Inf and a near-Inf
value, each at the first, middle and last element of a matrix, once and at every step from then
on, in the fused form, as a fault of that kernel would strike. Each is run under the controller
with the default policy, with in-step rescue and without.

  outputs  the output of each op of MiniLM (encoding a sentence) and the small GPT (decoding)
  inner    the matrices of each distinct kernel of both: Q, K, the mask, V, the scores, P and the
           output of attention; input, weight, sum and output of norms and products; the update and
           the cache of a KV write
  train    the same matrices of a training step (forward, backward, loss scaler, SGD), with the
           weights carried from step to step
  clean    no fault: 10,000 steps with padding, masks of -Inf and a loss scaler, in which nothing
           may be lowered

Prints the tables in Markdown; --docs writes them to their places in docs/injection-study.md. A
row says how many faults were run, how many an op's own scan saw in the step of the fault, how many
were laid to that op and no other, how many made a result of the model NaN or Inf in some step
(escapes) with rescue and without, and in how many steps of a run at most; kinds of faults with the
same numbers share a row. All faults of a table are runs of one process,
compiled once (--inject-each). A near-Inf value is finite: no scan fires unless it overflows later. Exits with 1 when a fault
escapes a rescue, or escapes in more steps than the controller's bound of two, or a clean step
lowers.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIRST, STEPS = 2, 6
# Of the training step's arguments.
FIRST_WEIGHT = 3
# Two bad steps lower the op; the next runs clean. Where an input was not scanned in the first of
# them (verdict op?), it takes one more. A near-Inf value goes on from an op that is
# never bad: where one op overflows on it and is lowered, a second may after it.
MOST_ESCAPES = {kind: 2 for kind in ("NaN", "Inf", "-Inf")} | {"near-Inf": 4}
HEADER = ("| model | matrix | fault | faults | seen | blamed | escaped, rescue | escaped, none | steps |",
          "| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
NEAR_INF = {"f16": 60000, "bf16": 3e38, "f32": 3e38, "f64": 1.7e308}


def kind_flags(kind, dtype):
    return f"kind=set,value={NEAR_INF[dtype]}" if kind == "near-Inf" else f"kind={kind.lower()}"


class Model:
    """A model's command line, and what its manifest says."""

    def __init__(self, name, arguments, options, scratch):
        self.name, self.arguments, self.tool = name, arguments, options.nanguard_run
        path = scratch / f"{name}.json"
        self.run([f"--manifest={path}"])
        self.ops = json.loads(path.read_text())["functions"][0]["ops"]

    def run(self, flags):
        done = subprocess.run([self.tool, *self.arguments, "--quiet", *flags], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"injection_study: {done.stderr}")

    def run_each(self, faults, flags, folder):
        """Yields the steps' reports of each fault's run."""
        # Flags in a file: there are too many for a command line.
        response = pathlib.Path(folder) / "faults.txt"
        response.write_text("".join(f"--inject-each={fault}\n" for fault in faults))
        command = [self.tool, *self.arguments, f"--steps={STEPS}", "--json=-", "--quiet", f"@{response}", *flags]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as tool:
            for fault in faults:
                told = tool.stdout.readline()
                if not told or json.loads(told)["inject"] != fault:
                    sys.exit(f"injection_study: no run of {fault}")
                yield [json.loads(tool.stdout.readline()) for _ in range(STEPS)]
        if tool.returncode:
            sys.exit(f"injection_study: {self.name}: exit code {tool.returncode}")

    def results(self):
        """Ops that make what the model hands on: nobody in it reads them, or it carries them."""
        read = {i for op in self.ops if op["kind"] != "signal" for i in op["upstream"]}
        return [op["id"] for op in self.ops if op["variants"] and op["id"] not in read]

    def is_weight(self, entry):
        """Whether an entry's argument is committed: not the ids and the loss scaler's two numbers."""
        return self.ops[entry]["args"][0] >= FIRST_WEIGHT

    def poisoned(self, step):
        """Whether a result is NaN or Inf; of a training step, what the next one starts from."""
        if self.name == "train":
            return any(op["bad"] for op in step["ops"] if op["kind"] == "entry" and self.is_weight(op["id"]))
        return any(step["ops"][i]["bad"] and not step["ops"][i]["rescued"] for i in self.results())


def minilm(options, scratch):
    data = options.minilm
    return [str(ROOT / "models" / "minilm_f16.mlir"), f"--input=@{data}/ids_00.npy",
            f"--input=@{data}/mask_00.npy", f"--input=@{data}/weights.safetensors"]


def gpt(options, scratch):
    def save(name, array):
        np.save(scratch / f"{name}.npy", array)
        return f"--input=@{scratch}/{name}.npy"

    text = np.full((1, 512), -1, "<i8")
    text[0, :9] = list(b"A NaN is ")
    cache = save("cache", np.zeros((1, 4, 64, 32), "<f2"))
    return [str(ROOT / "models" / "gpt_decode_f16.mlir"), save("text", text), save("position", np.zeros(1, "<i8")),
            *[cache] * 6, f"--input=@{ROOT}/models/gpt_weights.safetensors",
            *(f"--carry={i + 1}:{i}" for i in range(8))]


def train(options, scratch):
    ids = np.random.default_rng(0).integers(0, 64, (2, 9))
    np.save(scratch / "ids.npy", ids)
    weights = 13
    return [str(ROOT / "models" / "train_step_f16.mlir"), f"--input=@{scratch}/ids.npy", "--input=f32=1024",
            "--input=f32=0", f"--input=@{ROOT}/models/train_step.safetensors", "--carry=1:1", "--carry=2:2",
            *(f"--carry={FIRST_WEIGHT + weights + i}:{FIRST_WEIGHT + i}" for i in range(weights))]


def last_extent(text):
    return text.split("x")[-2].split("<")[-1] if "x" in text else ""


def dtype_of(text):
    return text.rstrip(">").split("x")[-1].split("<")[-1]


# By how many of an attention's operands some op made; in the GPT Q, K and V come from one product.
ATTENTION_OPERANDS = {2: "KV", 3: "QKV", 4: ("Q", "K", "mask", "V")}


def matrices(op):
    """(name, at=…, type) of an op's matrices, by what its kernel is made of."""
    # Operands that some op made, or a cache; weights are arguments as they came.
    made = [(i, o["type"]) for i, o in enumerate(op["operands"]) if o["op"] >= 0 and dtype_of(o["type"])[0] in "fb"]
    weights = [(i, o["type"]) for i, o in enumerate(op["operands"])
               if o["op"] < 0 and o["arg"] >= 0 and dtype_of(o["type"])[0] in "fb"]
    output = ("output", "output", f"tensor<{'x'.join(map(str, [*op['shape'], op['dtype']]))}>")
    inner = [(k, v["op"], v["type"]) for k, v in enumerate(op["inner"])]
    products = [(k, t) for k, name, t in inner if "matmul" in name]
    found = []
    if op["kind"] == "attention":
        found += [(name, f"input:{i}", t) for name, (i, t) in zip(ATTENTION_OPERANDS[len(made)], made)]
        if products:
            k, scores = products[0]
            found.append(("scores", f"inner:{k}", scores))
            # The last of the scores' rows before the second product is P.
            rows = [(i, t) for i, _, t in inner if last_extent(t) == last_extent(scores) and i > k]
            if rows:
                found.append(("P", f"inner:{rows[-1][0]}", rows[-1][1]))
    else:
        found += [("input", f"input:{i}", t) for i, t in made[:1]]
        found += [("weight", f"input:{i}", t) for i, t in weights[:1]]
        if products:
            found.append(("sum", f"inner:{products[0][0]}", products[0][1]))
        elif op["kind"] == "norm" and len(inner) > 1:
            found.append(("sum", f"inner:{inner[1][0]}", inner[1][2]))
        elif op["kind"] == "kv_write":
            return [("update", "input:0", op["operands"][0]["type"]), ("cache", "kv", op["operands"][1]["type"])]
    return found + [output]


def elements(text):
    count = 1
    for extent in text.split("<")[-1].split("x")[:-1]:
        count *= int(extent)
    return count


def chosen(model):
    """The middle one of the ops that run each kernel: identical kernels are kept once. Of a training
    step's kernels, a dozen weights' updates, one of those that differ in nothing but their shapes."""
    groups = collections.defaultdict(list)
    for op in model.ops:
        if op["variants"] and op["elements"] > 0:
            steps = (op["kind"], len(op["operands"]), *(inner["op"] for inner in op["inner"]))
            groups[steps if model.name == "train" else op["kernel"]].append(op)
    return sorted((ops[len(ops) // 2] for ops in groups.values()), key=lambda op: op["kind"])


def study(model, tried, tables, part, extra=()):
    """Adds a model's rows to the table of `part`; `tried` are (group, op, at, type). True when all is as it has to be."""
    faults, good = {}, True
    for group, op, at, of_type in tried:
        last = elements(of_type) - 1
        for kind in MOST_ESCAPES:
            fault = kind_flags(kind, dtype_of(of_type))
            for index in sorted({0, last // 2, last}):
                for until in (FIRST, STEPS):
                    faults[f"op={op},at={at},{fault},index={index},step={FIRST}-{until}"] = (group, kind, op)
    table = collections.defaultdict(collections.Counter)
    for rescue in (True, False):
        with tempfile.TemporaryDirectory() as folder:
            runs = model.run_each(list(faults), [f"--rescue={str(rescue).lower()}", *extra], folder)
            for (fault, (group, kind, op)), steps in zip(faults.items(), runs, strict=True):
                escapes = sum(model.poisoned(step) for step in steps)
                row = table[group, kind]
                at_fault = steps[FIRST - 1]["ops"]
                most = MOST_ESCAPES[kind] + (at_fault[op]["verdict"] == "op?")
                if rescue and escapes or escapes > most:
                    print(f"{model.name}: {fault} escaped in {escapes} steps, rescue {rescue}", file=sys.stderr, flush=True)
                    good = False
                if rescue:
                    row["rescued"] += escapes > 0
                    continue
                row["faults"] += 1
                row["seen"] += at_fault[op]["bad"]
                row["alone"] += [o["id"] for o in at_fault if o["verdict"] in ("op", "op?")] == [op]
                row["escapes"] += escapes > 0
                row["steps"] = max(row["steps"], escapes)
    merged = collections.defaultdict(list)
    for (group, kind), row in table.items():
        numbers = [row[name] for name in ("faults", "seen", "alone", "rescued", "escapes")] + [row["steps"] or "-"]
        merged[group, *numbers].append(kind)
    for (group, *numbers), kinds in merged.items():
        cells = [model.name, group, ", ".join(kinds), *map(str, numbers)]
        tables[part].append(f"| {' | '.join(cells)} |")
        print(tables[part][-1], flush=True)
    return good


def update_docs(tables):
    """Puts each table behind its mark in docs/injection-study.md."""
    path = ROOT / "docs" / "injection-study.md"
    text = path.read_text()
    for part, rows in tables.items():
        mark = f"<!-- table of --parts={part} -->\n"
        if mark not in text:
            sys.exit(f"injection_study: {path} has no place for the table of {part}")
        table = "\n".join([*HEADER, *rows])
        text = re.sub(re.escape(mark) + r"\n((\|.*\n)+\n)?", lambda _: f"{mark}\n{table}\n\n", text)
    path.write_text(text)


def clean(options, scratch):
    """10,000 steps without a fault: what is lowered was lowered for nothing."""
    good = True
    rng = np.random.default_rng(0)
    mask = np.where(np.arange(4) < 3, 0, -np.inf).astype("<f2") * np.ones((1, 4, 4), "<f2")
    np.save(scratch / "mask.npy", mask)
    for i, (name, shape) in enumerate((("q", (1, 4, 8)), ("k", (1, 8, 4)), ("v", (1, 4, 8)), ("w", (8, 8)))):
        np.save(scratch / f"{name}.npy", rng.standard_normal(shape).astype("<f2"))
    runs = (("attention, -Inf mask, padding", [str(ROOT / "examples" / "attention_f16.mlir"),
             *(f"--input=@{scratch}/{n}.npy" for n in ("q", "k", "v", "mask", "w"))]),
            ("loss scaler", [str(ROOT / "test" / "Run" / "signals.mlir"), "--input=4xf32=1,0.5,-0.25,0.125",
             "--input=4xf16=1", "--input=f32=65536", "--input=f32=0", "--carry=2:0", "--carry=3:2", "--carry=4:3",
             "--policy=" + json_policy(scratch)]))
    for name, arguments in runs:
        done = subprocess.run([options.nanguard_run, *arguments, f"--steps={options.clean_steps}", "--json=-", "--quiet"],
                              capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"injection_study: {done.stderr}")
        steps = [json.loads(line) for line in done.stdout.splitlines()]
        lowered = sum(any(op["tier"] in ("safe", "unfused") for op in step["ops"]) for step in steps)
        skipped = sum(step.get("signals", {}).get("skipped", False) for step in steps)
        print(f"clean   {name}: {len(steps)} steps, {skipped} skipped by the scaler, {lowered} with a lowered op")
        good &= lowered == 0 and len(steps) == options.clean_steps
    return good


def json_policy(scratch):
    """The model's scaler grows each 8 steps, not each 2000: so much more often may it skip."""
    path = scratch / "policy.json"
    path.write_text(json.dumps({"signals": {"growth_interval": 8}}))
    return str(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nanguard-run", default=str(ROOT / "build" / "bin" / "nanguard-run"))
    parser.add_argument("--minilm", type=pathlib.Path, default=ROOT / "build" / "minilm")
    parser.add_argument("--every", type=int, default=1, help="only each n-th op (outputs) or matrix (the others)")
    parser.add_argument("--docs", action="store_true", help="write the tables to docs/injection-study.md")
    parser.add_argument("--parts", default="outputs,inner,train,clean", help="of the study; all by default")
    parser.add_argument("--models", default="MiniLM,GPT", help="of outputs and inner")
    parser.add_argument("--clean-steps", type=int, default=10000)
    options = parser.parse_args()
    parts = options.parts.split(",")
    good, tables = True, collections.defaultdict(list)
    print(*HEADER, sep="\n")
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        for name, make in (("MiniLM", minilm), ("GPT", gpt)):
            if name not in options.models.split(",") or not {"outputs", "inner"} & set(parts):
                continue
            model = Model(name, make(options, scratch), options, scratch)
            if "outputs" in parts:
                ops = [op for op in model.ops if op["variants"] and op["kind"] != "kv_write"]
                tried = [(op["kind"], op["id"], *matrices(op)[-1][1:]) for op in ops[::options.every]]
                good &= study(model, tried, tables, "outputs", ["--inject-points=outputs"])
            if "inner" in parts:
                tried = [(f"{op['kind']} {what}", op["id"], at, t) for op in chosen(model)
                         for what, at, t in matrices(op)]
                good &= study(model, tried[::options.every], tables, "inner")
        if "train" in parts:
            model = Model("train", train(options, scratch), options, scratch)
            tried = [(f"{op['kind']} {what}", op["id"], at, t) for op in chosen(model) for what, at, t in matrices(op)]
            good &= study(model, tried[::options.every], tables, "train")
        if "clean" in parts:
            good &= clean(options, scratch)
    if options.docs:
        update_docs(tables)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
