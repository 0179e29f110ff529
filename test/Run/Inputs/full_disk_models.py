"""Writes m.mlir, a small model, and wide.mlir, one whose manifest is large."""
import pathlib
import sys


def write(path, extent, ops):
    """A chain of exps, each of which is a result too: no two share a cluster."""
    tensor = f"tensor<{extent}xf32>"
    text = f"func.func @main(%x0: {tensor}) -> ({', '.join([tensor] * ops)}) {{\n  %e = tensor.empty() : {tensor}\n"
    for i in range(ops):
        text += (f"  %x{i + 1} = linalg.exp ins(%x{i} : {tensor}) outs(%e : {tensor}) -> {tensor}"
                 f' loc("layer.{i}"("model.py":{i + 1}:0))\n')
    text += f"  return {', '.join(f'%x{i + 1}' for i in range(ops))} : {', '.join([tensor] * ops)}\n}}\n"
    path.write_text(text)


folder = pathlib.Path(sys.argv[1])
write(folder / "m.mlir", 4096, 1)
write(folder / "wide.mlir", 4, 120)
