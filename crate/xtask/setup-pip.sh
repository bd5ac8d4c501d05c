#!/usr/bin/env bash
# Sets up `python3 -m pip` from Debian's packages if it does not work. All output goes to stderr.
set -euo pipefail

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

python3 -m pip --version >/dev/null 2>&1 && exit
if command -v apt-get >/dev/null; then
  echo "[setup-pip] apt-get install python3 python3-pip" >&2
  install=(env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends python3 python3-pip)
  as_root "${install[@]}" >&2 || { as_root apt-get update >&2 && as_root "${install[@]}" >&2; }
fi
python3 -m pip --version >/dev/null || { echo "[setup-pip] error: install Python 3 with pip" >&2; exit 1; }
