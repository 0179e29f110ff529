#!/bin/bash
# Fuzzes every reader of files with libFuzzer, AddressSanitizer and UBSan, SECONDS each (default 60):
# .npy, .npz, safetensors, manifests (the tool's and the runtime's reader), policies,
# snapshots and breakers. Inputs that fail stay in build/fuzzers/finds; a corpus grows in
# build/fuzzers/corpus. FILTER picks readers by name.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
build=build/fuzzers
command -v clang++-22 >/dev/null || { echo "fuzz_readers: no clang++-22"; exit 77; }
cmake -G Ninja -B "$build" -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS=-O1 -DCMAKE_C_FLAGS=-O1 \
  -DNANGUARD_ENABLE_FUZZERS=ON -DNANGUARD_SANITIZE=address,undefined \
  -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22 \
  -DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache \
  -DMLIR_DIR="${MLIR_DIR:-/usr/lib/llvm-22/lib/cmake/mlir}" >/dev/null
ninja -C "$build" -j "${JOBS:-$(nproc)}" nanguard-fuzzers
.venv/bin/python utils/make_fuzz_corpus.py "$build/corpus"
# LLVM is not instrumented: what its vectors and allocators leave poisoned is no fault.
export ASAN_OPTIONS=detect_container_overflow=0:allow_user_poisoning=0 UBSAN_OPTIONS=print_stacktrace=1
mkdir -p "$build/finds"
failed=0 total=0
for reader in Npy Npz Safetensors Manifest Policy Model Snapshot Breakers; do
  [[ $reader =~ ${FILTER:-.} ]] || continue
  log=$build/$reader.log
  if "$build/bin/Fuzz$reader" "$build/corpus/$reader" -max_total_time="$seconds" -max_len=4096 -timeout=10 \
    -rss_limit_mb=2048 -malloc_limit_mb=512 -print_final_stats=1 \
    -artifact_prefix="$build/finds/$reader-" >"$log" 2>&1; then
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    total=$((total + runs))
    echo "$reader: $runs inputs"
  else
    failed=1
    echo "$reader: FAILED ($log)"
    grep -E '^SUMMARY|ERROR|artifact' "$log" || tail -n 5 "$log"
  fi
done
echo "$total inputs"
exit "$failed"
