#!/bin/sh
# usage: full_disk.sh FOLDER, in a mount namespace of its own
#
# Writes results, reports and libraries to a file system of 8 KiB: each fails
# with one error, and leaves no file behind.
set -u
cd "$1" || exit 1
mkdir -p small
mount -t tmpfs -o size=8k none small || exit 1
failures=0
export NANGUARD_CACHE_DIR="$1/cache"

# full COMMAND…: must fail, say why in one line and leave the folder empty.
full() {
  "$@" >/dev/null 2>error
  if [ $? != 1 ] || [ "$(grep -c 'No space left on device' error)" != 1 ] ||
    [ "$(wc -l <error)" != 1 ] || [ -n "$(ls -A small)" ]; then
    failures=$((failures + 1))
    echo "FAILED: $*"
    cat error
    ls -A small
    rm -f small/* small/.[!.]*
  fi
}

full nanguard-run m.mlir --quiet --input=4096xf32=1 --output=@small/y.npy
full nanguard-run m.mlir --quiet --input=4096xf32=1 --steps=40 --json=small/steps.json
full nanguard-run m.mlir --emit=so -o small/m.so
full nanguard-run m.mlir --emit=obj -o small/m.o
full nanguard-run wide.mlir --quiet --input=4xf32=1 --manifest=small/m.json
full nanguard-opt wide.mlir --guard-tiers="manifest=small/m.json" -o /dev/null
full nanguard-opt wide.mlir --guard-tiers --guard-report=small/report -o /dev/null
full nanguard-opt wide.mlir --guard-tiers -o small/out.mlir
# The shell opens what standard output is sent to; the tool must still say so.
nanguard-run m.mlir --quiet --input=4096xf32=1 --print >small/out 2>error &&
  { failures=$((failures + 1)); echo "FAILED: --print to a full disk"; }
grep -q 'cannot write standard output: No space left on device' error ||
  { failures=$((failures + 1)); cat error; }
rm -f small/out
# A log and records that lose lines cost no step; the run says so at its end.
lossy() {
  "$@" >/dev/null 2>error
  if [ $? != 1 ] || [ "$(wc -l <error)" != 1 ]; then
    failures=$((failures + 1))
    echo "FAILED: $*"
    cat error
  fi
  rm -rf small/log* small/records
}
fault="--inject=op=1,kind=nan,step=1-1000"
lossy nanguard-run wide.mlir --quiet --input=4xf32=1 --log=/dev/full --steps=8 "$fault"
grep -q -- '--log=/dev/full: .*No space left on device' error ||
  { failures=$((failures + 1)); cat error; }
head -c 7k /dev/zero >small/filler
lossy nanguard-run wide.mlir --quiet --input=4xf32=1 --records=small/records --steps=8 "$fault"
grep -q -- '--records=small/records: [0-9]* could not be written' error ||
  { failures=$((failures + 1)); cat error; }
rm small/filler
# A cache that takes nothing costs time only.
NANGUARD_CACHE_DIR=$1/small nanguard-run m.mlir --quiet --input=4096xf32=1 ||
  failures=$((failures + 1))

umount small
echo "$failures failed"
[ "$failures" = 0 ]
