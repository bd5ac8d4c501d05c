#!/usr/bin/env bash
# Sets up Ray's Python package; the tests distribute a sweep with it. Prints the folder for
# `PYTHONPATH`. Other output goes to stderr. A second run only checks.
set -euo pipefail

. "$(dirname "$0")/common.sh"

requirements=$(dirname "$0")/../../../tests/sweep-ray/requirements.txt
folder=$TOOLS/ray-$(cksum <"$requirements" | cut -d' ' -f1)

works() { PYTHONPATH=$1 python3 -c 'import ray' 2>/dev/null; }

take_turns ray
if ! works "$folder"; then
  say "pip install $(grep -o '^ray==[0-9.]*' "$requirements") into $folder"
  pip_install "$folder" "$requirements"
  works "$folder" || die "ray does not load"
fi
echo "$folder"
