#!/usr/bin/env python3
"""The experiment: real models in f16 go bad at an injected fault, are lowered to
a safe tier, and come back. Every count is predicted and checked.

  (a) an f16 attention in its fast form, +10 on one row of logits
  (b) scores beyond 65504, in each tier, beside an f64 reference
  (c) MiniLM on real sentences, whose logits the fast form does not hold
  (d) a NaN on its way into the small GPT's KV cache

Runs nanguard-run; needs numpy, and for (c) the files of
python/minilm_inputs.py. Exits with 1 at the first count that is not as predicted.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Runner:
    """nanguard-run with its inputs and reports in one folder."""

    def __init__(self, tool, folder):
        self.tool, self.folder, self.count = tool, folder, 0

    def save(self, name, array):
        path = self.folder / f"{name}.npy"
        np.save(path, array)
        return f"--input=@{path}"

    def plain_policy(self):
        """The default policy shows no reader a NaN: this one does."""
        path = self.folder / "plain.json"
        path.write_text('{"rescue": {"in_step": 0}, "verify": {"shadow": 0}}')
        return f"--policy={path}"

    def __call__(self, model, inputs, flags=(), outputs=1):
        """The last step's results and the report, one object a step."""
        self.count += 1
        report = self.folder / f"report{self.count}.jsonl"
        paths = [self.folder / f"out{self.count}_{i}.npy" for i in range(outputs)]
        command = [self.tool, str(model), *inputs, "--quiet", f"--json={report}",
                   *[f"--output=@{path}" for path in paths], *flags]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"experiment: {' '.join(command)}\n{done.stderr}")
        steps = [json.loads(line) for line in report.read_text().splitlines()]
        return [np.load(path) for path in paths], steps


def expect(what, got, wanted):
    print(f"    {'ok ' if got == wanted else 'BAD'} {what}: {got}"
          + ("" if got == wanted else f", predicted {wanted}"))
    if got != wanted:
        sys.exit(1)


def state_of(step, op):
    return step["ops"][op]["state"]


def changes(steps):
    """(step, op, new state), as the controller told them."""
    return [(s["step"], e["op"], e["to"]) for s in steps for e in s["events"]
            if e["from"] != e["to"]]


def nans(array):
    return int(np.isnan(array.astype(np.float64)).sum())


def attention_inputs(run):
    """Queries of ones and keys of c: q.k * 0.5 = 4c, so the base logits of each
    row are 2, 1.875, 1.75 and 1.625."""
    keys = np.zeros((1, 8, 4), "<f2")
    keys[0] = np.array([0.5, 0.46875, 0.4375, 0.40625])
    rng = np.random.default_rng(1)
    return [run.save("q", np.ones((1, 4, 8), "<f2")), run.save("k", keys),
            run.save("v", rng.normal(size=(1, 4, 8)).astype("<f2")),
            run.save("mask", np.zeros((1, 4, 4), "<f2")),
            run.save("w", (np.eye(8) + 0.1 * rng.normal(size=(8, 8))).astype("<f2"))]


