#!/usr/bin/env bash
# Sets up Firefox, in which days must be the same as in Chromium, where there is apt-get; elsewhere the tests use it if
# it is installed. All output goes to stderr. A second run only checks.
set -euo pipefail
. "$(dirname "$0")/common.sh"

if has firefox-esr || has firefox; then exit; fi
has apt-get || { say "install Firefox, and the tests of digests use it"; exit; }
# Debian's package, or that of other distributions.
apt_install firefox-esr || apt_install firefox
