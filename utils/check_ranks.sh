#!/bin/bash
# check_ranks.sh PROGRAM: two to four ranks on this machine, by mpirun; a late
# rank and a stopped one must be named in time.
set -euo pipefail
program=$1
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# A sanitizer's complaints about MPI's own start are not ours.
export ASAN_OPTIONS=detect_leaks=0:${ASAN_OPTIONS:-}
run=(timeout 90 mpirun --oversubscribe --mca btl "self,vader,tcp" --mca btl_vader_single_copy_mechanism none)
for ranks in 2 3 4; do
  "${run[@]}" -n "$ranks" "$program" agree
  echo "$ranks ranks agree"
done
for mode in late dead; do
  status=0
  out=$("${run[@]}" -n 3 "$program" "$mode" 2>&1) || status=$?
  # 42 is how rank 0 ends the job when all is well.
  if [ "$status" != 42 ] || ! grep -q "$mode: named in time" <<<"$out"; then
    echo "$out"
    echo "mode $mode: status $status"
    exit 1
  fi
  echo "a $mode rank is named in time"
done
