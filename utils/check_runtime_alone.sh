#!/bin/bash
# Builds runtime/ alone, without LLVM, and runs its tests twice: with
# AddressSanitizer and UBSan, then with ThreadSanitizer. Compiles the C headers
# as C11 and C++17.
set -euo pipefail
cd "$(dirname "$0")/.."

# build_and_test NAME FLAGS [CTEST_ARGUMENT…]
build_and_test() {
  local build=build/$1 flags="$2 -fno-omit-frame-pointer -g -O1"
  shift 2
  cmake -G Ninja -S runtime -B "$build" -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_C_COMPILER="${CC:-clang-22}" -DCMAKE_CXX_COMPILER="${CXX:-clang++-22}" \
    -DCMAKE_C_FLAGS="$flags" -DCMAKE_CXX_FLAGS="$flags" \
    -DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache \
    -DCMAKE_DISABLE_FIND_PACKAGE_LLVM=ON -DCMAKE_DISABLE_FIND_PACKAGE_MLIR=ON
  ninja -C "$build"
  # The tests configure a consumer of their own: with the sanitizers, too.
  rm -rf "$build/unittests/consumer"
  (cd "$build" && CC="${CC:-clang-22}" CXX="${CXX:-clang++-22}" CFLAGS="$flags" CXXFLAGS="$flags" \
    ctest --output-on-failure "$@")
}

# The CUDA driver is called by names looked up at run time: its types are not ours.
build_and_test runtime-alone \
  "-fsanitize=address,undefined -fno-sanitize=function -fno-sanitize-recover=undefined"
# The searches of all states have one thread and take minutes here; MPI's own
# threads are not built for it.
GTEST_FILTER="-ModelCheck.*:Invariant.*Order:Snapshot.Damage*" \
  build_and_test runtime-threads "-fsanitize=thread" -E RanksOverMpi

for header in runtime/include/nanguard/*.h; do
  # ISO C wants a declaration, which a header of macros alone has not.
  printf '#include "%s"\nextern int declaration;\n' "$PWD/$header" >build/runtime-alone/header.c
  "${CC:-clang-22}" -std=c11 -Wall -Wextra -Wpedantic -Werror -Iruntime/include \
    -fsyntax-only build/runtime-alone/header.c
  "${CXX:-clang++-22}" -std=c++17 -x c++ -Wall -Wextra -Wpedantic -Werror \
    -Iruntime/include -fsyntax-only build/runtime-alone/header.c
done
