"""Hosts a model library from Python, by ctypes and numpy alone.

    nanguard-run examples/scores_f16.mlir --emit=so --emit-prefix=scores -o scores.so
    python host.py scores.so
"""

import ctypes
import sys

import numpy as np

library = ctypes.CDLL(sys.argv[1])
# The library needs the runtime by name, so this is the same one.
runtime = ctypes.CDLL("libnanguard_rt.so.1")
OPS, COLUMNS = 3, 12


def descriptor(array):
    """As nanguard/descriptor.h fills it; the array must outlive it."""
    strides = [s // array.itemsize for s in array.strides]
    return np.array([array.ctypes.data, array.ctypes.data, 0, *array.shape, *strides], np.int64)


def view(fields, rank, dtype):
    """A result's values, copied: they are gone with the next step."""
    sizes, strides = fields[3:3 + rank], fields[3 + rank:3 + 2 * rank]
    item = np.dtype(dtype).itemsize
    count = int(((sizes - 1) * strides).sum()) + 1
    memory = (ctypes.c_char * (count * item)).from_address(int(fields[1] + fields[2] * item))
    return np.lib.stride_tricks.as_strided(np.frombuffer(memory, dtype), sizes, strides * item).copy()


def check(error):
    if error:
        runtime.nanguard_last_error.restype = ctypes.c_char_p
        sys.exit(runtime.nanguard_last_error().decode())


manifest = ctypes.cast(library.scores_model_manifest, ctypes.c_char_p)
model, context = ctypes.c_void_p(), ctypes.c_void_p()
check(runtime.nanguard_model_create_from_manifest(manifest, b"main", ctypes.byref(model)))
check(runtime.nanguard_context_create(model, None, ctypes.c_uint64(0), ctypes.byref(context)))

query, keys = np.full((2, 4), 300, np.float16), np.full((4, 2), 60, np.float16)
tiers = np.zeros(OPS, np.uint8)
results = np.zeros(2 * 7, np.int64)
arguments = [results, descriptor(query), descriptor(keys), descriptor(tiers)]
params = (ctypes.c_void_p * len(arguments))(*(a.ctypes.data for a in arguments))
for step in range(1, 7):
    check(runtime.nanguard_context_tiers(context, ctypes.c_void_p(tiers.ctypes.data), ctypes.c_size_t(OPS)))
    check(runtime.nanguard_arena_reset(None))
    library.scores_invoke_main(params)
    report = view(results[7:], 2, np.int64)
    check(runtime.nanguard_context_step_end(context, ctypes.c_void_p(report.ctypes.data), ctypes.c_size_t(OPS),
                                            ctypes.c_size_t(COLUMNS), None))
    print(f"step {step}: scores[0] = {view(results[:7], 2, np.float16)[0, 0]}, tiers {tiers.tolist()}")
