#!/usr/bin/env python3
"""Compiles one small function for each kind of op, element type and shape.

Whatever the target, nanguard-opt ends with 0, or with 1 and one error that has
a place: no signal, no assertion, no hang. The functions of a type go through
one process, apart from each other by --split-input-file.

    utils/check_kinds.py [--targets=cpu,nvptx,upstream] [--types=f16,…]
"""

import argparse
import re
import subprocess
import sys

FLOATS = ["f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2", "f8E4M3FNUZ"]
INTEGERS = ["i1", "i8", "i32", "i64", "index"]
REFUSED = ["f80", "f128", "tf32", "complex<f32>", "f8E8M0FNU", "f4E2M1FN"]
SHAPES = [[], [4], [4, 6], [1, 1, -1], [-1, 6], [0, 6], [-1, 0]]


def tensor(shape, element):
    dims = "".join(("?" if d < 0 else str(d)) + "x" for d in shape)
    return f"tensor<{dims}{element}>"


def empty(shape, element, source="%x", name="%e"):
    """tensor.empty of the shape of `source`."""
    lines, sizes = [], []
    for i, d in enumerate(shape):
        if d < 0:
            lines += [f"  %c{name[1:]}{i} = arith.constant {i} : index",
                      f"  %d{name[1:]}{i} = tensor.dim {source}, "
                      f"%c{name[1:]}{i} : {tensor(shape, element)}"]
            sizes.append(f"%d{name[1:]}{i}")
    lines.append(f"  {name} = tensor.empty({', '.join(sizes)}) : "
                 f"{tensor(shape, element)}")
    return "\n".join(lines)


def maps(rank, kinds):
    dims = ", ".join(f"d{i}" for i in range(rank))
    rows = ", ".join(f"d{i}" for i in range(rank - 1))
    text = {"id": f"affine_map<({dims}) -> ({dims})>",
            "row": f"affine_map<({dims}) -> ({rows})>",
            "none": f"affine_map<({dims}) -> ()>"}
    return "[" + ", ".join(text[k] for k in kinds) + "]"


def loops(rank, reductions=0):
    kinds = ["parallel"] * (rank - reductions) + ["reduction"] * reductions
    return "[" + ", ".join(f'"{k}"' for k in kinds) + "]"


def function(args, results, body, values):
    types = ", ".join(results)
    return (f"func.func @main({args}) -> ({types}) {{\n{body}\n"
            f"  return {', '.join(values)} : {types}\n}}\n")


