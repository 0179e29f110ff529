#!/bin/bash
# IREE compiles and runs what NanGuard writes in upstream dialects: a small
# module guarded (target=upstream), MiniLM repaired (fixed=safe) and MiniLM guarded,
# each within NANGUARD_IREE_LIMIT seconds of CPU (300). Skipped (77) where IREE is not installed.
set -euo pipefail
cd "$(dirname "$0")/.."
python=.venv/bin/python
opt=build/bin/nanguard-opt
"$python" -c 'import iree.compiler, iree.runtime' 2>/dev/null ||
  { echo "IREE is not installed (./setup.sh --with-iree)"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$python" - "$work" <<'PYTHON'
import sys
import numpy as np
x = np.linspace(-4, 4, 32, dtype=np.float16).reshape(4, 8)
np.save(sys.argv[1] + "/x.npy", x)
np.save(sys.argv[1] + "/y.npy", np.exp(x.astype(np.float32)).astype(np.float16))
PYTHON

# ops MODULE: how many bytes its tier vector has.
ops() { grep -oE '%[a-z0-9_]+: tensor<[0-9]+xi8>' "$1" | head -n 1 | grep -oE '[0-9]+xi8' | grep -oE '^[0-9]+'; }

# check MODEL …: as utils/iree_check.py has it. The limit counts the CPU's seconds,
# so that a busy machine is no failure.
check() {
  (
    ulimit -t "${NANGUARD_IREE_LIMIT:-300}"
    "$python" utils/iree_check.py "$@"
  )
}

echo "a small module, guarded"
"$opt" --guard-tiers="target=upstream" test/consumer/model.mlir >"$work/small.mlir"
check "$work/small.mlir" --input=@"$work/x.npy" \
  --input="zeros:$(ops "$work/small.mlir")xi8" --expected-output=@"$work/y.npy"

echo "the same with a hot path, taken and not taken"
"$opt" --guard-tiers="target=upstream hot-path" test/consumer/model.mlir >"$work/hot.mlir"
for bytes in ones zeros; do
  check "$work/hot.mlir" --input=@"$work/x.npy" \
    --input="$bytes:$(ops "$work/hot.mlir")xi8" --expected-output=@"$work/y.npy"
done

[ -f build/minilm/reference.npy ] || { echo "build/minilm is missing (./setup.sh)"; exit 1; }
"$python" - "$work" <<'PYTHON'
import sys
import numpy as np
np.save(sys.argv[1] + "/reference.npy", np.load("build/minilm/reference.npy")[:1])
PYTHON
minilm=(--input=@build/minilm/ids_00.npy --input=@build/minilm/mask_00.npy
  --input=@build/minilm/weights.safetensors --cosine=0.999
  --expected-output=@"$work/reference.npy")

echo "MiniLM, repaired (fixed=safe)"
"$opt" --guard-tiers="target=upstream fixed=safe" models/minilm_f16.mlir >"$work/fixed.mlir"
check "$work/fixed.mlir" "${minilm[@]}"

echo "MiniLM, guarded (target=upstream)"
"$opt" --guard-tiers="target=upstream" models/minilm_f16.mlir >"$work/guarded.mlir"
check "$work/guarded.mlir" "${minilm[@]}" --input="zeros:$(ops "$work/guarded.mlir")xi8"
