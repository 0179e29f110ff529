#!/bin/bash
# Parses every shell script, and asks shellcheck where it is installed.
set -euo pipefail
cd "$(dirname "$0")/.."
mapfile -t scripts < <(git ls-files '*.sh' .ci/run)
for script in "${scripts[@]}"; do bash -n "$script"; done
if command -v shellcheck >/dev/null; then
  shellcheck --severity=warning "${scripts[@]}"
fi
