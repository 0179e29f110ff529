#!/usr/bin/env python3
"""The injection study: faults in the matrices of guarded ops, and what reaches the model's results.

After ATTNChecker's method (Liang et al., PPoPP 2025, section 5): NaN, Inf, -Inf and a near-Inf
value, each at the first, middle and last element of a matrix, once and at every step from then
on, in the fused form, as a fault of that kernel would strike. Each is run under the controller
with the default policy, with in-step rescue and without.

  outputs  the output of each op of MiniLM (encoding a sentence) and the small GPT (decoding)
  inner    the matrices of one layer of both: Q, K, V, the scores, P and the output of attention;
           input, weight, sum and output of a norm and of the two products of the FFN; the update
           and the cache of a KV write
  train    the same matrices of a training step (forward, backward, loss scaler, SGD), with the
           weights carried from step to step
  clean    no fault: 10,000 steps with padding, masks of -Inf and a loss scaler, in which nothing
           may be lowered

A row says how many faults were run, how many an op's own scan saw in the step of the fault, how
many were laid to that op and no other, how many made a result of the model NaN or Inf in some step
(escapes) with rescue and without, and the last step with such a result (the fault begins at step
2). A near-Inf value is finite: no scan fires unless it overflows later. Exits with 1 when a fault
escapes a rescue, or goes on after the controller's bound of two bad steps, or a clean step lowers.
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
        """The report of each step."""
        done = subprocess.run([self.tool, *self.arguments, f"--steps={STEPS}", "--json=-", "--quiet", *flags],
                              capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"injection_study: {done.stderr}")
        return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]

    def results(self):
        """Ops that make what the model hands on: nobody in it reads them, or it carries them."""
        read = {i for op in self.ops if op["kind"] != "signal" for i in op["upstream"]}
        return [op["id"] for op in self.ops if op["variants"] and op["id"] not in read]

    def poisoned(self, step):
        """Whether a result is NaN or Inf; of a training step, what the next one starts from."""
        if self.name == "train":
            return any(op["bad"] for op in step["ops"] if op["kind"] == "entry")
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
            *(f"--carry={3 + weights + i}:{3 + i}" for i in range(weights))]


def last_extent(text):
    return text.split("x")[-2].split("<")[-1] if "x" in text else ""


def dtype_of(text):
    return text.rstrip(">").split("x")[-1].split("<")[-1]


def matrices(op):
    """(name, at=…, type) of an op's matrices, by what its kernel is made of."""
    # Operands that some op made, or a cache; weights are arguments as they came.
    made = [(i, o["type"]) for i, o in enumerate(op["operands"]) if o["op"] >= 0 and dtype_of(o["type"])[0] in "fb"]
    weights = [(i, o["type"]) for i, o in enumerate(op["operands"])
               if o["op"] < 0 and o["arg"] >= 0 and dtype_of(o["type"])[0] in "fb"]
    output = ("output", "output", f"tensor<{'x'.join(map(str, op['shape']))}x{op['dtype']}>")
    inner = [(k, v["op"], v["type"]) for k, v in enumerate(op["inner"])]
    products = [(k, t) for k, name, t in inner if "matmul" in name]
    found = []
    if op["kind"] == "attention":
        found += [(name, f"input:{i}", t) for name, (i, t) in zip("QKV" if len(made) > 2 else "XKV", made)]
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
    """One op of each sort from the middle of the model: what a layer is made of."""
    groups = collections.defaultdict(list)
    for op in model.ops:
        if op["variants"] and op["elements"] > 0:
            groups[op["kind"]].append(op)
    picked = []
    for kind in ("attention", "softmax", "norm", "matmul", "kv_write", "activation", "elementwise"):
        ops = groups[kind]
        picked += ops[len(ops) // 2: len(ops) // 2 + (2 if kind == "matmul" else 1)]
    return picked


def study(model, tried, pool, extra=()):
    """Prints the table of a model; `tried` are (group, op, at, type). True when all is as it has to be."""
    jobs, good = {}, True
    for group, op, at, of_type in tried:
        last = elements(of_type) - 1
        for kind in LAST_BAD:
            fault = kind_flags(kind, dtype_of(of_type))
            for index in sorted({0, last // 2, last}):
                for until in (FIRST, STEPS):
                    flag = f"--inject=op={op},at={at},{fault},index={index},step={FIRST}-{until}"
                    for rescue in ([], ["--rescue"]):
                        key = (group, kind, op, bool(rescue), at, index, until)
                        jobs[key] = pool.submit(model.run, [flag, *rescue, *extra])
    table = collections.defaultdict(collections.Counter)
    for (group, kind, op, rescue, *_), job in jobs.items():
        steps = job.result()
        last = max((i + 1 for i, step in enumerate(steps) if model.poisoned(step)), default=0)
        row = table[group, kind]
        if rescue:
            row["rescued"] += last > 0
            continue
        at_fault = steps[FIRST - 1]["ops"]
        row["faults"] += 1
        row["seen"] += at_fault[op]["bad"]
        row["alone"] += [o["id"] for o in at_fault if o["verdict"] == "op"] == [op]
        row["escapes"] += last > 0
        row["last"] = max(row["last"], last)
    for (group, kind), row in table.items():
        print(f"{model.name:7} {group:18} {kind:9} {row['faults']:6} {row['seen']:6} {row['alone']:6} "
              f"{row['rescued']:15} {row['escapes']:6} {row['last'] or '-':>9}", flush=True)
        # Inside of an op a near-Inf value may make one later op after another overflow, each of
        # which is lowered in turn: there is no bound to hold it to.
        bound = STEPS if kind == "near-Inf" and " " in group else LAST_BAD[kind]
        good &= row["rescued"] == 0 and row["last"] <= bound
    return good


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
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--parts", default="outputs,inner,train,clean", help="of the study; all by default")
    parser.add_argument("--models", default="MiniLM,GPT", help="of outputs and inner")
    parser.add_argument("--clean-steps", type=int, default=10000)
    options = parser.parse_args()
    parts = options.parts.split(",")
    good = True
    print(f"{'model':7} {'matrix':18} {'fault':9} {'faults':>6} {'seen':>6} {'blamed':>6} "
          f"{'escaped: rescue':>15} {'none':>6} {'last step':>9}")
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        scratch = pathlib.Path(folder)
        for name, make in (("MiniLM", minilm), ("GPT", gpt)):
            if name not in options.models.split(",") or not {"outputs", "inner"} & set(parts):
                continue
            model = Model(name, make(options, scratch), options, scratch)
            if "outputs" in parts:
                ops = [op for op in model.ops if op["variants"] and op["kind"] != "kv_write"]
                tried = [(op["kind"], op["id"], *matrices(op)[-1][1:]) for op in ops[::options.every]]
                good &= study(model, tried, pool, ["--inject-points=outputs"])
            if "inner" in parts:
                tried = [(f"{op['kind']} {what}", op["id"], at, t) for op in chosen(model)
                         for what, at, t in matrices(op)]
                good &= study(model, tried[::options.every], pool)
        if "train" in parts:
            model = Model("train", train(options, scratch), options, scratch)
            tried = [(f"{op['kind']} {what}", op["id"], at, t) for op in chosen(model) for what, at, t in matrices(op)]
            good &= study(model, tried[::options.every], pool)
        if "clean" in parts:
            good &= clean(options, scratch)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
