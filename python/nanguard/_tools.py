"""The compiled parts of the package: tools, runtime, and how they are run."""

import ctypes
import functools
import os
import pathlib
import subprocess
import sys


class NanGuardError(RuntimeError):
    """What a tool, the runtime or a model refused, in one message."""


@functools.cache
def prefix() -> pathlib.Path:
    """The folder of bin, lib and include: the package's own, or $NANGUARD_PREFIX."""
    named = os.environ.get("NANGUARD_PREFIX")
    folder = pathlib.Path(named) if named else pathlib.Path(__file__).resolve().parent
    if not (folder / "bin" / "nanguard-run").exists():
        raise NanGuardError(f"{folder} holds no bin/nanguard-run: install the wheel of nanguard")
    return folder


def include_dir() -> str:
    """The folder of `nanguard/runtime.h`, for hosts in C and C++."""
    return str(prefix() / "include")


def library_dir() -> str:
    """The folder of `libnanguard_rt.so`."""
    return str(prefix() / "lib")


def _environment() -> dict[str, str]:
    """The machine's own linker comes first, then the one of the package."""
    path = os.environ.get("PATH", os.defpath)
    return {**os.environ, "PATH": f"{path}{os.pathsep}{prefix() / 'bin'}"}


def run_tool(tool: str, *arguments: str | os.PathLike[str]) -> str:
    """Runs a tool; gives its standard output, or raises with its message."""
    done = subprocess.run([str(prefix() / "bin" / tool), *map(str, arguments)],
                          capture_output=True, text=True, env=_environment(), check=False)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        errors = [line for line in lines if "error" in line] or lines[-3:]
        raise NanGuardError(f"{tool}: " + "; ".join(errors[:3]))
    return done.stdout


@functools.cache
def runtime() -> ctypes.CDLL:
    """The runtime, visible to the libraries of models that are loaded later."""
    return ctypes.CDLL(str(prefix() / "lib" / "libnanguard_rt.so.1"), mode=ctypes.RTLD_GLOBAL)


def _replace_process(tool: str) -> None:
    os.execve(prefix() / "bin" / tool, [tool, *sys.argv[1:]], _environment())


def run_opt() -> None:
    """The console script nanguard-opt."""
    _replace_process("nanguard-opt")


def run_run() -> None:
    """The console script nanguard-run."""
    _replace_process("nanguard-run")
