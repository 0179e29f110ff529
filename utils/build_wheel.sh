#!/bin/bash
# Builds the Python package's wheel into dist/ from the tools in build/.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$PWD/${BUILD:-build}
python=${PYTHON:-.venv/bin/python}
[ -x "$build/bin/nanguard-run" ] || { echo "build_wheel.sh: run ./setup.sh first" >&2; exit 2; }
rm -rf dist
NANGUARD_BUILD_DIR=$build "$python" -m pip wheel --disable-pip-version-check --no-deps -w dist .
