#!/usr/bin/env bash
# Sets up what building and testing the page takes: Rust for wasm32-unknown-unknown with rustfmt
# and clippy, a clang for the C of SQLite, wasm-bindgen, wasm-pack, wasm-opt, a Chromium with
# chromedriver. Prints the path of a file that puts them on PATH; all else goes to stderr:
#
#   env_file=$(crate/xtask/setup-wasm.sh) && . "$env_file"
#
# A second run only checks, in about a second. Settings, all optional:
#   WASM_SETUP=auto      (default) what works already, else `rustup target add`, else Debian's packages
#   WASM_SETUP=rustup    rustup only
#   WASM_SETUP=debian    Debian 12's rustc-web only: its std for wasm32 is built here from its own sources
#   WASM_BROWSER=0       leaves the browser out
#   MATCHDAY_TOOLS       where the tools go (default: $XDG_CACHE_HOME/matchday/tools), shared by all clones
set -euo pipefail

WASM_SETUP=${WASM_SETUP:-auto}
WASM_HOME=${MATCHDAY_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/matchday/tools}
WASM_PACK_VERSION=0.15.1
# Older releases (Debian's 108 among them) write a broken module and still exit with 0.
BINARYEN_VERSION=132.0.0
BINARYEN_INTEGRITY=sha512-4Usg7yEvwO3FMso3Oov6qkOOHSod1IEv+boKkh77kTljM+eNBouqCTbqWswGzbG+vDNO/b/v2C4gfEh1WgB9Lg==
# Debian's sources of older releases come without the vendored crates that std needs.
DEBIAN_RUST_MIN=1.96
DEBIAN_PACKAGES=(rustc-web cargo-web rust-web-src rustfmt-web rust-web-clippy)
TARGET=wasm32-unknown-unknown

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# The command line tool must have the version that the lock file has.
WASM_BINDGEN_VERSION=$(awk '/^name = "wasm-bindgen"\r?$/ {found = 1; next} found && /^version/ {gsub(/["\r]/, "", $3); print $3; exit}' "$here/../../Cargo.lock")

