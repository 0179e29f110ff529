#!/bin/bash
# Builds nanguard-opt and nanguard-run with AddressSanitizer and UBSan in
# build/sanitized and runs the lit tests with them. The model's own code and
# LLVM are not instrumented. FILTER picks tests by name; the first build takes a
# quarter of an hour on two cores. Left out: tests whose tools are not these two,
# a stock mlir-runner that loads the emulator among them.
set -euo pipefail
cd "$(dirname "$0")/.."
build=build/sanitized
cmake -G Ninja -B "$build" -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS=-O1 -DCMAKE_C_FLAGS=-O1 \
  -DNANGUARD_SANITIZE=address,undefined \
  -DCMAKE_C_COMPILER="${CC:-clang-22}" -DCMAKE_CXX_COMPILER="${CXX:-clang++-22}" \
  -DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache \
  -DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld \
  -DMLIR_DIR="${MLIR_DIR:-/usr/lib/llvm-22/lib/cmake/mlir}" >/dev/null
ninja -C "$build" -j "${JOBS:-$(nproc)}" nanguard-opt nanguard-run fake_cuda
# LLVM itself is not instrumented: a vector that grew there has no poisoned end,
# and memory that its allocators gave out there stays poisoned.
export ASAN_OPTIONS=detect_container_overflow=0:allow_user_poisoning=0 UBSAN_OPTIONS=print_stacktrace=1
/usr/lib/llvm-22/bin/lit -sv -j "${JOBS:-$(nproc)}" --filter="${FILTER:-.}" \
  --filter-out='Plugin/|Docs/|python/|Unit|Model/|Emulator/.*mlir' "$build/test"
