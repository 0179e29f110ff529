#!/usr/bin/env bash
# threads.sh MODEL FOLDER: MODEL's results and reports with several numbers of
# threads, byte for byte.
set -euo pipefail
model=$1 folder=$2
rm -rf "$folder"
mkdir -p "$folder"
for tiers in fused safe unfused; do
  for value in 0.1 nan; do
    for threads in 1 2 7; do
      run=$folder/$tiers-$value-$threads
      nanguard-run "$model" --tiers=$tiers --threads=$threads \
        --input=128x256xf16=random:1 --input=256x128xf16=random:2 --input=f32=$value \
        --output=@"$run.0.npy" --output=@"$run.1.npy" --output=@"$run.2.npy" \
        --json="$run.json" --quiet
      sed -i 's/"seconds":[^,}]*//' "$run.json"
    done
    for file in 0.npy 1.npy 2.npy json; do
      for threads in 2 7; do
        cmp "$folder/$tiers-$value-1.$file" "$folder/$tiers-$value-$threads.$file"
      done
    done
  done
done