def part_a(run):
    print("(a) f16 attention, fused=fast: exp in f16, no maximum subtracted")
    model = ROOT / "examples" / "attention_f16.mlir"
    inputs = attention_inputs(run)
    fast = ["--guard-options=fused=fast"]
    (clean, _), _ = run(model, inputs, fast + ["--tiers=fused"], 2)
    (safe, _), _ = run(model, inputs, fast + ["--tiers=safe"], 2)
    fault = "op=block.attention,kind=add,value={},operand=arg3,row=2,step={},forms=all"

    print("  +10 on one row: logits 12 to 11.6, each exp is Inf in f16 (above 11.09)")
    (out, attended), steps = run(model, inputs, fast + [
        "--tiers=fused", "--inject=" + fault.format(10, "all")], 2)
    expect("NaN in the attention's output (one row of 8)", nans(attended), 8)
    expect("NaN in the layer norm's output (it carries them)", nans(out), 8)
    print("  +9 on one row: logits 11 to 10.6, each exp fits, their sum is Inf:"
          " a row of zeros, no NaN")
    (out, attended), steps = run(model, inputs, fast + [
        "--tiers=fused", "--inject=" + fault.format(9, "all")], 2)
    expect("NaN in the attention's output", nans(attended), 0)
    expect("zeros in its row", int((attended[0, 2] == 0).sum()), 8)

    print("  the controller without rescue and shadow runs, fault in steps 10 to 30")
    (out, _), steps = run(model, inputs, fast + [
        "--steps=100", "--tiers=controller", run.plain_policy(), "--inject=" + fault.format(10, "10-30")], 2)
    attention = next(o["id"] for o in steps[0]["ops"] if o["path"] == "block.attention")
    norm = next(o["id"] for o in steps[0]["ops"] if "LayerNorm" in o["path"])
    # The layer norm is tried in its safe form once, and carries the NaN there too.
    expect("state changes", changes(steps), [
        (10, attention, "OBSERVE"), (10, norm, "OBSERVE"),
        (11, attention, "SAFE_STAGE_1"), (11, norm, "NORMAL"),
        (12, attention, "VERIFY"), (32, attention, "RECOVER"),
        (82, attention, "NORMAL")])
    expect("tier of the attention in step 12", steps[11]["ops"][attention]["tier"], "safe")
    expect("NaN in step 12, the fault still on", steps[11]["ops"][attention]["nan"], 0)
    expect("verdict on the layer norm in step 10", steps[9]["ops"][norm]["verdict"], "carried")
    (shifted, _), _ = run(model, inputs, fast + [
        "--tiers=safe", "--inject=" + fault.format(10, "all")], 2)
    expect("safe result under the fault equals the fault-free one, bit for bit",
           bool((shifted.view("<u2") == safe.view("<u2")).all()), True)
    expect("and step 100 equals the fault-free fused one",
           bool((out.view("<u2") == clean.view("<u2")).all()), True)


def part_b(run):
    print("(b) scores 72000 and 71990 in f16")
    model = ROOT / "examples" / "attention_f16.mlir"
    query = np.full((1, 4, 8), 150, "<f2")
    keys = np.full((1, 8, 4), 60, "<f2")
    keys[0, 0, 3] = 59.9375
    rng = np.random.default_rng(2)
    value = rng.normal(size=(1, 4, 8)).astype("<f2")
    inputs = [run.save("q2", query), run.save("k2", keys), run.save("v2", value),
              run.save("m2", np.zeros((1, 4, 4), "<f2")), run.save("w2", np.eye(8, dtype="<f2"))]
    score = (query[0].astype(np.float64) @ keys[0].astype(np.float64)) * 0.5
    weights = np.exp(score - score.max(-1, keepdims=True))
    reference = weights / weights.sum(-1, keepdims=True) @ value[0].astype(np.float64)
    for form, wanted in (("fused", 32), ("safe", 0), ("unfused", 0)):
        (_, out), _ = run(model, inputs, [f"--tiers={form}"], 2)
        expect(f"{form}: NaN of 32", nans(out), wanted)
        if not wanted:
            worst = float(np.abs(out[0].astype(np.float64) - reference).max())
            expect(f"{form}: within 2e-3 of f64 (worst {worst:.1e})", worst < 2e-3, True)
    print("  scores handed out in f16, the edge marked with a bound: no arithmetic"
          " cures an exit, the clip of the unfused form does")
    model = ROOT / "examples" / "scores_f16.mlir"
    inputs = [run.save("q3", np.full((2, 4), 300, "<f2")), run.save("k3", np.full((4, 2), 60, "<f2"))]
    (out,), steps = run(model, inputs, ["--steps=12", "--tiers=controller"])
    scores = next(o["id"] for o in steps[0]["ops"] if o["path"] == "block.scores")
    reached = [to for _, op, to in changes(steps) if op == scores]
    expect("states reached", reached[:3], ["OBSERVE", "SAFE_STAGE_1", "SAFE_STAGE_2"])
    expect("tier at the end", steps[-1]["ops"][scores]["tier"], "unfused")
    expect("scores at the end", sorted(set(out.ravel().tolist())), [65504.0])


