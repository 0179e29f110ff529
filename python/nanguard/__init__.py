"""NanGuard: finds the op that first made a NaN or Inf, repairs it, guards models.

Nothing here imports torch before a call needs it.
"""

import pathlib
from typing import Any

from ._model import Finding, Model, Op, Session, compile_text
from ._tools import NanGuardError, include_dir, library_dir

__all__ = ["Finding", "Model", "NanGuardError", "Op", "Session", "compile", "include_dir",
           "library_dir"]


def compile(source: str | pathlib.Path, *, policy: str | dict[str, Any] | None = None,
            function: str | None = None, guard_options: str = "") -> Model:
    """Compiles MLIR (text, or the path of an .mlir or .so file) for this machine's CPU."""
    return compile_text(source, function=function, guard_options=guard_options, policy=policy)


def __getattr__(name: str) -> Any:
    # These need torch.
    if name in ("diagnose", "Diagnosis", "Fault", "Cure"):
        from . import _diagnose
        return getattr(_diagnose, name)
    if name in ("repair", "Repaired"):
        from . import _repair
        return getattr(_repair, name)
    raise AttributeError(f"module 'nanguard' has no attribute '{name}'")
