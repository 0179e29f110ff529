#!/usr/bin/env python3
"""Counts the SASS instructions of kernels, beside Triton's for the same shapes and threads.

Rows and elements: instructions that a thread runs for each of its elements, the
loop over a block's rows as often as the shape asks for, without the subroutines
that rare operands call and without what a scan runs where it has something to
report.
Contractions: instructions of the main loop, and its tensor core, shared memory
and copy instructions. Needs ptxas and nvdisasm; run by a Python that has Triton,
or with --no-triton.
"""
import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "utils"))
import gpu_shapes  # noqa: E402
import ptxas_table  # noqa: E402

BEGIN, END = "<!-- sass_table: begin -->", "<!-- sass_table: end -->"
# op: function of gpu_shapes, elements that a thread has at a time, how often it
# takes as many; 0: its main loop counts.
OPS = {
    "softmax": ("softmax_8192_4096_f16", 16, 8),
    "layer_norm": ("layer_norm_8192_4096_f16", 16, 8),
    "rms_norm": ("rms_norm_8192_4096_f16", 16, 8),
    "gelu": ("gelu_8192_4096_f16", 8, 16),
    "matmul": ("matmul_4096_4096_4096_f16", 64, 0),
    "conv": ("conv_nhwc_fhwc_32_128_58_58_128_3_1_1_f16", 64, 0),
    "attention": ("attention_8_1024_1024_64_f16", 32, 0),
}
LOOP_KINDS = {"mma": "HMMA", "ldmatrix": "LDSM", "cp.async": "LDGSTS"}


def disassemble(nvdisasm, cubin):
    """{entry: [label or instruction]} without the padding at the end."""
    text = subprocess.run([nvdisasm, "-c", cubin], check=True, capture_output=True, text=True).stdout
    entries, lines = {}, []
    for line in text.splitlines():
        if found := re.match(r"\s*\.section\s+\.text\.(\w+)", line):
            lines = entries.setdefault(found[1], [])
        elif found := re.match(r"(\.L_x_\d+):", line):
            lines.append(found[1])
        elif found := re.search(r"/\*[0-9a-f]{4,}\*/\s+(.*?)\s*;", line):
            if not found[1].startswith("NOP"):
                lines.append(found[1])
    return entries


def count(lines):
    return sum(not line.startswith(".L") for line in lines)


def loops(lines):
    """(first line, last line) of each loop; that behind an end, which jumps to itself, is none."""
    places = {line: i for i, line in enumerate(lines) if line.startswith(".L")}
    for i, line in enumerate(lines):
        target = re.search(r"BRA(?:\.\w+)*\s.*?`\((\.L_x_\d+)\)", line)
        if target and places.get(target[1], i) < i - 1:
            yield places[target[1]], i


def executed(lines, times):
    """Instructions up to where a warp ends whose scan found nothing to tell, the first loop taken `times` times.

    Behind that are the merge into the report and the subroutines of divisions and roots.
    """
    ends = [i for i, line in enumerate(lines) if "EXIT" in line]
    first, last = next(loops(lines), (0, -1))
    if last > ends[0] and first > ends[0]:
        first, last = 0, -1
    end = next(i for i in ends if i >= first)
    return count(lines[: end + 1]) + (times - 1) * count(lines[first: last + 1])


def main_loop(lines):
    """The loop with the most tensor core instructions, the shortest such."""
    best = []
    for first, last in loops(lines):
        body = lines[first: last + 1]
        key = sum("HMMA" in b for b in body)
        if key and (not best or key > best[0] or (key == best[0] and len(body) < len(best[1]))):
            best = (key, body)
    return best[1] if best else []


def describe(lines, elements, times):
    """Of Triton's kernels, which take one row each, with `times` as 1."""
    if times:
        return f"{executed(lines, times) / (elements * times):.1f}"
    body = main_loop(lines)
    kinds = ", ".join(f"{sum(kind in line for line in body)} {name}" for name, kind in LOOP_KINDS.items())
    return f"{count(body)}: {kinds}"


def ours(args, chip, folder):
    """({op: {form: text}}, {(op, form with a scan): share that the scan adds})"""
    texts = dict(gpu_shapes.functions())
    found, runs, shares = {}, {}, {}
    for op, (name, elements, times) in OPS.items():
        for kernel, ptx in ptxas_table.compile_module(args.opt, chip, texts[name]):
            form = re.match(r"ng_(?!entry|scan)\w+?_\d+_(fused_bits|fused_finite|fused|safe|unfused)_gpu", kernel)
            if not form:
                continue
            path = Path(folder) / f"{kernel}.ptx"
            path.write_text(ptx)
            subprocess.run([args.ptxas, f"-arch={chip}", path, "-o", f"{path}.cubin"], check=True)
            entries = disassemble(args.nvdisasm, f"{path}.cubin")
            launches = f" in {len(entries)} launches" if len(entries) > 1 else ""
            if times:
                runs[op, form[1]] = sum(executed(e, times) for e in entries.values())
                text = f"{runs[op, form[1]] / (elements * times):.1f}{launches}"
            elif launches:
                text = launches.removeprefix(" in ")
            else:
                text = describe(*entries.values(), elements, times)
            found.setdefault(op, {})[form[1]] = text
        # What a scan adds: to a kernel that memory bounds, and to a main loop.
        for form in ("fused_bits", "fused_finite"):
            if times and form in found[op]:
                shares[op, form] = runs[op, form] / runs[op, "fused"] - 1
                found[op][form] += f" ({shares[op, form]:+.1%})"
            elif form in found[op]:
                shares[op, form] = 0 if found[op][form] == found[op]["fused"] else float("inf")
    return found, shares


def tritons(args, chip, folder):
    import sass_triton
    found = {}
    for op, elements, cubin in sass_triton.cubins(chip):
        path = Path(folder) / f"triton_{op}.cubin"
        path.write_bytes(cubin)
        (lines,) = disassemble(args.nvdisasm, path).values()
        found[op] = describe(lines, elements, min(1, OPS[op][2]))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--opt", default="build/bin/nanguard-opt")
    parser.add_argument("--ptxas", default="ptxas")
    parser.add_argument("--nvdisasm", default="nvdisasm")
    parser.add_argument("--chip", default="sm_80", help="whose Triton kernels use mma.sync too")
    parser.add_argument("--no-triton", action="store_true")
    parser.add_argument("--limit", type=float, help="fail where the scan of NORMAL adds more than so many percent")
    parser.add_argument("--write", type=Path, help="page to write the table into")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        mine, shares = ours(args, args.chip, folder)
        theirs = {} if args.no_triton else tritons(args, args.chip, folder)
    forms = ["fused", "fused_bits", "fused_finite", "safe", "unfused"]
    lines = ["| op | " + " | ".join(forms) + " | Triton |", "| --- |" + " --- |" * (len(forms) + 1)]
    for op in OPS:
        cells = [mine.get(op, {}).get(form, "") for form in forms]
        lines.append(f"| {op} | " + " | ".join(cells) + f" | {theirs.get(op, '')} |")
    text = f"{args.chip}:\n\n" + "\n".join(lines)
    print(text)
    if args.write:
        page = args.write.read_text()
        before, rest = page.split(BEGIN)
        args.write.write_text(before + BEGIN + "\n" + text + "\n" + END + rest.split(END)[1])
    # NORMAL asks for the finite form.
    over = [f"{op} {form}: {share:+.1%}" for (op, form), share in shares.items()
            if args.limit is not None and share * 100 > args.limit
            and form == "fused_finite"]
    sys.exit("more than the limit: " + ", ".join(over) if over else 0)


if __name__ == "__main__":
    main()