def programs(element, is_float):
    """The text of each."""
    zero = "0.0" if is_float else "false" if element == "i1" else "0"
    add = "addf" if is_float else "addi"
    most = "maximumf" if is_float else "maxsi"
    for shape in SHAPES:
        t, rank = tensor(shape, element), len(shape)

        def unary(op, out=t):
            return function(f"%x: {t}", [out], f"  %y = {op}", ["%y"])

        yield function(f"%x: {t}", [t], "", ["%x"])
        yield unary(f"arith.{add} %x, %x : {t}")
        # A plain result beside one that nobody reads, outs that are read.
        yield function(
            f"%x: {t}, %z: {tensor(shape, 'f32')}", [t],
            f"""  %y:2 = linalg.generic {{indexing_maps = {maps(rank, ['id'] * 2)},
      iterator_types = {loops(rank)}}} outs(%z, %x : {tensor(shape, 'f32')}, {t}) {{
  ^bb0(%a: f32, %b: {element}):
    %c = math.exp %a : f32
    linalg.yield %c, %b : f32, {element}
  }} -> ({tensor(shape, 'f32')}, {t})""", ["%y#1"])
        # A read of tensor.empty, both results returned.
        yield function(
            f"%x: {t}", [t, t],
            empty(shape, element) + f"\n  %y = arith.{add} %x, %e : {t}",
            ["%y", "%x"])
        if is_float:
            yield unary(f"math.exp %x : {t}")
            yield function(
                f"%x: {t}", [t, t],
                f"  %y = arith.divf %x, %x : {t}\n  %z = math.log %y : {t}",
                ["%y", "%z"])
            if element != "f64":
                wide = tensor(shape, "f64")
                yield unary(f"arith.extf %x : {t} to {wide}", wide)
                yield function(
                    f"%x: {wide}", [t],
                    f"  %y = arith.truncf %x : {wide} to {t}", ["%y"])
            ints = tensor(shape, "i32")
            yield unary(f"arith.fptosi %x : {t} to {ints}", ints)
            yield function(f"%x: {ints}", [t],
                                 f"  %y = arith.sitofp %x : {ints} to {t}",
                                 ["%y"])
        if rank == 0:
            continue
        if shape[0] > 0:
            dynamic = tensor([-1] + shape[1:], element)
            yield function(
                f"%x: {t}", [dynamic],
                f"  %c = tensor.cast %x : {t} to {dynamic}\n"
                f"  %y = arith.{add} %c, %c : {dynamic}", ["%y"])
        row = shape[:-1]
        init = (empty(row, element, "%r", "%e") + f"""
  %z = arith.constant {zero} : {element}
  %f = linalg.fill ins(%z : {element}) outs(%e : {tensor(row, element)}) -> {tensor(row, element)}""")
        if element != "i1":
            for combiner in (add, most):
                yield function(
                    f"%x: {t}, %r: {tensor(row, element)}",
                    [tensor(row, element)], f"""{init}
  %y = linalg.generic {{indexing_maps = {maps(rank, ['id', 'row'])},
      iterator_types = {loops(rank, 1)}}} ins(%x : {t}) outs(%f : {tensor(row, element)}) {{
  ^bb0(%a: {element}, %b: {element}):
    %s = arith.{combiner} %a, %b : {element}
    linalg.yield %s : {element}
  }} -> {tensor(row, element)}""", ["%y"])
        groups = "[[" + ", ".join(map(str, range(rank))) + "]]"
        whole = 1
        for d in shape:
            whole = -1 if min(d, whole) < 0 else whole * d
        flat = tensor([whole], element)
        yield function(
            f"%x: {t}", [flat],
            f"  %c = tensor.collapse_shape %x {groups} : {t} into {flat}\n"
            f"  %y = arith.{add} %c, %c : {flat}", ["%y"])
        if is_float:
            yield function(
                f"%x: {t}", [t], empty(shape, element) +
                f"\n  %y = linalg.softmax dimension({rank - 1}) ins(%x : {t}) "
                f"outs(%e : {t}) -> {t}", ["%y"])
    if not is_float:
        return
    for m, k, n in [(4, 8, 6), (-1, 8, 6), (1, -1, 1), (0, 4, 4), (4, 0, 4)]:
        wide = "f64" if element == "f64" else "f32"
        a, b = tensor([m, k], element), tensor([k, n], element)
        out = tensor([m, n], wide)
        yield function(
            f"%a: {a}, %b: {b}, %x: {out}", [out],
            f"""  %z = arith.constant 0.0 : {wide}
{empty([m, n], wide)}
  %f = linalg.fill ins(%z : {wide}) outs(%e : {out}) -> {out}
  %y = linalg.matmul ins(%a, %b : {a}, {b}) outs(%f : {out}) -> {out}""",
            ["%y"])


def compile_all(texts, target, limit):
    command = ["nanguard-opt", f"--guard-tiers=target={target}",
               "--split-input-file", "-", "-o", "/dev/null"]
    return subprocess.run(command, input="// -----\n".join(texts), text=True,
                          capture_output=True, timeout=limit, check=False)


def errors_of(run):
    return re.findall(r"^.*error:.*$", run.stderr, re.MULTILINE)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--targets", default="cpu,nvptx,upstream")
    parser.add_argument("--types", default=",".join(FLOATS + INTEGERS + REFUSED))
    parser.add_argument("--dump", action="store_true", help="print the programs")
    options = parser.parse_args()
    count = bad = 0
    for element in re.split(r",(?![^<]*>)", options.types):
        is_float = element not in INTEGERS
        texts = list(programs(element, is_float))
        if element in REFUSED:
            t = tensor([4], element)
            texts = [function(f"%x: {t}", [t], "", ["%x"])]
        if options.dump:
            print("// -----\n".join([*texts, ""]))
            continue
        for target in options.targets.split(","):
            count += len(texts)
            try:
                run = compile_all(texts, target, 300)
            except subprocess.TimeoutExpired:
                print(f"{element} {target}: hangs")
                bad += 1
                continue
            errors = errors_of(run)
            refuses = element in REFUSED and target != "upstream"
            good = (run.returncode == 1 and len(errors) == 1 and
                    element in errors[0] and not errors[0].startswith("<unk")
                    ) if refuses else run.returncode == 0
            if not good:
                bad += 1
                print(f"{element} {target}: ended with {run.returncode}")
                print("\n".join(run.stderr.splitlines()[-12:])
                      if run.returncode not in (0, 1) else
                      "\n".join(errors[:6]))
    if not options.dump:
        print(f"{count} programs, {bad} runs failed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
