#!/usr/bin/env bash
# Sets up Ray's Python package; the tests distribute a sweep with it. Prints the folder for
# `PYTHONPATH`. Other output goes to stderr. A second run only checks.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
requirements=$here/../../tests/sweep-ray/requirements.txt
tools=${MATCHDAY_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/matchday/tools}
folder=$tools/ray-$(cksum <"$requirements" | cut -d' ' -f1)

say() { printf '[setup-ray] %s\n' "$*" >&2; }
works() { PYTHONPATH=$1 python3 -c 'import ray' 2>/dev/null; }

mkdir -p "$tools"
exec 9>"$tools/.ray-lock"
if command -v flock >/dev/null; then flock 9; fi
if ! works "$folder"; then
  bash "$here/setup-pip.sh"
  say "pip install $(grep -o '^ray==[0-9.]*' "$requirements") into $folder"
  rm -rf "$folder" "$folder.new"
  PIP_ROOT_USER_ACTION=ignore python3 -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: --require-hashes \
    --target "$folder.new" --requirement "$requirements" >&2
  mv "$folder.new" "$folder"
  works "$folder" || { say "error: ray does not load"; exit 1; }
fi
echo "$folder"
