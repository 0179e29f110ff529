#!/usr/bin/env python3
"""Ops beside torch and IREE, interleaved, as ratios with their spread.

Each op is compiled as written (nanguard-run --unguarded), runs in this process by
turns with the same op of those peers that are installed, on the same arrays, and
its result is compared with theirs. Prints a Markdown table for each number of
threads: NanGuard's median time, and for each peer the median and the quartiles
of its time over NanGuard's in the same round; above 1 NanGuard is faster.
"""
import argparse
import ctypes
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "utils"))

MATMUL = """func.func @main(%a: tensor<{m}x{k}x{type}>, %b: tensor<{k}x{n}x{type}>) -> tensor<{m}x{n}xf32> {{
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<{m}x{n}xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<{m}x{n}xf32>) -> tensor<{m}x{n}xf32>
  %c = linalg.matmul ins(%a, %b : tensor<{m}x{k}x{type}>, tensor<{k}x{n}x{type}>) outs(%init : tensor<{m}x{n}xf32>) -> tensor<{m}x{n}xf32>
  return %c : tensor<{m}x{n}xf32>
}}
"""
SOFTMAX = """func.func @main(%x: tensor<{m}x{n}xf32>) -> tensor<{m}x{n}xf32> {{
  %empty = tensor.empty() : tensor<{m}x{n}xf32>
  %y = linalg.softmax dimension(1) ins(%x : tensor<{m}x{n}xf32>) outs(%empty : tensor<{m}x{n}xf32>) -> tensor<{m}x{n}xf32>
  return %y : tensor<{m}x{n}xf32>
}}
"""
GELU = """func.func @main(%x: tensor<{m}x{n}xf32>) -> tensor<{m}x{n}xf32> {{
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %root = arith.constant 0.707106769 : f32
  %empty = tensor.empty() : tensor<{m}x{n}xf32>
  %y = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}}
      ins(%x : tensor<{m}x{n}xf32>) outs(%empty : tensor<{m}x{n}xf32>) {{
    ^bb0(%v: f32, %out: f32):
      %scaled = arith.mulf %v, %root : f32
      %erf = math.erf %scaled : f32
      %sum = arith.addf %erf, %one : f32
      %part = arith.mulf %v, %half : f32
      %r = arith.mulf %part, %sum : f32
      linalg.yield %r : f32
  }} -> tensor<{m}x{n}xf32>
  return %y : tensor<{m}x{n}xf32>
}}
"""


class Op:
    """An op: its MLIR, its arrays, and what torch calls it."""

    def __init__(self, name, text, torch_call, shapes, kind="f32", rank=2):
        self.name, self.text, self.torch_call, self.rank = name, text, torch_call, rank
        random = np.random.default_rng(1)
        self.arrays = [random.standard_normal(shape, np.float32).astype({"f32": np.float32, "f16": np.float16}[kind])
                       for shape in shapes]


def all_ops():
    for kind in ("f32", "f16"):
        for m, k, n in ((512, 512, 512), (1024, 1024, 1024), (128, 384, 1536), (1, 4096, 4096)):
            yield Op(f"matmul {m}x{k}x{n} {kind}", MATMUL.format(m=m, k=k, n=n, type=kind),
                     lambda torch, a, b: a @ b, [(m, k), (k, n)], kind)
    shape = {"m": 1024, "n": 1024}
    yield Op("softmax 1024x1024 f32", SOFTMAX.format(**shape), lambda torch, x: torch.softmax(x, -1), [(1024, 1024)])
    yield Op("GELU 1024x1024 f32", GELU.format(**shape), lambda torch, x: torch.nn.functional.gelu(x), [(1024, 1024)])


