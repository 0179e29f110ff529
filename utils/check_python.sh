#!/bin/bash
# Builds the wheel again, checks that it brings all but glibc, and runs its tests
# in the environment that ./setup.sh --with-python made. Exit status 77: not set up.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-.venv/bin/python}
if ! "$python" -c 'import nanguard, pytest, torch_mlir' 2>/dev/null; then
  echo "no Python package in .venv: ./setup.sh --with-python"
  exit 77
fi
PYTHON=$python utils/build_wheel.sh
"$python" -m pip install --disable-pip-version-check --no-deps --force-reinstall dist/nanguard-*.whl
folder=$(cd / && "$OLDPWD/$python" -c 'import nanguard, pathlib; print(pathlib.Path(nanguard.__file__).parent)')
for file in "$folder"/bin/* "$folder"/lib/*.so*; do
  # glibc and the wheel's own folder, and nothing else of this machine.
  if ldd "$file" | grep -vE "linux-vdso|ld-linux|statically|lib(c|m|dl|pthread|rt)\.so|$folder"; then
    echo "$file needs a library that the wheel does not bring"
    exit 1
  fi
done
"$python" -m pytest "$@"
