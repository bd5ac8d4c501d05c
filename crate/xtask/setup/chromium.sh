#!/usr/bin/env bash
# Sets up Chromium with chromedriver, for the tests in a browser. All output goes to stderr. A second run only checks.
set -euo pipefail
. "$(dirname "$0")/common.sh"

browsers=(chromium chromium-driver)
# The browser tests run faster in the build without windows.
if apt_has chromium-headless-shell; then browsers+=(chromium-headless-shell); fi
if has chromedriver && { has chromium || has google-chrome; } && { has chromium-headless-shell || [ ${#browsers[@]} = 2 ]; }; then exit; fi
if apt_has chromium-driver; then
  apt_install "${browsers[@]}" || die "chromium could not be installed"
else
  has chromedriver || say "no Chrome with chromedriver on PATH: tests in a browser will not run"
fi