def descriptor(array):
    """A memref of `array` as the emitted library's header has it."""
    strides = [stride // array.itemsize for stride in array.strides]
    words = [array.ctypes.data, array.ctypes.data, 0, *array.shape, *strides]
    return (ctypes.c_int64 * len(words))(*words)


class NanGuard:
    """A library of one op, called with descriptors of the arrays."""

    def __init__(self, run, runtime, op, model, folder):
        library = str(folder / "op.so")
        subprocess.run([run, str(model), "--unguarded", "--emit=so", "-o", library], check=True)
        self.invoke = ctypes.CDLL(library).nanguard_invoke_main
        self.runtime, self.rank = runtime, op.rank
        self.arguments = [descriptor(array) for array in op.arrays]
        self.result = (ctypes.c_int64 * (3 + 2 * op.rank))()
        parts = [self.result, *self.arguments]
        self.parameters = (ctypes.c_void_p * len(parts))(*map(ctypes.addressof, parts))

    def __call__(self):
        self.runtime.nanguard_arena_reset(None)
        self.invoke(self.parameters)

    def value(self):
        shape = self.result[3:3 + self.rank]
        address = self.result[1] + self.result[2] * 4
        data = (ctypes.c_float * math.prod(shape)).from_address(address)
        return np.frombuffer(data, np.float32).reshape(shape).copy()


def torch_peer(op, threads):
    import torch
    torch.set_num_threads(threads)
    tensors = [torch.from_numpy(array) for array in op.arrays]
    call = lambda: op.torch_call(torch, *tensors)
    return call, call().float().numpy()


def iree_peer(op, model, folder):
    import iree.runtime
    import iree_check
    module = iree_check.load(model, folder)
    device = iree.runtime.get_device("local-sync")
    arrays = [iree.runtime.asdevicearray(device, array) for array in op.arrays]
    call = lambda: module["main"](*arrays)
    return call, call().to_host()


def find_peers(op, model, folder, threads):
    """The installed peers' calls and values by name. iree_check's modules are of one thread."""
    makers = {"torch": lambda: torch_peer(op, threads)}
    if threads == 1:
        makers["IREE"] = lambda: iree_peer(op, model, folder)
    peers = {}
    for name, make in makers.items():
        try:
            peers[name] = make()
        except (ImportError, SystemExit) as error:
            print(f"no {name}: {error}", file=sys.stderr)
    return peers


def measure(calls, rounds, seconds):
    """Times of each call by rounds. A round repeats a call for `seconds` and keeps the least."""
    times = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            least, end = math.inf, time.perf_counter() + seconds
            while least == math.inf or time.perf_counter() < end:
                start = time.perf_counter()
                call()
                least = min(least, time.perf_counter() - start)
            times[name].append(least)
    return times


def line_of(op, times):
    own = times.pop("NanGuard")
    cells = [op.name, f"{1000 * statistics.median(own):.3f}"]
    for name in ("torch", "IREE"):
        if name not in times:
            cells.append("")
            continue
        low, middle, high = statistics.quantiles([peer / ours for peer, ours in zip(times[name], own)], n=4)
        cells.append(f"{middle:.2f} ({low:.2f} to {high:.2f})")
    return "| " + " | ".join(cells) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--threads", type=int, nargs="+", default=sorted({1, os.cpu_count()}))
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.2, help="of each call in a round")
    parser.add_argument("-k", metavar="TEXT", default="", dest="filter", help="only ops whose names contain TEXT")
    options = parser.parse_args()
    if options.rounds < 2:
        parser.error("--rounds: at least 2, for a spread")
    runtime = ctypes.CDLL(str(options.build / "lib" / "libnanguard_rt.so.1"), mode=ctypes.RTLD_GLOBAL)
    for threads in options.threads:
        runtime.nanguard_set_threads(ctypes.c_uint32(threads))
        print(f"Threads: {threads}\n\n| op | NanGuard, ms | torch | IREE |\n| --- | --- | --- | --- |")
        for op in all_ops():
            if options.filter not in op.name:
                continue
            with tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                model = folder / "op.mlir"
                model.write_text(op.text)
                own = NanGuard(str(options.build / "bin" / "nanguard-run"), runtime, op, model, folder)
                peers = find_peers(op, model, folder, threads)
                own()
                for peer, (_, value) in peers.items():
                    # torch rounds what it sums up of f16 to f16.
                    np.testing.assert_allclose(own.value(), value, rtol=1e-2, atol=0.2, err_msg=f"{op.name}: {peer}")
                calls = {"NanGuard": own, **{peer: call for peer, (call, _) in peers.items()}}
                print(line_of(op, measure(calls, options.rounds, options.seconds)), flush=True)
        print()


if __name__ == "__main__":
    main()
