#!/usr/bin/env bash
# Fetches the sources of the built-in data set, from which the tests build it again. Prints their
# folder. Other output goes to stderr. A second run only checks.
set -euo pipefail

. "$(dirname "$0")/common.sh"

fetch=$(dirname "$0")/../../../data/fetch-sources.sh
# Other sources have another folder.
folder=$TOOLS/sources-$(sha256sum "$fetch" | cut -c 1-12)

take_turns sources
if [ ! -d "$folder" ]; then
  install_pip
  say "fetching into $folder"
  rm -rf "$folder.new"
  bash "$fetch" "$folder.new" >&2
  mv "$folder.new" "$folder"
fi
echo "$folder"
