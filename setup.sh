#!/bin/bash
# Installs what NanGuard needs, builds it and runs the main job.
# Safe to run again: what is there is skipped.
set -euo pipefail
cd "$(dirname "$0")"

llvm=22
mlir_version=22.1
ptxas_package=nvidia-cuda-nvcc==13.0.88
packages=(ca-certificates git python3 python3-venv
  cmake ninja-build ccache g++ zlib1g-dev
  "libmlir-$llvm-dev" "mlir-$llvm-tools" "llvm-$llvm-dev" "llvm-$llvm-tools"
  "clang-$llvm" "lld-$llvm" "clang-format-$llvm" "libclang-rt-$llvm-dev"
  libgtest-dev libbenchmark-dev nlohmann-json3-dev prometheus-cpp-dev
  libspdlog-dev libpthreadpool-dev libopenmpi-dev openmpi-bin spin)

usage() {
  cat <<EOF
usage: ./setup.sh [options]

Installs Debian packages (as root or through sudo) and a Python environment in
.venv, builds into build/ (binaries in build/bin) and runs the main job,
examples/experiment.sh.

  --no-run      build, but don't run the main job
  --deps-only   install what is needed and stop
  --with-iree   also install IREE into .venv, for utils/iree_check.py
  --with-python also build the Python package and install it into .venv, with
                torch, torch-mlir and what its tests need (6 GB from PyPI)
  --help        this text

Environment: JOBS=N build jobs (default: all cores), CC and CXX other compilers.
EOF
}

run=1 build=1 iree=0 python=0
for argument in "$@"; do
  case $argument in
    --no-run) run=0 ;;
    --deps-only) build=0 run=0 ;;
    --with-iree) iree=1 ;;
    --with-python) python=1 ;;
    -h | --help) usage; exit 0 ;;
    *) echo "setup.sh: unknown option '$argument' (./setup.sh --help)" >&2; exit 2 ;;
  esac
done

logs=.cache/setup
mkdir -p "$logs"
start=$SECONDS
steps=4
[ "$build" = 1 ] && steps=$((steps + 3 + python))
[ "$run" = 1 ] && steps=$((steps + 1))
step_number=0

step() {
  step_number=$((step_number + 1))
  printf '[%d/%d %3d s] %s\n' "$step_number" "$steps" $((SECONDS - start)) "$*"
}
say() { printf '             %s\n' "$*"; }
die() {
  printf 'setup.sh: %s\n' "$1" >&2
  shift
  for line in "$@"; do printf '          %s\n' "$line" >&2; done
  exit 1
}

# logged NAME COMMAND…: the output goes to a log; a line every 30 seconds says
# that the command is alive, the log's end is shown when it fails.
logged() {
  local log=$logs/$1.log status=0 waited=0 pid
  shift
  "$@" >"$log" 2>&1 </dev/null &
  pid=$!
  while kill -0 "$pid" 2>/dev/null; do
    sleep 1
    waited=$((waited + 1))
    if [ $((waited % 30)) = 0 ]; then say "… $waited s: $(tail -n 1 "$log" | cut -c 1-60)"; fi
  done
  wait "$pid" || status=$?
  if [ "$status" != 0 ]; then
    say "the end of $log:"
    tail -n 15 "$log" | sed 's/^/             | /'
  fi
  return "$status"
}

#--- 1: the system ------------------------------------------------------------
step "Looking at the system"
command -v apt-get >/dev/null ||
  die "this is not Debian: apt-get is missing." \
    "Install MLIR $mlir_version, CMake, Ninja and GoogleTest by hand, then:" \
    "cmake -G Ninja -B build -DMLIR_DIR=… && ninja -C build"
# shellcheck disable=SC1091
distribution=$(. /etc/os-release && echo "${PRETTY_NAME:-unknown}")
say "$distribution, $(uname -m), $(nproc) cores, $(awk '/^MemTotal/ {printf "%d", $2 / 1048576}' /proc/meminfo) GiB, $(df -h --output=avail . | tail -n 1 | tr -d ' ') free"
free_mib=$(df -m --output=avail . | tail -n 1)
[ "$free_mib" -ge 2000 ] ||
  die "only $free_mib MiB are free here; the build and its packages need about 4 GiB."

