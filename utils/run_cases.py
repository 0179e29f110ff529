#!/usr/bin/env python3
"""Runs a folder of cases through nanguard-opt and nanguard-run and prints a table.

A case is FOLDER/NAME/model.mlir with FOLDER/NAME/case.json: inputs, the expected outputs,
a tolerance and a kind (docs/models.md). Each is guarded by `nanguard-opt --guard-tiers`
and run for one step in each variant. A case passes when

  - neither tool fails or crashes, in any variant;
  - `safe` or `unfused` gives the expected values (or one of the case's alternatives);
  - for the kinds legit-nonfinite and false-alarm: every variant does, and no op's
    verdict is a fault (none, pole, domain, data and carry are not);
  - a variant that gives the expected values breaks no invariant;
  - in the controlled run of N steps (--controlled=N; a variant of its own, "control"), under the
    default policy, the last step gives the expected values; for the kinds legit-nonfinite and
    false-alarm every step does, and all ops are NORMAL at the end;
  - on another device than the CPU, the report of a variant with the CPU's values says what the
    CPU's says.

Needs numpy. Exits with 1 when a case fails, with 2 when nothing could be run.
"""

import argparse
import concurrent.futures
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    sys.exit("run_cases: numpy is missing; install python3-numpy or pip install numpy")

import reports

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Of the magnitudes that two devices report.
REPORT_BOUND = 2.0**-7
# Of finite values on two devices, as a share of the largest.
VALUE_BOUND = 2.0**-5
STRICT_KINDS = ("legit-nonfinite", "false-alarm")
NO_FAULT = ("", "none", "pole", "domain", "data", "carry", "carried")
# bf16 stands in .npy as its bits, in a uint16 array.
NPY_TYPES = {"f16": "<f2", "bf16": "<u2", "f32": "<f4", "f64": "<f8", "i1": "?", "i8": "i1",
             "i16": "<i2", "i32": "<i4", "i64": "<i8"}


class CaseError(Exception):
    """A case that cannot be read or a tool that failed: the table shows the text."""


def to_bf16_bits(values):
    """Nearest bf16, ties to even, as uint16; NaN stays a NaN."""
    bits = np.asarray(values, dtype=np.float64).astype(np.float32).view(np.uint32)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    return np.where((bits & 0x7FFFFFFF) > 0x7F800000, 0x7FC0, rounded).astype("<u2")


def from_bf16_bits(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32)


def tensor(spec):
    """The .npy array of an input, its values' type as the model has it."""
    dtype, shape = spec["dtype"], spec["shape"]
    if dtype not in NPY_TYPES:
        raise CaseError(f"unknown dtype {dtype}")
    if dtype[0] == "i":
        flat = np.array(spec["values"], dtype=NPY_TYPES[dtype])
    else:
        flat = np.array([float(v) for v in spec["values"]], dtype=np.float64)
        with np.errstate(over="ignore"):
            flat = to_bf16_bits(flat) if dtype == "bf16" else flat.astype(NPY_TYPES[dtype])
    try:
        return flat.reshape(shape)
    except ValueError:
        raise CaseError(f"{flat.size} values for shape {shape}")


def as_numbers(array, dtype):
    """What an output file holds, in f64 (integers as they are)."""
    if dtype == "bf16":
        if array.dtype.itemsize != 2:
            raise CaseError(f"a bf16 result stands as {array.dtype} in .npy, not uint16")
        return from_bf16_bits(array.view("<u2")).astype(np.float64)
    return array if dtype[0] == "i" else array.astype(np.float64)


def difference(got, want, tolerance):
    """None where `got` agrees with the specification `want`, else what is wrong."""
    expected = as_numbers(tensor(want), want["dtype"])
    if want["dtype"] != "bf16" and got.dtype != np.dtype(NPY_TYPES[want["dtype"]]):
        return f"dtype {got.dtype}, expected {want['dtype']}"
    if list(got.shape) != list(want["shape"]):
        return f"shape {list(got.shape)}, expected {want['shape']}"
    got = as_numbers(got, want["dtype"])
    if want["dtype"][0] == "i":
        close = got == expected
    else:
        with np.errstate(invalid="ignore", over="ignore"):
            near = np.abs(got - expected) <= tolerance["abs"] + tolerance["rel"] * np.abs(expected)
        finite = np.isfinite(got) & np.isfinite(expected)
        close = np.where(finite, near, got == expected) | (np.isnan(got) & np.isnan(expected))
    if close.all():
        return None
    first = int(np.argmin(close.ravel()))
    return (f"{int((~close).sum())} of {close.size} wrong, first [{first}]: "
            f"{got.ravel()[first]}, expected {expected.ravel()[first]}")


