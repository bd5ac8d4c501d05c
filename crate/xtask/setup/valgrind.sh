#!/usr/bin/env bash
# Sets up valgrind, which counts the instructions of a simulated day. All output goes to stderr. A second run
# only checks.
set -euo pipefail

say() { printf '[setup-valgrind] %s\n' "$*" >&2; }
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
install() { as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends valgrind >&2; }

if ! command -v valgrind >/dev/null; then
  command -v apt-get >/dev/null || { say "error: install valgrind"; exit 1; }
  say "apt-get install valgrind"
  install || { as_root apt-get update >&2 && install; }
fi
