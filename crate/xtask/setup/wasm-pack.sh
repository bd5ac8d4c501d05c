#!/usr/bin/env bash
# Sets up wasm-pack and, beside it, the program of wasm-bindgen that runs tests in a browser, of the version in the lock
# file. All output goes to stderr. A second run only checks.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"

WASM_PACK_VERSION=0.15.1
WASM_BINDGEN_VERSION=$(awk '/^name = "wasm-bindgen"\r?$/ {found = 1; next} found && /^version/ {gsub(/["\r]/, "", $3); print $3; exit}' "$here/../../../Cargo.lock")

has_version() { [ "$("$TOOLS/tools/bin/$1" --version 2>/dev/null | awk '{print $2}')" = "$2" ]; }

take_turns wasm-pack
missing=()
has_version wasm-bindgen "$WASM_BINDGEN_VERSION" || missing+=("wasm-bindgen-cli@$WASM_BINDGEN_VERSION")
has_version wasm-pack "$WASM_PACK_VERSION" || missing+=("wasm-pack@$WASM_PACK_VERSION")
[ ${#missing[@]} = 0 ] && exit
say "cargo install ${missing[*]} (some minutes)"
# In one folder, for what they have in common. Compiling them takes longer than they will ever run: hardly optimised.
export CARGO_TARGET_DIR=$TOOLS/target
export CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_DEBUG=0 CARGO_PROFILE_RELEASE_LTO=off
install() { # CRATE@VERSION: with its lock file, else (a mirror may lack a locked version) without
  cargo install --force --root "$TOOLS/tools" --locked "$1" || cargo install --force --root "$TOOLS/tools" "$1"
}
for crate in "${missing[@]}"; do
  install "$crate" >"$TOOLS/wasm-pack.log" 2>&1 || { tail -20 "$TOOLS/wasm-pack.log" >&2; die "$crate failed: $TOOLS/wasm-pack.log"; }
done
rm -rf "$CARGO_TARGET_DIR"
