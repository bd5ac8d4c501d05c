#!/usr/bin/env bash
# Sets up Firefox, in which days must be the same as in Chromium, where there is apt-get; elsewhere the tests use it if
# it is installed. All output goes to stderr. A second run only checks.
set -euo pipefail

say() { printf '[setup-firefox] %s\n' "$*" >&2; }
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
install() { as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$1" >&2; }

if command -v firefox-esr >/dev/null || command -v firefox >/dev/null; then exit; fi
command -v apt-get >/dev/null || { say "install Firefox, and the tests of digests use it"; exit; }
# Debian's package, or that of other distributions.
say "apt-get install firefox-esr"
install firefox-esr || { as_root apt-get update >&2 && { install firefox-esr || install firefox; }; }