def run_tool(command, timeout):
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                              timeout=timeout, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise CaseError(f"{command[0].name}: no end after {timeout:g} s")
    except OSError as error:
        raise CaseError(f"{command[0]}: {error.strerror}")
    if done.returncode < 0:
        raise CaseError(f"{command[0].name}: crash ({signal.Signals(-done.returncode).name})")
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()] or ["no message"]
        line = next((line for line in lines if "error" in line.lower()), lines[0])
        crashed = any("Stack dump" in other or "Assertion" in other for other in lines)
        what = "crash" if crashed else f"exit {done.returncode}"
        raise CaseError(f"{command[0].name}: {what}: {line.strip()}")


def false_reports(path, strict):
    """Ops of a JSON-lines report that broke an invariant or, where `strict`, whose verdict lays a
    fault on them: the values were right."""
    faults = []
    if not path.exists():
        raise CaseError("nanguard-run wrote no report (--json)")
    for line in path.read_text().splitlines():
        try:
            record = json.loads(line)
        except json.JSONDecodeError as error:
            raise CaseError(f"report: {error}")
        for op in record.get("ops") or []:
            if op.get("invariant_broken"):
                faults.append(f"op {op.get('id')} broke an invariant")
            if not strict:
                continue
            verdict = str(op.get("verdict") or "none").lower()
            # What the op's inputs call for is told as such, not as a fault.
            if op.get("fault") in ("pole", "domain", "exit"):
                continue
            if verdict not in NO_FAULT:
                faults.append(f"op {op.get('id')} {verdict}")
    return faults


def ops_of(report):
    """The ops of a report of one step."""
    return [op for line in report.read_text().splitlines() for op in json.loads(line).get("ops") or []]


def compare_with_cpu(options, case, command, outputs, report):
    """What the values or the report say that the CPU's do not. Values may be bad on one of the two
    alone, since a sum in another order overflows elsewhere, and are told of otherwise then. Where
    the case is about sums that go wrong silently, the order decides."""
    beside = report.with_suffix(".cpu.json")
    ours = [path.with_suffix(".cpu.npy") for path in outputs]
    run_tool(command("cpu", beside) + [f"--output=@{path}" for path in ours], options.timeout)
    same = True
    for ours, theirs, want in zip(ours, outputs, case["expected"]):
        here, there = (as_numbers(np.load(path, allow_pickle=False), want["dtype"]) for path in (ours, theirs))
        if here.shape != there.shape:
            return f"shape {list(there.shape)}, {list(here.shape)} on the CPU"
        finite = np.isfinite(here) & np.isfinite(there)
        scale = np.abs(here[finite]).max(initial=0)
        if case["kind"] != "silent-wrong" and not np.allclose(here[finite], there[finite], rtol=VALUE_BOUND,
                                                              atol=VALUE_BOUND * scale + case["tolerance"]["abs"]):
            return f"{there.ravel()[:4]}, {here.ravel()[:4]} on the CPU"
        same = same and np.allclose(here, there, rtol=REPORT_BOUND, atol=0, equal_nan=True)
    return "" if not same else reports.contradiction(ops_of(beside), ops_of(report), REPORT_BOUND)