say() { printf '[setup-wasm] %s\n' "$*" >&2; }
die() { say "error: $*"; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# --- What takes minutes, in the background -----------------------------------------------------

jobs=()
trap stop_all EXIT

start() { # NAME COMMAND...: in a group of its own, so that all its processes can be stopped
  local name=$1
  shift
  set -m
  "$@" </dev/null >"$WASM_HOME/$name.log" 2>&1 &
  set +m
  jobs+=("$! $name")
}

finish_all() { # waits; the first that failed ends the script, and so the others
  local job
  for job in ${jobs[@]+"${jobs[@]}"}; do
    wait "${job% *}" || { tail -20 "$WASM_HOME/${job#* }.log" >&2; die "${job#* } failed: $WASM_HOME/${job#* }.log"; }
  done
  jobs=()
}

stop_all() {
  local job
  for job in ${jobs[@]+"${jobs[@]}"}; do kill -- "-${job% *}" 2>/dev/null || true; done
}

# --- Debian's packages -------------------------------------------------------------------------

is_installed() { dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }
is_recent() { dpkg --compare-versions "$(dpkg-query -W -f='${Version}' "$1" 2>/dev/null || echo 0)" ge "$DEBIAN_RUST_MIN"; }
apt_update() { say "apt-get update"; as_root apt-get update >&2; }
apt_get_install() {
  say "apt-get install $*"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >"$WASM_HOME/apt.log" 2>&1
}

apt_install() { # installs what is missing; updates the lists only when they prove to be stale
  local package missing=()
  for package in "$@"; do is_installed "$package" || missing+=("$package"); done
  [ ${#missing[@]} = 0 ] && return 0
  apt_get_install "${missing[@]}" || { apt_update && apt_get_install "${missing[@]}"; } ||
    { tail -20 "$WASM_HOME/apt.log" >&2; return 1; }
}

debian_rust_is_recent() {
  local package
  for package in "${DEBIAN_PACKAGES[@]}"; do is_installed "$package" && is_recent "$package" || return 1; done
}

apt_install_rust() {
  debian_rust_is_recent && return 0
  # Stale lists offer an old release, and installing that succeeds: look before installing.
  local candidate
  candidate=$(apt-cache policy rustc-web | sed -n 's/^ *Candidate: *//p')
  dpkg --compare-versions "${candidate:-0}" ge "$DEBIAN_RUST_MIN" || apt_update
  apt_get_install "${DEBIAN_PACKAGES[@]}" || { apt_update && apt_get_install "${DEBIAN_PACKAGES[@]}"; } ||
    { tail -20 "$WASM_HOME/apt.log" >&2; return 1; }
  debian_rust_is_recent || { say "Debian offers no rustc-web $DEBIAN_RUST_MIN here"; return 1; }
}

# --- Rust for wasm32 ---------------------------------------------------------------------------

# Compiles and links a cdylib that uses std: the only proof that the target works.
smoke() { # RUSTC LOG
  local dir result=0
  dir=$(mktemp -d)
  cat >"$dir/smoke.rs" <<'RUST'
#[unsafe(no_mangle)]
pub extern "C" fn smoke(n: i32) -> i32 {
    let map: std::collections::BTreeMap<_, _> = (0..n).map(|i| (format!("{i}"), i)).collect();
    map.len() as i32
}
RUST
  "$1" --edition 2024 --target $TARGET --crate-type cdylib -o "$dir/smoke.wasm" "$dir/smoke.rs" >"$2" 2>&1 || result=1
  rm -rf "$dir"
  return $result
}

rustup_ready() {
  # With an earlier Debian set-up on PATH, `rustc` is that one: not rustup's.
  has rustc && [ "$(command -v rustc)" != "$WASM_HOME/bin/rustc" ] && smoke rustc "$WASM_HOME/smoke.log"
}

rustup_install() {
  local limit=()
  has rustup || return 1
  # Where rustup's host is unreachable, it would try for long.
  has timeout && limit=(timeout 180)
  say "rustup target add $TARGET"
  { ${limit[@]+"${limit[@]}"} rustup target add $TARGET && rustup component add rustfmt clippy; } >"$WASM_HOME/rustup.log" 2>&1 ||
    { say "rustup could not: $(grep -m1 '^error' "$WASM_HOME/rustup.log" || echo 'timed out')"; return 1; }
  rustup_ready
}

debian_std_dir=/usr/lib/rustlib/$TARGET
debian_std_recipe() { echo "recipe 1; $(dpkg-query -W -f='${Version}' rustc-web); $(/usr/bin/rustc -vV | sha256sum | cut -c1-16)"; }

debian_llvm() { /usr/bin/rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p'; }

debian_ready() {
  has dpkg-query && debian_rust_is_recent &&
    [ "$(cat $debian_std_dir/.built-from 2>/dev/null)" = "$(debian_std_recipe)" ] &&
    smoke /usr/bin/rustc "$WASM_HOME/smoke.log"
}

debian_install() {
  has apt-get || return 1
  apt_install_rust || return 1
  local llvm host bin
  llvm=$(debian_llvm)
  host=$(/usr/bin/rustc -vV | sed -n 's/^host: //p')
  apt_install "lld-$llvm" || return 1
  # rustc asks for `rust-lld -flavor wasm` and looks in this folder first.
  bin=/usr/lib/rustlib/$host/bin
  as_root mkdir -p "$bin"
  as_root ln -sfn "/usr/lib/llvm-$llvm/bin/lld" "$bin/rust-lld"
  debian_ready || std_is_missing=1
}

debian_build_std() { # into $WASM_HOME/std
  local src=/usr/lib/rustlib/src/rust/library tmp
  tmp=$(mktemp -d)
  trap "rm -rf '$tmp'" EXIT
  mkdir "$tmp/src"
  echo '#![no_std]' >"$tmp/src/lib.rs"
  cat >"$tmp/Cargo.toml" <<'TOML'
[package]
name = "stdbuild"
version = "0.0.0"
edition = "2021"
[lib]
[workspace]
[profile.release]
codegen-units = 1
TOML
  # CARGO_HOME: none of the user's configuration may get into std.
  # embed-bitcode: without it `lto = true` in a crate fails.
  # test: the harness of wasm-bindgen-test links libtest.
  (
    cd "$tmp" && env -u RUSTC_WRAPPER -u CARGO_BUILD_TARGET -u CARGO_ENCODED_RUSTFLAGS -u RUSTUP_TOOLCHAIN \
      RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc CARGO_HOME="$tmp/home" CARGO_TARGET_DIR="$tmp/target" \
      RUSTFLAGS="-Cembed-bitcode=yes --remap-path-prefix=$src=/rustc/library" \
      /usr/bin/cargo build --release --offline --target $TARGET -Zbuild-std=std,panic_abort,test \
      --config 'source.crates-io.replace-with="deb"' --config "source.deb.directory=\"$src/vendor\""
  )
  rm -f "$tmp/target/$TARGET/release/deps/"libstdbuild-*
  rm -rf "$WASM_HOME/std"
  mkdir "$WASM_HOME/std"
  mv "$tmp/target/$TARGET/release/deps/"lib*.rlib "$WASM_HOME/std/"
}

debian_install_std() {
  as_root rm -rf "$debian_std_dir" "$debian_std_dir.new"
  as_root mkdir -p "$debian_std_dir.new/lib"
  as_root cp "$WASM_HOME/std/"lib*.rlib "$debian_std_dir.new/lib/"
  debian_std_recipe | as_root tee "$debian_std_dir.new/.built-from" >/dev/null
  as_root mv "$debian_std_dir.new" "$debian_std_dir"
  rm -rf "$WASM_HOME/std"
  smoke /usr/bin/rustc "$WASM_HOME/smoke.log" || { cat "$WASM_HOME/smoke.log" >&2; die "the std for $TARGET does not work"; }
}

debian_link() { # links for Rust alone, so that the rest of /usr/bin does not jump the queue on PATH
  local name
  mkdir -p "$WASM_HOME/bin"
  for name in cargo rustc rustdoc rustfmt cargo-fmt cargo-clippy clippy-driver; do
    ln -sfn "/usr/bin/$name" "$WASM_HOME/bin/$name"
  done
}

choose_mode() { # sets `mode`, and `std_is_missing` when it has yet to be built
  case $WASM_SETUP in
    auto)
      if rustup_ready; then mode=rustup
      elif debian_ready; then mode=debian
      elif rustup_install; then mode=rustup
      elif debian_install; then mode=debian
      else die "no way to $TARGET here: install rustup, or use Debian 12 with its security updates"; fi ;;
    rustup) mode=rustup; rustup_ready || rustup_install || die "rustup cannot provide $TARGET" ;;
    debian) mode=debian; debian_ready || debian_install || die "Debian's packages cannot provide $TARGET" ;;
    *) die "WASM_SETUP=$WASM_SETUP: it is auto, rustup or debian" ;;
  esac
}

