#!/bin/bash
# Installs the built project into a temporary prefix, builds test/consumer
# against it and lets it guard a model; loads the installed plugin as well.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${BUILD:-build}
llvm_bin=/usr/lib/llvm-22/bin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/prefix" >"$work/install.log"
cmake -G Ninja -S test/consumer -B "$work/build" -DCMAKE_PREFIX_PATH="$work/prefix" \
  -DCMAKE_C_COMPILER="${CC:-clang-22}" -DCMAKE_CXX_COMPILER="${CXX:-clang++-22}" \
  -DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_CXX_COMPILER_LAUNCHER=ccache
ninja -C "$work/build"

guarded() { # guarded COMMAND…: its output must be a guarded module
  "$@" >"$work/out.mlir"
  if ! grep -q 'nanguard.manifest' "$work/out.mlir" ||
    ! grep -qE 'tensor<[0-9]+xi8>' "$work/out.mlir"; then
    echo "not guarded: $*"
    head -n 40 "$work/out.mlir"
    exit 1
  fi
}
guarded "$work/build/consumer" test/consumer/model.mlir guard-tiers
plugin=$(find "$work/prefix" -name NanGuardPlugin.so)
guarded "$llvm_bin/mlir-opt" test/consumer/model.mlir --load-dialect-plugin="$plugin" \
  --load-pass-plugin="$plugin" --pass-pipeline='builtin.module(guard-tiers)'
guarded "$work/prefix/bin/nanguard-opt" --guard-tiers test/consumer/model.mlir
"$work/prefix/bin/nanguard-run" --help >/dev/null
if grep -rlE "$PWD|$work" "$work/prefix" --include='*.cmake' --include='*.h' | grep .; then
  echo "the installed files name this machine's folders"
  exit 1
fi
echo "the installed package works"