def run_variant(options, case, model, inputs, variant, directory):
    """Result of one variant: (word for the table, what is wrong or None)."""
    outputs = [directory / f"{variant}_out{i}.npy" for i in range(len(case["expected"]))]
    report = directory / f"{variant}.json"

    def command(device, report):
        return [options.nanguard_run, model, f"--tiers={variant}", "--steps=1", f"--json={report}",
                f"--device={device}", *(f"--input=@{path}" for path in inputs)]

    try:
        run_tool(command(options.device, report) + [f"--output=@{path}" for path in outputs], options.timeout)
        if options.device != "cpu":
            told = compare_with_cpu(options, case, command, outputs, report)
            if told:
                return "other report", told
        results = []
        for path in outputs:
            if not path.exists():
                raise CaseError(f"nanguard-run wrote no {path.name}")
            results.append(np.load(path, allow_pickle=False))
        choices = [case["expected"]] + [a["expected"] for a in case.get("alternatives", [])]
        wrong = None
        for choice in choices:
            found = [difference(*pair, case["tolerance"]) for pair in zip(results, choice)]
            found = next((d for d in found if d), None)
            if found is None:
                break
            wrong = wrong or found
        else:
            return "wrong", wrong
        faults = false_reports(report, case["kind"] in STRICT_KINDS)
        if faults:
            return "false report", ", ".join(faults)
        return "right", None
    except CaseError as error:
        return ("crash" if "crash" in str(error) else "error"), str(error)
    except (OSError, ValueError) as error:
        return "error", f"{error}"


def not_normal(path):
    """Ops whose state after the last step is not NORMAL."""
    last = json.loads(path.read_text().splitlines()[-1])
    return [f"op {op['id']} {op['state']}" for op in last["ops"] if op["state"] != "NORMAL"]


def run_controlled(options, case, model, inputs, directory):
    """Result under the controller, as run_variant gives it."""
    strict = case["kind"] in STRICT_KINDS
    choices = [case["expected"]] + [a["expected"] for a in case.get("alternatives", [])]
    outputs = [directory / f"control_out{i}.npy" for i in range(len(case["expected"]))]
    report = directory / "control.json"
    try:
        for steps in range(1, options.controlled + 1) if strict else (options.controlled,):
            run_tool([options.nanguard_run, model, f"--steps={steps}", f"--json={report}", f"--device={options.device}",
                      *(f"--input=@{path}" for path in inputs), *(f"--output=@{path}" for path in outputs)],
                     options.timeout)
            results = [np.load(path, allow_pickle=False) for path in outputs]
            wrong = [next(filter(None, (difference(*pair, case["tolerance"]) for pair in zip(results, choice))), None)
                     for choice in choices]
            if all(wrong):
                return "wrong", f"step {steps}: {wrong[0]}"
        moved = not_normal(report) if strict else []
        return ("not NORMAL", ", ".join(moved)) if moved else ("right", None)
    except CaseError as error:
        return ("crash" if "crash" in str(error) else "error"), str(error)
    except (OSError, ValueError) as error:
        return "error", f"{error}"


def run_case(options, folder):
    """One row of the table."""
    row = {"name": folder.name, "kind": "?", "variants": {}, "why": [], "passed": False}
    directory = pathlib.Path(tempfile.mkdtemp(prefix=f"nanguard-{folder.name}-"))
    try:
        try:
            case = json.loads((folder / "case.json").read_text())
            row["kind"] = case["kind"]
            inputs = []
            for i, spec in enumerate(case["inputs"]):
                inputs.append(directory / f"in{i}.npy")
                np.save(inputs[-1], tensor(spec))
            model = folder / "model.mlir"
            run_tool([options.nanguard_opt, "--guard-tiers", model, "-o",
                      directory / "guarded.mlir"], options.timeout)
        except (OSError, KeyError, json.JSONDecodeError) as error:
            raise CaseError(f"case.json: {error!r}")
        for variant in options.variants:
            row["variants"][variant] = run_variant(options, case, model, inputs, variant, directory)
        if options.controlled:
            row["variants"]["control"] = run_controlled(options, case, model, inputs, directory)
        words = {variant: result[0] for variant, result in row["variants"].items()}
        ran = not {"crash", "error", "other report"} & set(words.values())
        if row["kind"] in STRICT_KINDS:
            row["passed"] = all(word == "right" for word in words.values())
        else:
            repairing = [v for v in words if v not in ("fused", "finite", "control")] or list(words)
            row["passed"] = (ran and any(words[v] == "right" for v in repairing)
                             and "false report" not in words.values())
            row["passed"] = row["passed"] and words.get("control", "right") == "right"
        row["why"] += [f"{v}: {why}" for v, (_, why) in row["variants"].items() if why]
    except CaseError as error:
        row["why"].append(str(error))
    finally:
        if options.keep:
            row["why"].append(f"kept {directory}")
        else:
            shutil.rmtree(directory, ignore_errors=True)
    return row


