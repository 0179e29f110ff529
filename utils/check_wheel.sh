#!/bin/bash
# Installs dist/nanguard-*.whl into an empty venv on a fresh Debian 12 root, where no package
# of this project's is, and runs the tools and README's lines of Python there.
# --pypi: torch and torch-mlir come from PyPI (6 GB), not from .venv.
# Needs root, debootstrap and the network; by hand, two minutes. Exit status 77: something is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD/build/wheel-root
python=${PYTHON:-.venv/bin/python}
extra='' torch=''
if [ "${1:-}" = --pypi ]; then
  extra='[torch]'
else
  torch=$("$python" -c 'import pathlib, torch; print(pathlib.Path(torch.__file__).parent.parent)') || exit 77
fi
debootstrap=$(command -v debootstrap) || { echo "no debootstrap"; exit 77; }
[ "$(id -u)" = 0 ] || { echo "not root"; exit 77; }

if [ ! -x "$root/usr/bin/python3" ]; then
  rm -rf "$root"
  "$debootstrap" --variant=minbase --include=python3,python3-venv,ca-certificates bookworm \
    "$root" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}"
fi
cp /etc/resolv.conf /etc/hosts "$root/etc"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs"
rm -rf "$root/check"
mkdir -p "$root/check/torch"
cp dist/nanguard-*.whl python/tests/models.py \
  test/cases/attention_causal_raw_scores_f16/model.mlir "$root/check"

{ # README's lines, on a model whose scores leave f16.
  echo 'import torch, models'
  echo 'model, batch = models.decoder(), models.tokens()'
  echo 'model.h[2].attn.qkv.weight.data[:64] *= 600'
  awk '/^## From Python/ { on = 1 } on && /^    [^.]/ { print substr($0, 5) } /^\[docs/ { on = 0 }' README.md
  echo 'assert torch.isfinite(run(batch)).all() and not run.findings, run.findings'
  echo 'train(batch).float().mean().backward()'
  echo 'assert all(torch.isfinite(p.grad).all() for p in model.parameters())'
} >"$root/check/lines.py"
[ "$(grep -c nanguard "$root/check/lines.py")" = 5 ] || { echo "README has other lines"; exit 1; }

cat >"$root/check/run.sh" <<EOF
set -euo pipefail
cd /check
rm -rf venv
python3 -m venv venv
venv/bin/pip install --quiet "\$(echo /check/nanguard-*.whl)$extra"
venv/bin/nanguard-opt --guard-tiers=target=upstream model.mlir >guarded.mlir
grep -q 'tensor<[0-9]*xi8>' guarded.mlir
venv/bin/nanguard-run --steps=2 --input=random:1 model.mlir
[ -n "$extra" ] || echo /check/torch >venv/lib/python3.11/site-packages/torch.pth
venv/bin/python lines.py
EOF
# The mounts end with their namespace.
unshare --mount bash -c 'set -e
  mount -t proc proc "$1/proc"
  [ -z "$2" ] || mount --bind "$2" "$1/check/torch"
  exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root $(env | grep -E "^(PIP|SSL|http|https|no)_[A-Za-z_]*=" || true) \
    chroot "$1" bash /check/run.sh' -- "$root" "$torch"
echo "the wheel runs on a bare Debian 12"
