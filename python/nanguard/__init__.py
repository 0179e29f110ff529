"""NanGuard: finds the op that first made a NaN or Inf, repairs it, guards models.

Nothing here imports torch before a call needs it.
"""

import pathlib
from typing import Any

from ._frontends import read
from ._model import Finding, Model, Op, Session, compile_text
from ._tools import NanGuardError, include_dir, library_dir

__all__ = ["Finding", "Model", "NanGuardError", "Op", "Session", "compile", "include_dir",
           "library_dir"]


def compile(source: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None, *,
            policy: str | dict[str, Any] | None = None, function: str | None = None,
            guard_options: str = "", dynamic_shapes: Any = None, loss: Any = None) -> Model:
    """Compiles a torch module, or a model of another format, for this CPU.

    Those are MLIR or StableHLO (text, or an .mlir file), .onnx, .pt2, and a model library
    (.so). A module is exported with `args` and `kwargs`; the callable takes what the module takes,
    gives what it gives, and reads the module's own weights. With `loss` it gives a `Step`."""
    if isinstance(source, (str, pathlib.Path)):
        source = read(source)
    if isinstance(source, (str, pathlib.Path)):
        return compile_text(source, function=function, guard_options=guard_options, policy=policy)
    from ._export import export, results_of
    exported = export(source, args, kwargs, dynamic_shapes=dynamic_shapes, loss=loss)
    return compile_text(exported.text, guard_options=guard_options, policy=policy,
                        bound=list(exported.weights.values()),
                        flatten=exported.captured.flatten,
                        rebuild=lambda results: results_of(exported, results))


def __getattr__(name: str) -> Any:
    # These need torch.
    if name in ("diagnose", "Diagnosis", "Fault", "Cure"):
        from . import _diagnose
        return getattr(_diagnose, name)
    if name in ("GradientGuard", "RankFault", "StepGuard", "ddp_hook", "guard_optimizer"):
        from . import _training
        return getattr(_training, name)
    if name == "compiled_models":
        from . import _backend
        return _backend.compiled_models
    if name in ("export", "Exported", "Step"):
        from . import _export
        return getattr(_export, name)
    if name in ("repair", "Repaired"):
        from . import _repair
        return getattr(_repair, name)
    raise AttributeError(f"module 'nanguard' has no attribute '{name}'")
