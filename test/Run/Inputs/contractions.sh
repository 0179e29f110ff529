#!/usr/bin/env bash
# contractions.sh MODEL FOLDER N: the N results of MODEL against plain loops, and
# the same bytes in each form of the fused kernel and with two threads.
set -euo pipefail
model=$1 folder=$2 results=$3
rm -rf "$folder"
mkdir -p "$folder"
inputs="--input=2x99xf32=random:1 --input=99x1101xf32=random:2 --input=2x1101xf32=random:3 --input=random:4"

# flags FLAG NAME: a flag for each result's file.
flags() {
  for i in $(seq "$results"); do
    echo "--$1=@$folder/$2.$i.npy"
  done
}

# shellcheck disable=SC2046 # A flag a word.
run() {
  nanguard-run "$model" $inputs --quiet $(flags output "$1") "${@:2}"
}

run plain --unguarded --scalar-loops
near=$(flags expected-output plain)
run one --unguarded --threads=1 $near --rtol=1e-5 --atol=1e-4
run two --unguarded --threads=2
run fused --tiers=fused
run safe --tiers=safe $near --rtol=1e-5 --atol=1e-4
for i in $(seq "$results"); do
  cmp "$folder/one.$i.npy" "$folder/two.$i.npy"
  cmp "$folder/one.$i.npy" "$folder/fused.$i.npy"
done