#--- 2: Debian packages --------------------------------------------------------
missing=()
for package in "${packages[@]}"; do
  state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$state" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} = 0 ]; then
  step "Debian packages: all there"
else
  step "Debian packages: installing ${#missing[@]} of ${#packages[@]}"
  say "${missing[*]}"
  sudo=()
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null ||
      die "packages are missing and neither root nor sudo is at hand. As root:" \
        "apt-get install ${missing[*]}"
    sudo=(sudo env DEBIAN_FRONTEND=noninteractive)
    sudo -v || die "sudo was refused; as root: apt-get install ${missing[*]}"
  fi
  export DEBIAN_FRONTEND=noninteractive
  apt=("${sudo[@]}" apt-get -y -q -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300)
  if ! logged apt-update "${apt[@]}" update; then
    grep -q 'Could not get lock' "$logs/apt-update.log" &&
      die "another package manager holds apt's lock; try again when it is done."
    say "apt-get update failed (no network?); going on with the lists that are there"
  fi
  candidate=$(apt-cache policy "libmlir-$llvm-dev" | awk '/Candidate:/ {print $2}')
  case $candidate in
    *:$mlir_version.*) ;;
    "" | "(none)")
      grep -qE '^(Err|E:|W: Failed)' "$logs/apt-update.log" &&
        die "apt can't reach its mirrors; see $logs/apt-update.log."
      die "apt knows no libmlir-$llvm-dev: on Debian 12 it comes from bookworm-security." \
        "Add 'bookworm-security main' to /etc/apt/sources.list and run ./setup.sh again." ;;
    *) die "apt offers libmlir-$llvm-dev $candidate; NanGuard needs $mlir_version." ;;
  esac
  logged apt-install "${apt[@]}" install --no-install-recommends "${missing[@]}" ||
    die "apt-get install failed; see $logs/apt-install.log."
fi

llvm_bin=/usr/lib/llvm-$llvm/bin
found=$("$llvm_bin/mlir-opt" --version | sed -n 's/.*LLVM version //p')
case $found in
  "$mlir_version".*) say "MLIR $found" ;;
  *) die "mlir-opt is version ${found:-unknown}; NanGuard needs $mlir_version." ;;
esac

#--- 3: Python -----------------------------------------------------------------
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
  die "python3 is $(python3 -V 2>&1); 3.11 or newer is needed."
if [ ! -x .venv/bin/python ] || ! .venv/bin/python -c 'import pip' 2>/dev/null; then
  rm -rf .venv
  logged venv python3 -m venv .venv ||
    die "python3 -m venv failed; see $logs/venv.log."