# --- C for wasm32 ------------------------------------------------------------------------------

# Builds of C ask PATH for `clang`, and that for the `llvm-ar` beside it. Many cannot write for wasm32
# (Apple's), or come alone: compiling and archiving is the only proof.
clang_ready() { # CLANG
  local dir result=0
  has "$1" || return 1
  dir=$(mktemp -d)
  echo 'int smoke(int n) { return n + 1; }' >"$dir/smoke.c"
  { "$1" --target=$TARGET -c "$dir/smoke.c" -o "$dir/smoke.o" &&
    "$("$1" -print-prog-name=llvm-ar)" crs "$dir/smoke.a" "$dir/smoke.o"; } >"$WASM_HOME/clang.log" 2>&1 || result=1
  rm -rf "$dir"
  return $result
}

link_clang() { # CANDIDATE...: the first that works
  local candidate
  for candidate in "$@"; do
    clang_ready "$candidate" || continue
    ln -sfn "$(command -v "$candidate")" "$WASM_HOME/tools/bin/clang"
    return 0
  done
  return 1
}

install_clang() {
  local llvm
  clang_ready "$WASM_HOME/tools/bin/clang" && return 0
  rm -f "$WASM_HOME/tools/bin/clang"
  if [ "$mode" = debian ]; then
    llvm=$(debian_llvm)
    apt_install "clang-$llvm" "llvm-$llvm" && link_clang "clang-$llvm" || die "Debian's clang-$llvm cannot compile for $TARGET"
    return 0
  fi
  link_clang clang clang-{30..14} {/opt/homebrew,/usr/local}/opt/llvm/bin/clang && return 0
  if has apt-get; then apt_install clang llvm && link_clang clang && return 0; fi
  die "no clang that compiles for $TARGET, with llvm-ar beside it: install LLVM (apt install clang llvm, dnf install clang llvm, brew install llvm)"
}

# --- Tools -------------------------------------------------------------------------------------

