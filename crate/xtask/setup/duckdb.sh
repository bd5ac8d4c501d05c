#!/usr/bin/env bash
# Sets up DuckDB's Python package; the tests compare our sums with it. Prints the folder for
# `PYTHONPATH`. Other output goes to stderr. A second run only checks.
set -euo pipefail

VERSION=2.0.0
tools=${MATCHDAY_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/matchday/tools}
folder=$tools/duckdb-$VERSION

say() { printf '[setup-duckdb] %s\n' "$*" >&2; }
works() { PYTHONPATH=$1 python3 -c 'import duckdb; duckdb.sql("SELECT 1").fetchall()' 2>/dev/null; }

# Linux on x86-64 and ARM, macOS on ARM; Python 3.11, and 3.12 or later.
requirement() {
  cat <<HASHES
duckdb==$VERSION \\
  --hash=sha256:5a3601121c7cc50d0b70412995634682fafcb58a0156d5d663dfd0b3bbe30a33 \\
  --hash=sha256:ab51ec57d329d6f3df37c0287b55d71c3fc07bb54b61d1afed09104f953b1431 \\
  --hash=sha256:bcdf10dfbc2c1a6bdc5b2a94bba5b15481e552c5745c2af1994617b0eb6bc750 \\
  --hash=sha256:e38daf0acbad9de7ce892d402b68409519291ee16af3c2cba85ace3b085c7eaa \\
  --hash=sha256:61a244faae9fd787e30f4c76888769ec49e79736c434f698e8178a00af8348f0 \\
  --hash=sha256:b5d758b53751c930e09d370231241005ea5203c8edc65a1e1fafca83fcc906ef
HASHES
}

mkdir -p "$tools"
exec 9>"$tools/.duckdb-lock"
if command -v flock >/dev/null; then flock 9; fi
if ! works "$folder"; then
  bash "$(dirname "$0")/setup-pip.sh"
  say "pip install duckdb $VERSION into $folder"
  rm -rf "$folder" "$folder.new"
  requirement >"$folder.txt"
  PIP_ROOT_USER_ACTION=ignore python3 -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: --require-hashes \
    --target "$folder.new" --requirement "$folder.txt" >&2
  mv "$folder.new" "$folder"
  works "$folder" || { say "error: duckdb $VERSION does not load"; exit 1; }
fi
echo "$folder"