fi
# pip_install STAMP COMMAND…: once for each content of the requirements.
pip_install() {
  local stamp=.venv/.nanguard-$1 want
  shift
  want=$(echo "$*"; for file in "$@"; do [ -f "$file" ] && cat "$file"; done; true)
  [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$want" ] && return 0
  logged pip .venv/bin/python -m pip install --no-deps --disable-pip-version-check "$@" || return 1
  echo "$want" >"$stamp"
}
step "Python packages in .venv"
pip_install base -r requirements.txt ||
  die "pip could not install requirements.txt: is PyPI reachable? See $logs/pip.log."
if [ "$iree" = 1 ]; then
  pip_install iree -r requirements-iree.txt ||
    die "pip could not install requirements-iree.txt; see $logs/pip.log."
fi
say "$(.venv/bin/python -V), numpy $(.venv/bin/python -c 'import numpy; print(numpy.__version__)')"

#--- 4: ptxas ------------------------------------------------------------------
step "ptxas (assembles PTX in the tests)"
ptxas=$(PATH=$PATH:/usr/local/cuda/bin command -v ptxas || true)
[ -n "$ptxas" ] && [ "$ptxas" -ef .venv/bin/ptxas ] && ptxas=
if [ -z "$ptxas" ]; then
  if [ "$(uname -m)" = x86_64 ]; then
    pip_install ptxas "$ptxas_package" ||
      die "pip could not install $ptxas_package; see $logs/pip.log."
    ptxas=$(find .venv/lib -path '*/nvidia/*/bin/ptxas' | head -n 1)
    [ -n "$ptxas" ] || die "$ptxas_package holds no ptxas."
    ln -sf "$PWD/$ptxas" .venv/bin/ptxas
  fi
fi
if [ -n "$ptxas" ]; then
  say "$ptxas, $("$ptxas" --version | sed -n 's/.*release \([0-9.]*\).*/release \1/p')"
else
  say "none for $(uname -m): tests that need it are skipped"
fi

if [ "$build" = 0 ]; then
  echo "Everything that NanGuard needs is there. Next: ./setup.sh"
  exit 0
fi

#--- 5: configure and build ----------------------------------------------------
jobs=${JOBS:-$(nproc)}
if [ -f build/CMakeCache.txt ] &&
  ! grep -q "^CMAKE_HOME_DIRECTORY:INTERNAL=$PWD\$" build/CMakeCache.txt; then
  die "build/ was configured for another folder; remove it and run ./setup.sh again."
fi
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$PWD} CCACHE_NOHASHDIR=1
export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
step "Configuring build/"
logged configure cmake -G Ninja -S . -B build \
  -DCMAKE_C_COMPILER="${CC:-clang-$llvm}" -DCMAKE_CXX_COMPILER="${CXX:-clang++-$llvm}" \
  -DCMAKE_EXE_LINKER_FLAGS="-fuse-ld=lld" -DCMAKE_SHARED_LINKER_FLAGS="-fuse-ld=lld" \
  -DCMAKE_MODULE_LINKER_FLAGS="-fuse-ld=lld" \
  -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_C_COMPILER_LAUNCHER=ccache \
  -DMLIR_DIR="/usr/lib/llvm-$llvm/lib/cmake/mlir" -DPython3_EXECUTABLE="$PWD/.venv/bin/python" ||
  die "cmake failed; see $logs/configure.log."
step "Building with $jobs jobs"
if ! NINJA_STATUS='             [%f/%t %es] ' ninja -C build -j "$jobs"; then
  die "the build failed; the first error is above."
fi

#--- 6: data -------------------------------------------------------------------
step "MiniLM's weights and sentences in build/minilm"
if [ -f python/minilm_inputs.py ] &&
  { [ ! -f build/minilm/reference.npy ] ||
    [ python/minilm_inputs.py -nt build/minilm/reference.npy ] ||
    [ models/sentences.txt -nt build/minilm/reference.npy ]; }; then
  logged minilm .venv/bin/python python/minilm_inputs.py ||
    die "python/minilm_inputs.py failed; see $logs/minilm.log."
fi

#--- 7: the Python package -----------------------------------------------------
if [ "$python" = 1 ]; then
  step "The Python package: a wheel in dist/, installed into .venv"
  [ "$(df -m --output=avail . | tail -n 1)" -ge 12000 ] ||
    die "torch and what it needs take 12 GiB; less is free here."
  logged wheel utils/build_wheel.sh || die "the wheel was not built; see $logs/wheel.log."
  wheel=$(echo dist/nanguard-*.whl)
  logged torch .venv/bin/python -m pip install --disable-pip-version-check \
    "${wheel}[torch,test]" ||
    die "pip could not install torch and torch-mlir: is PyPI reachable? See $logs/torch.log."
  say "$(ls dist), torch $(.venv/bin/python -c 'import torch; print(torch.__version__)')"
fi

if [ "$run" = 1 ]; then
  if [ -x examples/experiment.sh ]; then
    step "The main job: examples/experiment.sh"
    examples/experiment.sh
  else
    step "The main job: examples/experiment.sh is not there, skipped"
  fi
fi
printf 'Done in %d s. Binaries: build/bin. Every test: ./test.sh\n' $((SECONDS - start))