def find_tool(given, name):
    path = given or next((p for p in [ROOT / "build" / "bin" / name] if p.exists()), None)
    path = path or shutil.which(name)
    if path is None or not pathlib.Path(path).is_file():
        print(f"run_cases: {path or name} not found; build first or give --{name}", file=sys.stderr)
        sys.exit(2)
    return pathlib.Path(path).resolve()


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--nanguard-opt", metavar="PATH", help="default: build/bin, then PATH")
    parser.add_argument("--nanguard-run", metavar="PATH", help="default: build/bin, then PATH")
    parser.add_argument("--variants", help="default: fused,safe,unfused; on a device also finite")
    parser.add_argument("-k", metavar="TEXT", default="", dest="filter", help="only names that contain TEXT")
    parser.add_argument("-j", metavar="N", type=int, default=1, dest="jobs", help="cases at a time")
    parser.add_argument("--controlled", type=int, default=0, metavar="N", help="also run N steps under the controller")
    parser.add_argument("--device", default="cpu", help="of nanguard-run, such as sim or sim:checks")
    parser.add_argument("--timeout", type=float, default=60, metavar="SECONDS", help="for each run of a tool")
    parser.add_argument("--open", type=pathlib.Path, metavar="FILE",
                        help="lines 'NAME[@DEVICE]  why': allowed to fail, and a failure when they pass")
    parser.add_argument("--allow", action="append", default=[], metavar="NAME",
                        help="a case that may fail (it is still run and shown)")
    parser.add_argument("--keep", action="store_true", help="keep the files of each run and say where")
    parser.add_argument("-v", "--verbose", action="store_true", help="say what is wrong of cases that pass, too")
    options = parser.parse_args()
    if options.variants is None:
        options.variants = "fused,safe,unfused" + (",finite" if options.device != "cpu" else "")
    options.variants = [v for v in options.variants.split(",") if v]
    if not options.variants:
        parser.error("--variants is empty")
    return options


def main():
    options = parse_arguments()
    opened = []
    if options.open:
        for line in options.open.read_text().splitlines():
            name, _, device = line.partition(" ")[0].partition("@")
            if name and name != "#" and device in ("", options.device.split(":")[0]):
                opened.append(name)
        options.allow += opened
    if not options.folder.is_dir():
        print(f"run_cases: no folder {options.folder}", file=sys.stderr)
        sys.exit(2)
    options.nanguard_opt = find_tool(options.nanguard_opt, "nanguard-opt")
    options.nanguard_run = find_tool(options.nanguard_run, "nanguard-run")
    folders = [f for f in sorted(options.folder.iterdir())
               if (f / "case.json").is_file() and options.filter in f.name]
    if not folders:
        print(f"run_cases: no case in {options.folder} matches", file=sys.stderr)
        sys.exit(2)
    wide = max(len(f.name) for f in folders)
    shown = options.variants + ["control"] * bool(options.controlled)
    columns = "  ".join(f"{v:12}" for v in shown)
    print(f"{'case':{wide}}  {'kind':18}  {columns}  verdict")
    passed = failed = allowed = right = 0
    with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
        for row in pool.map(lambda folder: run_case(options, folder), folders):
            if row["passed"] and row["name"] in opened:
                row["passed"] = False
                row["why"].append(f"right now: take it off {options.open}")
                options.allow.remove(row["name"])
            forgiven = not row["passed"] and row["name"] in options.allow
            passed += row["passed"]
            allowed += forgiven
            failed += not row["passed"] and not forgiven
            words = "  ".join(f"{row['variants'].get(v, ('-',))[0]:12}" for v in shown)
            right += row["variants"].get("control", ("-",))[0] == "right"
            verdict = "pass" if row["passed"] else "allowed" if forgiven else "FAIL"
            print(f"{row['name']:{wide}}  {row['kind']:18}  {words}  {verdict}", flush=True)
            if options.verbose or options.keep or not row["passed"]:
                for why in row["why"]:
                    print(f"{'':{wide}}    {why}")
    if options.controlled:
        print(f"{right} of {len(folders)} right in the controlled run")
    print(f"{passed} passed, {failed} failed" + (f", {allowed} allowed to fail" if allowed else ""))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
