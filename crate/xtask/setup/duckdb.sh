#!/usr/bin/env bash
# Sets up DuckDB's Python package; the tests compare our sums with it. Prints the folder for
# `PYTHONPATH`. Other output goes to stderr. A second run only checks.
set -euo pipefail
. "$(dirname "$0")/common.sh"

VERSION=2.0.0
folder=$TOOLS/duckdb-$VERSION

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

take_turns duckdb
if ! works "$folder"; then
  say "pip install duckdb $VERSION into $folder"
  requirement >"$folder.txt"
  pip_install "$folder" "$folder.txt"
  works "$folder" || die "duckdb $VERSION does not load"
fi
echo "$folder"
