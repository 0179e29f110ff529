#!/usr/bin/env bash
# The main job: real models go bad in f16, are lowered to a safe tier, and come
# back. Options go to experiment.py (--help lists them).
set -euo pipefail
cd "$(dirname "$0")/.."
python=.venv/bin/python
[ -x "$python" ] || python=python3
exec "$python" examples/experiment.py "$@"
