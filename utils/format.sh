#!/bin/bash
# Formats the C++ sources with clang-format 22; --check only reports.
set -euo pipefail
cd "$(dirname "$0")/.."
format=$(command -v clang-format-22 || true)
[ -n "$format" ] || { echo "format.sh: clang-format-22 is missing (./setup.sh)" >&2; exit 77; }
mapfile -t files < <(git ls-files '*.cpp' '*.h' '*.c')
if [ "${1:-}" = --check ]; then
  "$format" --dry-run -Werror "${files[@]}" || { echo "run utils/format.sh"; exit 1; }
else
  "$format" -i "${files[@]}"
fi