tool_has_version() { [ "$("$WASM_HOME/tools/bin/$1" --version 2>/dev/null | awk '{print $2}')" = "$2" ]; }

# In one folder, for what they have in common. Compiling them takes longer than they will ever run: hardly optimised.
cargo_install() { # CRATE@VERSION...: with their lock files, else (a mirror may lack a locked version) without
  local crate
  export CARGO_TARGET_DIR=$WASM_HOME/target
  export CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_DEBUG=0 CARGO_PROFILE_RELEASE_LTO=off
  for crate in "$@"; do
    cargo install --force --root "$WASM_HOME/tools" --locked "$crate" || cargo install --force --root "$WASM_HOME/tools" "$crate"
  done
  rm -rf "$CARGO_TARGET_DIR"
}

install_wasm_opt() {
  local dir=$WASM_HOME/npm
  if ! grep -qs "\"version\": *\"$BINARYEN_VERSION\"" "$dir/node_modules/binaryen/package.json"; then
    has npm || apt_install nodejs npm || die "npm is missing"
    say "npm install binaryen $BINARYEN_VERSION"
    mkdir -p "$dir"
    npm install --prefix "$dir" --no-audit --no-fund --silent "binaryen@$BINARYEN_VERSION" >&2
  fi
  # npm has held the package against this hash, which it notes.
  if ! grep -qsF "\"integrity\": \"$BINARYEN_INTEGRITY\"" "$dir/node_modules/.package-lock.json"; then
    rm -rf "$dir/node_modules/binaryen"
    die "binaryen $BINARYEN_VERSION has another content than when it was chosen"
  fi
  ln -sfn "$dir/node_modules/binaryen/bin/wasm-opt" "$WASM_HOME/tools/bin/wasm-opt"
}

install_browser() {
  [ "${WASM_BROWSER:-1}" = 0 ] && return 0
  local browsers="chromium chromium-driver"
  # The browser tests run faster in the build without windows.
  apt_has chromium-headless-shell && browsers="$browsers chromium-headless-shell"
  has chromedriver && { has chromium || has google-chrome; } &&
    { [ "$mode" != debian ] || has chromium-headless-shell || ! apt_has chromium-headless-shell; } && return 0
  if apt_has chromium-driver; then
    # shellcheck disable=SC2086 # a list
    apt_install $browsers || die "chromium could not be installed"
  else
    say "no Chrome with chromedriver on PATH: tests in a browser will not run"
  fi
}

apt_has() { has apt-cache && [ -n "$(apt-cache policy "$1" 2>/dev/null)" ]; }

write_env() {
  local first=$WASM_HOME/tools/bin
  [ "$mode" = debian ] && first="$WASM_HOME/bin:$first"
  cat >"$WASM_HOME/env.new" <<ENV
# Written by setup-wasm.sh ($mode).
case ":\$PATH:" in
  *":$first:"*) ;;
  # Cargo would look for cargo-clippy in its own folder first, were that not on PATH further back.
  *) export PATH="$first:\$PATH:\${CARGO_HOME:-\$HOME/.cargo}/bin" ;;
esac
ENV
  mv "$WASM_HOME/env.new" "$WASM_HOME/env"
}

mkdir -p "$WASM_HOME/tools/bin"
exec 9>"$WASM_HOME/.lock"
if has flock; then flock 9; fi # two runs at once would build everything twice
mode=
std_is_missing=
choose_mode
if [ "$mode" = debian ]; then debian_link; fi
write_env
. "$WASM_HOME/env"
if [ -n "$std_is_missing" ]; then
  say "building std for $TARGET with $(/usr/bin/rustc -V) (some minutes, no network)"
  start std debian_build_std
fi
missing=()
tool_has_version wasm-bindgen "$WASM_BINDGEN_VERSION" || missing+=("wasm-bindgen-cli@$WASM_BINDGEN_VERSION")
tool_has_version wasm-pack "$WASM_PACK_VERSION" || missing+=("wasm-pack@$WASM_PACK_VERSION")
if [ ${#missing[@]} != 0 ]; then
  say "cargo install ${missing[*]} (some minutes)"
  start tools cargo_install "${missing[@]}"
fi
# Meanwhile, here alone, what apt-get installs: it works for one at a time.
install_clang
install_wasm_opt
install_browser
finish_all
if [ -n "$std_is_missing" ]; then debian_install_std; fi
say "ready ($mode)"
echo "$WASM_HOME/env"
