#!/usr/bin/env bash
# Sets up valgrind, which counts the instructions of a simulated day. All output goes to stderr. A second run
# only checks.
set -euo pipefail
. "$(dirname "$0")/common.sh"

has valgrind && exit
has apt-get || die "install valgrind"
apt_install valgrind || die "valgrind could not be installed"