def part_c(run, folder):
    print("(c) MiniLM in f16 on real sentences, fused=fast: one head of layer 0 has"
          " logits above 11.09")
    if not (folder / "weights.safetensors").exists():
        print(f"    skipped: no {folder}/weights.safetensors (python/minilm_inputs.py makes it)")
        return
    reference = np.load(folder / "reference.npy").astype(np.float64)
    model = ROOT / "models" / "minilm_f16.mlir"
    name = "encoder.layer.0.attention.self"
    for sentence in range(3):
        inputs = [f"--input=@{folder}/ids_{sentence:02}.npy",
                  f"--input=@{folder}/mask_{sentence:02}.npy",
                  f"--input=@{folder}/weights.safetensors"]
        flags = ["--guard-options=fused=fast"]
        (out,), _ = run(model, inputs, flags + ["--tiers=fused"])
        expect(f"sentence {sentence}, unrepaired: NaN of 384", nans(out), 384)
        (out,), steps = run(model, inputs, flags + ["--tiers=controller", "--steps=8"])
        lowered = sorted({s["ops"][op]["path"] for s in steps
                          for _, op, to in changes([s]) if to.startswith("SAFE")})
        expect("ops lowered, of 45", lowered, [name])
        vector = out.astype(np.float64).ravel()
        wanted = reference[sentence].ravel()
        cosine = float(vector @ wanted / np.linalg.norm(vector) / np.linalg.norm(wanted))
        expect(f"cosine with the f32 reference {cosine:.6f} >= 0.999", cosine >= 0.999, True)


def decode(text, length):
    return bytes(int(c) for c in text.ravel()[:length]).decode("latin-1")


def part_d(run, folder):
    print("(d) the small GPT writes on; a NaN on its way into the KV cache at step 20")
    steps, prompt = 120, b"A NaN is "
    text = np.full((1, 512), -1, "<i8")
    text[0, :len(prompt)] = list(prompt)
    cache = np.zeros((1, 4, 64, 32), "<f2")
    inputs = [run.save("text", text), run.save("pos", np.zeros(1, "<i8"))]
    inputs += [run.save("cache", cache)] * 6
    inputs += [f"--input=@{ROOT}/models/gpt_weights.safetensors"]
    carry = [f"--carry={i + 1}:{i}" for i in range(8)]
    marked = (ROOT / "models" / "gpt_decode_f16.mlir").read_text()
    bare = folder / "gpt_unmarked.mlir"
    bare.write_text(marked.replace("{nanguard.kv_cache}", ""))
    flags = carry + [f"--steps={steps}", "--tiers=fused"]
    outputs = 2
    (_, clean), _ = run(ROOT / "models" / "gpt_decode_f16.mlir", inputs, flags, outputs)
    # The qkv projection's output: columns 128 to 255 are the new key.
    _, listed = run(ROOT / "models" / "gpt_decode_f16.mlir", inputs, carry + ["--steps=1", "--tiers=fused"], outputs)
    paths = [o["path"] for o in listed[0]["ops"]]
    qkv = next(p for p in paths if p.endswith("attn.qkv"))
    fault = f"--inject=op={qkv},kind=nan,output,index=130,step=20,forms=all"
    (_, with_guard), seen = run(ROOT / "models" / "gpt_decode_f16.mlir", inputs, flags + [fault], outputs)
    (_, without), _ = run(bare, inputs, flags + [fault], outputs)
    replaced = sum(o["clip"] for o in seen[19]["ops"] if o["kind"] == "kv_write")
    expect("values the sanitiser replaced in step 20", replaced, 1)
    expect("steps with a NaN in a result of the cache writes, guarded",
           sum(1 for s in seen for o in s["ops"] if o["kind"] == "kv_write" and o["bad"]), 0)
    length = steps + 1
    print(f"    fault-free : {decode(clean, length)!r}")
    print(f"    sanitised  : {decode(with_guard, length)!r}")
    print(f"    unprotected: {decode(without, length)!r}")
    expect("the text goes on as without the fault", decode(with_guard, length), decode(clean, length))
    expect("unprotected it does not", decode(without, length) == decode(clean, length), False)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nanguard-run", default=str(ROOT / "build" / "bin" / "nanguard-run"))
    parser.add_argument("--minilm", type=pathlib.Path, default=ROOT / "build" / "minilm")
    parser.add_argument("--parts", default="abcd", help="which parts to run")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        run = Runner(options.nanguard_run, folder)
        parts = {"a": lambda: part_a(run), "b": lambda: part_b(run),
                 "c": lambda: part_c(run, options.minilm), "d": lambda: part_d(run, folder)}
        for part in options.parts:
            if part not in parts:
                sys.exit(f"experiment: no part '{part}': a, b, c, d")
            parts[part]()
    print("all counts as predicted")


if __name__ == "__main__":
    main()
