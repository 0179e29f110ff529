"""Exports a torch module to linalg on tensors through torch-mlir.

What the plain `torch_mlir.fx.export_and_import` lacks and this adds:
- weights become arguments, after the inputs, in the module's own order, and the
  argument's location is the weight's name;
- an op's location is the path of its module around the line of the model's own file
  (not torch's): loc("encoder.layer.0.output.dense"("minilm_model.py":71:0)).

Needs torch and torch-mlir (PyPI); tried with torch 2.15.0 and torch-mlir 20261001.
"""

import pathlib
import re
import shutil
import subprocess
import sys

try:
    import torch
    import torch_mlir
    from torch_mlir import fx, ir
    from torch_mlir.extras.fx_importer import ContextCache
except ImportError as error:
    sys.exit(f"export: {error}; install torch and torch-mlir from PyPI (docs/models.md)")

TORCH_DIRECTORY = str(pathlib.Path(torch.__file__).resolve().parent)


class Lifted(torch.nn.Module):
    """Calls `model` with its parameters taken from the trailing arguments.

    The model is a submodule, or the export knows no module paths."""

    def __init__(self, model, inputs):
        super().__init__()
        self.model = model
        self.inputs = inputs
        self.names = [name for name, _ in model.named_parameters()]

    def forward(self, *args):
        weights = dict(zip(self.names, args[self.inputs:]))
        return torch.func.functional_call(self.model, weights, args[: self.inputs])


def source_line(trace):
    """(file name, line) of the innermost frame outside torch."""
    frames = re.findall(r'File "([^"]+)", line (\d+),', trace or "")
    ours = [f for f in frames if not f[0].startswith(TORCH_DIRECTORY)] or frames
    return (pathlib.Path(ours[-1][0]).name, int(ours[-1][1])) if ours else None


def module_path(node):
    stack = node.meta.get("nn_module_stack") or {}
    path = list(stack.values())[-1][0] if stack else ""
    path = re.sub(r"@\d+$", "", path)  # the second call of a module is marked so
    return path[len("model."):] if path.startswith("model.") else ""


def node_location(cache, node):
    """Replaces ContextCache.get_node_location, which knows file and line only."""
    line = source_line(node.meta.get("stack_trace"))
    if line is None:
        return None
    location = ir.Location.file(line[0], line[1], col=0, context=cache._c)
    path = module_path(node)
    return ir.Location.name(path, location, context=cache._c) if path else location


def name_arguments(text, names, attributes):
    """Gives @main's arguments their names as locations, and `attributes` by index."""
    head = re.search(r"func\.func @main\((.*?)\) -> ", text)

    def replace(match):
        index = int(match.group(1))
        extra = f" {{{attributes[index]}}}" if index in attributes else ""
        return f'%arg{index}: {match.group(2)}{extra} loc("{names[index]}")'

    signature = re.sub(r"%arg(\d+): (tensor<[^>]*>) loc\((?:[^()]|\([^()]*\))*\)", replace, head.group(1))
    return text[: head.start(1)] + signature + text[head.end(1):]


def export(model, inputs, input_names, output, attributes=None, dynamic=None,
           output_type="linalg-on-tensors"):
    """Writes `model` as text to `output` and parses it with a stock mlir-opt.

    `dynamic` names the dynamic dimensions of each input, as torch.export does."""
    ContextCache.get_node_location = node_location
    weights = [p.detach() for p in model.parameters()]
    names = input_names + [name for name, _ in model.named_parameters()]
    shapes = {"dynamic_shapes": {"args": (*dynamic, *({} for _ in weights))}} if dynamic else {}
    print(f"exporting with torch {torch.__version__} to {output}", flush=True)
    with torch.no_grad():
        module = fx.export_and_import(Lifted(model.eval(), len(inputs)), *inputs, *weights,
                                      output_type=output_type, func_name="main", **shapes)
    text = module.operation.get_asm(enable_debug_info=True)
    text = name_arguments(text, names, attributes or {})
    output.write_text(text)
    print(f"wrote {output} ({len(text)} bytes, {len(names)} arguments)")
    tool = shutil.which("mlir-opt-22")
    if tool is None:
        print("mlir-opt-22 not found: the file was not parsed")
    elif subprocess.run([tool, output, "-o", "/dev/null"], capture_output=True).returncode:
        sys.exit(f"export: mlir-opt-22 refuses {output}")
