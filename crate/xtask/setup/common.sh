# What the set-up scripts share; they source it. All output goes to stderr.
# shellcheck shell=bash

# Shared by all clones. MATCHDAY_TOOLS names another folder.
TOOLS=${MATCHDAY_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/matchday/tools}
mkdir -p "$TOOLS/tools/bin"

say() { printf '[%s] %s\n' "$(basename "$0" .sh)" "$*" >&2; }
die() { say "error: $*"; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# Two set-ups at once would do everything twice.
take_turns() { # NAME
  exec 9>"$TOOLS/.$1-lock"
  if has flock; then flock 9; fi
}

is_installed() { dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }
apt_has() { has apt-cache && [ -n "$(apt-cache policy "$1" 2>/dev/null)" ]; }
apt_update() { say "apt-get update"; as_root apt-get update >&2; }
apt_get_install() {
  say "apt-get install $*"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >"$TOOLS/apt.log" 2>&1
}

apt_install() { # installs what is missing; updates the lists only when they prove to be stale
  local package missing=()
  for package in "$@"; do is_installed "$package" || missing+=("$package"); done
  [ ${#missing[@]} = 0 ] && return 0
  apt_get_install "${missing[@]}" || { apt_update && apt_get_install "${missing[@]}"; } ||
    { tail -20 "$TOOLS/apt.log" >&2; return 1; }
}

install_pip() { # `python3 -m pip`
  python3 -m pip --version >/dev/null 2>&1 && return 0
  if has apt-get; then apt_install python3 python3-pip; fi
  python3 -m pip --version >/dev/null || die "install Python 3 with pip"
}

pip_install() { # FOLDER REQUIREMENTS
  install_pip
  rm -rf "$1" "$1.new"
  PIP_ROOT_USER_ACTION=ignore python3 -m pip install --quiet --disable-pip-version-check --no-deps \
    --only-binary :all: --require-hashes --target "$1.new" --requirement "$2" >&2
  mv "$1.new" "$1"
}
