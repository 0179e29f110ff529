"""Compiles modules of many programs and runs them in a process of their own.

One call of nanguard-run compiles a batch to a library; a forked child loads it and calls its functions by
the C ABI (docs/contract.md), so that a crash costs the child only. A batch that a tool fails on is halved
until the program is found.
"""

import ctypes
import json
import mmap
import os
import pathlib
import pickle
import signal
import subprocess
import time

import numpy as np

from .emit import module_text
from .formats import numpy_type

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
COLUMNS = 12
STATUS, MAX_BITS, NAN_COUNT, INF_COUNT, FIRST_BAD, EXIT_COUNT, CLIP_COUNT, INNER_BITS = range(8)
SCANNED, COUNTED, INNER = 1, 2, 8
TIERS = {"plain": 0, "fused": 1 | 8, "safe": 2 | 8, "unfused": 3 | 8}


class Failure(Exception):
    """A tool that crashed, hung or refused; `kind` says which."""

    def __init__(self, kind, text):
        super().__init__(text)
        self.kind, self.text = kind, text


def run_tool(command, timeout):
    """Runs a tool of the build; its failure is an exception."""
    try:
        done = subprocess.run([str(ROOT / "build" / "bin" / command[0]), *map(str, command[1:])], capture_output=True,
                              text=True, errors="replace", timeout=timeout, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise Failure("hang", f"{command[0]}: no end after {timeout} s")
    if done.returncode == 0:
        return done.stdout
    lines = [line for line in done.stderr.splitlines() if line.strip()] or ["no message"]
    line = next((line for line in lines if "error:" in line.lower()), lines[0])
    crashed = done.returncode < 0 or "Stack dump" in done.stderr or "Sanitizer" in done.stderr
    what = "crash" if crashed else "refused"
    if crashed and done.returncode < 0:
        line = f"{signal.Signals(-done.returncode).name}: {line}"
    # The module's path and place say nothing of the kind of failure.
    raise Failure(what, f"{command[0]}: {line.split('error: ')[-1][:300]}")


def descriptor(array):
    rank = array.ndim
    fields = (ctypes.c_int64 * (3 + 2 * rank))()
    fields[0] = fields[1] = array.ctypes.data
    for d in range(rank):
        fields[3 + d] = array.shape[d]
        fields[3 + rank + d] = array.strides[d] // array.itemsize
    return fields


def read_result(fields, rank, dtype):
    shape, strides = fields[3:3 + rank], fields[3 + rank:3 + 2 * rank]
    if any(n < 0 or n > 1 << 20 for n in shape):
        raise Failure("crash", f"a result has extents {shape}")
    if 0 in shape:
        return np.zeros(shape, dtype)
    size = 1 + sum((n - 1) * s for n, s in zip(shape, strides))
    start = fields[1] + fields[2] * dtype.itemsize
    flat = np.frombuffer((ctypes.c_char * (size * dtype.itemsize)).from_address(start), dtype)
    return np.lib.stride_tricks.as_strided(flat, shape, [s * dtype.itemsize for s in strides]).copy()


class Library:
    """A compiled batch, loaded into this process."""

    def __init__(self, path):
        self.runtime = ctypes.CDLL(str(ROOT / "build" / "lib" / "libnanguard_rt.so"), ctypes.RTLD_GLOBAL)
        self.code = ctypes.CDLL(str(path))
        self.arena = ctypes.c_void_p()
        self.runtime.nanguard_arena_create(ctypes.c_size_t(1 << 20), ctypes.byref(self.arena))
        self.runtime.nanguard_arena_activate(self.arena)

    def call(self, name, program, inputs, tiers):
        """Results as arrays, the report's rows last where there is a tier vector."""
        arrays = [np.array(a, order="C") for a in inputs]
        types = [(len(program.nodes[r].type.dims), numpy_type(program.nodes[r].type.dtype)) for r in program.results]
        if tiers is not None:
            arrays.append(tiers)
            types.append((2, np.dtype(np.int64)))
        scalars = [program.nodes[v].type.scalar for v in program.args()] + [False]
        held = [array if scalar else descriptor(array) for array, scalar in zip(arrays, scalars)]
        words = [3 + 2 * rank for rank, _ in types]
        room = (ctypes.c_int64 * sum(words))()
        params = (ctypes.c_void_p * (1 + len(held)))(ctypes.addressof(room), *(
            h.ctypes.data if isinstance(h, np.ndarray) else ctypes.addressof(h) for h in held))
        getattr(self.code, f"nanguard_invoke_{name}")(params)
        out, at = [], 0
        for (rank, dtype), size in zip(types, words):
            out.append(read_result(list(room[at:at + size]), rank, dtype))
            at += size
        self.runtime.nanguard_arena_reset(self.arena)
        return out


def compile_library(programs, folder, flags, timeout):
    stem = folder / f"{programs[0].name}_{len(programs)}_{time.monotonic_ns()}"
    source, library = stem.with_suffix(".mlir"), stem.with_suffix(".so")
    source.write_text(module_text(programs))
    return compile_file(source, library, programs[0].name, flags, timeout)


def compile_file(source, library, function, flags, timeout):
    run_tool(["nanguard-run", source, f"--function={function}", "--no-cache", "--threads=1", "--emit=so",
              "-o", library, *flags,
              *([] if {"--unguarded", "--as-written"} & set(flags) else [f"--manifest={library.with_suffix('.json')}"])],
             timeout)
    return library


def manifest_of(library):
    """Ops of each guarded function."""
    functions = json.loads(library.with_suffix(".json").read_text())["functions"]
    return {function["name"]: function.get("ops", []) for function in functions}


def run_in_child(library, jobs, timeout):
    """Runs `jobs`, (key, program, inputs, tier bytes or None), in a child: {key: arrays}; raises
    Failure with `.key` set where one crashed."""
    progress = mmap.mmap(-1, 8)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        signal.alarm(timeout)
        done = {}
        try:
            loaded = Library(library)
            for i, (key, program, inputs, tiers) in enumerate(jobs):
                progress[:8] = i.to_bytes(8, "little")
                done[key] = loaded.call(program.name, program, inputs, tiers)
            with os.fdopen(write, "wb") as out:
                pickle.dump(done, out)
        except BaseException as error:
            os.write(2, f"fuzz: {error!r}\n".encode())
            os._exit(1)
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as source:
        data = source.read()
    _, status = os.waitpid(child, 0)
    if status == 0:
        return pickle.loads(data)
    at = int.from_bytes(progress[:8], "little")
    number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    failure = Failure("hang" if number == signal.SIGALRM else "crash",
                      f"the compiled function ends by {signal.Signals(number).name if number else 'an exception'}")
    failure.key = jobs[at][0]
    raise failure
