#!/usr/bin/env python3
"""Compiles a module with IREE for the CPU, runs it and compares its results.

usage: iree_check.py MODEL.mlir --input=@x.npy … --expected-output=@y.npy …

Inputs come in argument order: @x.npy, @w.safetensors (its tensors sorted by
name, one argument each), zeros:4xi8 or ones:4xi8 (a tier vector, say). Expected outputs
come in result order; `-` skips a result. bf16 stands in .npy as its bits, in
uint16. Exits with 0 when all agree, 1 when not, 77 when IREE is not installed
(./setup.sh --with-iree).
"""
import argparse
import pathlib
import sys
import tempfile

try:
    import iree.compiler
    import iree.runtime
    import numpy as np
except ImportError as error:
    print(f"iree_check: {error}; ./setup.sh --with-iree installs it")
    sys.exit(77)

TYPES = {"i8": np.int8, "i32": np.int32, "i64": np.int64,
         "f16": np.float16, "f32": np.float32, "f64": np.float64}


def read(text):
    """The arrays that one --input stands for."""
    for value, fill in enumerate(("zeros:", "ones:")):
        if text.startswith(fill):
            *shape, kind = text.removeprefix(fill).split("x")
            if kind not in TYPES:
                sys.exit(f"iree_check: unknown type in '{text}'")
            return [np.full([int(n) for n in shape], value, TYPES[kind])]
    path = pathlib.Path(text.removeprefix("@"))
    if not path.is_file():
        sys.exit(f"iree_check: no file {path}")
    if path.suffix == ".safetensors":
        from safetensors.numpy import load_file
        tensors = load_file(path)
        return [tensors[name] for name in sorted(tensors)]
    return [np.load(path)]


def widest_cosine(got, want):
    """The least cosine between corresponding rows."""
    a = got.astype(np.float64).reshape(-1, got.shape[-1] if got.ndim else 1)
    b = want.astype(np.float64).reshape(a.shape)
    norms = np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1)
    return float(np.min((a * b).sum(axis=1) / np.where(norms == 0, 1, norms)))


def load(model, folder):
    """The module that IREE makes of a file, for one core of this machine."""
    vmfb = pathlib.Path(folder) / "model.vmfb"
    try:
        iree.compiler.compile_file(
            str(model), output_file=str(vmfb), target_backends=["llvm-cpu"],
            extra_args=["--iree-llvmcpu-target-cpu=host",
                        # The report holds f64 statistics, and wide arithmetic is the point.
                        "--iree-input-demote-f64-to-f32=false"])
    except iree.compiler.CompilerToolError as error:
        sys.exit(f"iree_check: IREE does not compile {model}:\n{str(error)[:2000]}")
    config = iree.runtime.Config("local-sync")
    return iree.runtime.load_vm_module(
        iree.runtime.VmModule.copy_buffer(config.vm_instance, vmfb.read_bytes()), config)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("--function", default="main")
    parser.add_argument("--input", action="append", default=[])
    parser.add_argument("--expected-output", action="append", default=[])
    parser.add_argument("--rtol", type=float, default=1e-2)
    parser.add_argument("--atol", type=float, default=1e-3)
    parser.add_argument("--cosine", type=float, help="compare by the least cosine of rows instead")
    parser.add_argument("--output", action="append", default=[], help="@y.npy, in result order")
    options = parser.parse_args()

    inputs = [array for text in options.input for array in read(text)]
    with tempfile.TemporaryDirectory() as folder:
        results = load(options.model, folder)[options.function](*inputs)
    results = results if isinstance(results, (tuple, list)) else [results]
    results = [np.asarray(r.to_host() if hasattr(r, "to_host") else r) for r in results]

    for result, path in zip(results, options.output):
        np.save(path.removeprefix("@"), result)
    bad = 0
    if len(options.expected_output) > len(results):
        sys.exit(f"iree_check: {len(options.expected_output)} expected outputs, {len(results)} results")
    for number, (got, text) in enumerate(zip(results, options.expected_output)):
        if text == "-":
            continue
        want = read(text)[0]
        if got.shape != want.shape:
            print(f"result {number}: shape {got.shape}, expected {want.shape}")
            bad += 1
            continue
        if options.cosine is not None:
            value = widest_cosine(got, want)
            good = bool(np.isfinite(value)) and value >= options.cosine
            print(f"result {number}: least cosine {value:.6f}", "ok" if good else "too small")
        else:
            good = np.allclose(got.astype(np.float64), want.astype(np.float64),
                               options.rtol, options.atol, equal_nan=True)
            worst = np.nanmax(np.abs(got.astype(np.float64) - want.astype(np.float64)), initial=0.0)
            print(f"result {number}: largest difference {worst:.3g}", "ok" if good else "too large")
        bad += not good
    if not options.expected_output:
        for number, result in enumerate(results):
            print(f"result {number}: {result.dtype}{list(result.shape)}", result.ravel()[:8])
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
