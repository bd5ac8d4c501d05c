#!/usr/bin/env bash
# Fetches the sources of the built-in data set, from which the tests build it again. Prints their
# folder. Other output goes to stderr. A second run only checks.
set -euo pipefail

here=$(dirname "$0")
fetch=$here/../../data/fetch-sources.sh
tools=${MATCHDAY_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/matchday/tools}
# Other sources have another folder.
folder=$tools/sources-$(sha256sum "$fetch" | cut -c 1-12)

mkdir -p "$tools"
exec 9>"$tools/.sources-lock"
if command -v flock >/dev/null; then flock 9; fi
if [ ! -d "$folder" ]; then
  bash "$here/setup-pip.sh"
  echo "[setup-sources] fetching into $folder" >&2
  rm -rf "$folder.new"
  bash "$fetch" "$folder.new" >&2
  mv "$folder.new" "$folder"
fi
echo "$folder"
