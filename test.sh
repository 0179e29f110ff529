#!/bin/bash
# Runs every test and closes with one line: N passed, N failed.
set -uo pipefail
cd "$(dirname "$0")" || exit 1

usage() {
  cat <<EOF
usage: ./test.sh [options]

Builds what changed, then runs the lit tests and GoogleTests, the case corpora
in every variant, the checks of sources and documentation, the runtime alone
under sanitizers, and an outside project against the installed package.

  --quick       lit tests, GoogleTests and source checks only
  --cases       the case corpora only
  --filter=RE   only lit tests and GoogleTests whose name matches
  --help        this text

The exit status is 0 when nothing failed.
EOF
}

quick=0 cases_only=0 filter=
for argument in "$@"; do
  case $argument in
    --quick) quick=1 ;;
    --cases) cases_only=1 ;;
    --filter=*) filter=${argument#--filter=} ;;
    -h | --help) usage; exit 0 ;;
    *) echo "test.sh: unknown option '$argument' (./test.sh --help)" >&2; exit 2 ;;
  esac
done

[ -f build/build.ninja ] || { echo "test.sh: run ./setup.sh first" >&2; exit 2; }
export PATH=$PWD/.venv/bin:$PWD/build/bin:/usr/lib/llvm-22/bin:$PATH
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$PWD} CCACHE_NOHASHDIR=1
export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
jobs=${JOBS:-$(nproc)}
passed=0 failed=0 skipped=0 failures=()
start=$SECONDS
results=build/test-results
mkdir -p "$results"

headline() { printf '== %s (%d s)\n' "$*" $((SECONDS - start)); }
add() { passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3)); }

# check NAME COMMAND…: one test; its output is shown when it fails. Exit status
# 77 means skipped.
check() {
  local name=$1 log status=0
  log=$results/$(echo "$name" | tr -c 'a-zA-Z0-9\n' _).log
  shift
  headline "$name"
  "$@" >"$log" 2>&1 </dev/null || status=$?
  case $status in
    0) add 1 0 0 ;;
    77) add 0 0 1; echo "   skipped: $(tail -n 1 "$log")" ;;
    *) add 0 1 0; failures+=("$name ($log)"); tail -n 40 "$log" | sed 's/^/   | /' ;;
  esac
}

# corpus FOLDER DEVICE: one test a case. run_cases.py closes like this script.
corpus() {
  local log status=0 line
  log=$results/cases_$(echo "$1-$2" | tr -c 'a-zA-Z0-9\n' _).log
  headline "cases of $1, device $2"
  .venv/bin/python utils/run_cases.py "$1" --device="$2" --timeout=300 --open=test/open-cases.txt \
    2>&1 </dev/null | tee "$log"
  status=${PIPESTATUS[0]}
  line=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1)
  if [ -n "$line" ]; then
    # shellcheck disable=SC2046
    set -- "$1" $(echo "$line" | grep -oE '[0-9]+')
    [ -z "${4:-}" ] || echo "   $4 of them are open: test/open-cases.txt"
    add "$2" "$3" "${4:-0}"
    [ "$3" = 0 ] || failures+=("cases of $1 ($log)")
    [ "$3" != 0 ] || [ "$status" = 0 ] || { add 0 1 0; failures+=("cases of $1: status $status"); }
  else
    add 0 1 0
    failures+=("cases of $1: no result ($log)")
  fi
}

corpora() {
  [ -f utils/run_cases.py ] || return 0
  local folder
  for folder in test/cases ../shared/cases; do
    [ -d "$folder" ] || continue
    corpus "$folder" cpu
    corpus "$folder" sim:checks
  done
}

if [ "$cases_only" = 0 ]; then
  headline "building"
  if ! NINJA_STATUS='   [%f/%t %es] ' ninja -C build -j "$jobs" all; then
    add 0 1 0
    failures+=("the build")
  fi

  headline "lit tests and GoogleTests"
  rm -f "$results/lit.json"
  timeout 2400 /usr/lib/llvm-22/bin/lit --order=smart -s -v -j "$jobs" \
    ${filter:+--filter="$filter"} -o "$results/lit.json" build/test </dev/null
  if counts=$(.venv/bin/python - "$results/lit.json" <<'PYTHON'
import json, sys
tests = json.load(open(sys.argv[1]))["tests"]
codes = [t["code"] for t in tests]
good = sum(c in ("PASS", "XFAIL", "FLAKYPASS") for c in codes)
out = sum(c in ("UNSUPPORTED", "SKIPPED", "EXCLUDED") for c in codes)
print(good, len(codes) - good - out, out)
PYTHON
  ); then
    # shellcheck disable=SC2086
    add $counts
    [ "$(echo "$counts" | cut -d ' ' -f 2)" = 0 ] || failures+=("lit tests, see above")
  else
    add 0 1 0
    failures+=("lit did not finish")
  fi

  if [ -z "$filter" ]; then
    check "format of the C++ sources" utils/format.sh --check
    check "shell scripts" utils/check_shell.sh
    check "generated documentation is fresh" utils/update_docs.sh --check
    check "links in the documentation" .venv/bin/python utils/check_docs.py
    check "rules, their rows and tests" .venv/bin/python utils/check_rules.py
    check "dependencies between folders" .venv/bin/python utils/check_layers.py
  fi
fi

if [ "$quick" = 0 ] && [ -z "$filter" ]; then
  corpora
  if [ "$cases_only" = 0 ]; then
    check "each op with each type and shape, for each target" .venv/bin/python utils/check_kinds.py
    if [ -d ../shared/models ]; then
      check "models in every tier" .venv/bin/python utils/run_models.py ../shared/models
    fi
    if [ -d ../shared/hf ]; then
      check "exported models in every tier" .venv/bin/python utils/run_models.py ../shared/hf
    fi
    shopt -s nullglob
    check "the GPU kernels of every case, for each chip, by ptxas" \
      .venv/bin/python utils/ptxas_table.py --no-ops --jobs "$jobs" \
      test/cases/*/model.mlir ../shared/cases/*/model.mlir
    shopt -u nullglob
    check "a thousand random programs against exact arithmetic" \
      .venv/bin/python utils/fuzz.py --programs=1000 --seed=1 -j "$jobs"
    check "libFuzzer on the readers of files, a minute each" utils/fuzz_readers.sh 60
    check "the runtime alone, without LLVM, under three sanitizers" utils/check_runtime_alone.sh
    check "an outside project against the installed package" utils/check_install.sh
    check "IREE runs a module" utils/check_iree.sh
    check "the Python package, from its wheel" utils/check_python.sh
    if [ -x examples/experiment.sh ]; then
      check "the main job" examples/experiment.sh
      check "curves of training and decoding" .venv/bin/python examples/curves.py
      check "faults in some ops of both models" .venv/bin/python benchmarks/injection_study.py --every=23 --parts=outputs
      check "faults inside of some ops, clean steps" .venv/bin/python benchmarks/injection_study.py --every=50 --parts=inner,train,clean --models=GPT --clean-steps=1000
    fi
  fi
fi

echo
for failure in ${failures[@]+"${failures[@]}"}; do echo "FAILED: $failure"; done
echo "Took $((SECONDS - start)) s."
if [ "$skipped" = 0 ]; then
  echo "$passed passed, $failed failed"
else
  echo "$passed passed, $failed failed, $skipped skipped"
fi
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
