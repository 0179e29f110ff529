"""Models of other formats as linalg on tensors: ONNX, saved exports, StableHLO."""

import pathlib
import subprocess
import sys
from typing import Any

from ._tools import NanGuardError

_STABLEHLO = ("--stablehlo-legalize-deprecated-ops", "--stablehlo-aggressive-simplification",
              "--inline", "--symbol-dce", "--stablehlo-convert-to-signless",
              "--stablehlo-legalize-to-linalg", "--canonicalize", "--cse")


def from_onnx(path: pathlib.Path) -> str:
    """Through torch-mlir's importer; an op's location is its node's name."""
    try:
        import onnx
        from torch_mlir import ir
        from torch_mlir.dialects import torch as torch_dialect
        from torch_mlir.extras import onnx_importer
        from torch_mlir.passmanager import PassManager
    except ImportError as error:
        raise NanGuardError(f"reading '{path}' needs torch-mlir and onnx: {error}") from error
    said: list[str] = []
    context = ir.Context()
    torch_dialect.register_dialect(context)
    handler = context.attach_diagnostic_handler(lambda d: bool(said.append(d.message)) or True)
    try:
        model = onnx.shape_inference.infer_shapes(onnx.load(path), data_prop=True)
        imported = onnx_importer.ModelInfo(model)
        module = imported.create_module(context=context)
        onnx_importer.NodeImporter.define_function(imported.main_graph,
                                                   module.operation).import_all()
        for pipeline in ("torch-onnx-to-torch-backend-pipeline",
                         "torch-backend-to-linalg-on-tensors-backend-pipeline"):
            PassManager.parse(f"builtin.module({pipeline})", context=context).run(
                module.operation)
        return module.operation.get_asm(enable_debug_info=True)
    except Exception as error:
        raise NanGuardError(f"torch-mlir does not lower '{path}': "
                            f"{(said or [str(error)])[0][:300]}") from error
    finally:
        handler.detach()


def from_stablehlo(text: str) -> str:
    """Through the passes of StableHLO that torch-mlir's opt brings."""
    done = subprocess.run([sys.executable, "-m", "torch_mlir.tools.opt", *_STABLEHLO,
                           "--mlir-print-debuginfo", "-"],
                          input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if "error" in line.lower()]
        raise NanGuardError(f"StableHLO is not lowered: {(lines or [done.stderr])[0][:300]}")
    return done.stdout


def read(source: str | pathlib.Path) -> Any:
    """The source as what `compile` takes: MLIR text or a path, or a torch ExportedProgram."""
    is_text = isinstance(source, str) and "\n" in source
    path = None if is_text else pathlib.Path(source)
    if path is not None and not path.exists():
        raise NanGuardError(f"no file '{path}'")
    suffix = path.suffix if path else ""
    if suffix == ".onnx":
        return from_onnx(path)
    if suffix == ".pt2":
        import torch
        return torch.export.load(path)
    if suffix == ".so":
        return path
    if "stablehlo." in (text := str(source) if path is None else path.read_text()):
        return from_stablehlo(text)
    return source
