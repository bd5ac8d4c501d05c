#!/usr/bin/env bash
# Sets up what building the page takes: Rust for wasm32-unknown-unknown with rustfmt and clippy, a clang for the C of
# SQLite, and wasm-opt. Prints the path of a file that puts them on PATH; all else goes to stderr:
#
#   env_file=$(crate/xtask/setup/wasm.sh) && . "$env_file"
#
# A second run only checks, in about a second. Settings, all optional:
#   WASM_SETUP=auto      (default) what works already, else `rustup target add`, else Debian's packages
#   WASM_SETUP=rustup    rustup only
#   WASM_SETUP=debian    Debian 12's rustc-web only: its std for wasm32 is built here from its own sources
#   MATCHDAY_TOOLS       where the tools go (default: $XDG_CACHE_HOME/matchday/tools), shared by all clones
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

WASM_SETUP=${WASM_SETUP:-auto}
# Older releases (Debian's 108 among them) write a broken module and still exit with 0.
BINARYEN_VERSION=132.0.0
BINARYEN_INTEGRITY=sha512-4Usg7yEvwO3FMso3Oov6qkOOHSod1IEv+boKkh77kTljM+eNBouqCTbqWswGzbG+vDNO/b/v2C4gfEh1WgB9Lg==
# Debian's sources of older releases come without the vendored crates that std needs.
DEBIAN_RUST_MIN=1.96
DEBIAN_PACKAGES=(rustc-web cargo-web rust-web-src rustfmt-web rust-web-clippy)
TARGET=wasm32-unknown-unknown

# --- Debian's packages -------------------------------------------------------------------------

is_recent() { dpkg --compare-versions "$(dpkg-query -W -f='${Version}' "$1" 2>/dev/null || echo 0)" ge "$DEBIAN_RUST_MIN"; }
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
    { tail -20 "$TOOLS/apt.log" >&2; return 1; }
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
  has rustc && [ "$(command -v rustc)" != "$TOOLS/bin/rustc" ] && smoke rustc "$TOOLS/smoke.log"
}

rustup_install() {
  local limit=()
  has rustup || return 1
  # Where rustup's host is unreachable, it would try for long.
  has timeout && limit=(timeout 180)
  say "rustup target add $TARGET"
  { ${limit[@]+"${limit[@]}"} rustup target add $TARGET && rustup component add rustfmt clippy; } >"$TOOLS/rustup.log" 2>&1 ||
    { say "rustup could not: $(grep -m1 '^error' "$TOOLS/rustup.log" || echo 'timed out')"; return 1; }
  rustup_ready
}

debian_std_dir=/usr/lib/rustlib/$TARGET
# Its number goes up only when it must: crates that were compiled with another std are not compiled again by themselves.
debian_std_recipe() { echo "recipe 1; $(dpkg-query -W -f='${Version}' rustc-web); $(/usr/bin/rustc -vV | sha256sum | cut -c1-16)"; }

debian_llvm() { /usr/bin/rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p'; }

debian_std_is_recent() { [ "$(cat $debian_std_dir/.built-from 2>/dev/null)" = "$(debian_std_recipe)" ]; }
debian_ready() {
  has dpkg-query && debian_rust_is_recent && debian_std_is_recent && smoke /usr/bin/rustc "$TOOLS/smoke.log"
}

debian_install() {
  has apt-get || return 1
  apt_install_rust || return 1
  debian_std_is_recent || std_is_missing=1
}

debian_install_linker() {
  local llvm host bin
  llvm=$(debian_llvm)
  host=$(/usr/bin/rustc -vV | sed -n 's/^host: //p')
  apt_install "lld-$llvm" || die "Debian's lld-$llvm cannot be installed"
  # rustc asks for `rust-lld -flavor wasm` and looks in this folder first.
  bin=/usr/lib/rustlib/$host/bin
  as_root mkdir -p "$bin"
  as_root ln -sfn "/usr/lib/llvm-$llvm/bin/lld" "$bin/rust-lld"
}

debian_build_std() { # into $TOOLS/std
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
  rm -rf "$TOOLS/std"
  mkdir "$TOOLS/std"
  mv "$tmp/target/$TARGET/release/deps/"lib*.rlib "$TOOLS/std/"
}

debian_install_std() {
  as_root rm -rf "$debian_std_dir" "$debian_std_dir.new"
  as_root mkdir -p "$debian_std_dir.new/lib"
  as_root cp "$TOOLS/std/"lib*.rlib "$debian_std_dir.new/lib/"
  debian_std_recipe | as_root tee "$debian_std_dir.new/.built-from" >/dev/null
  as_root mv "$debian_std_dir.new" "$debian_std_dir"
  rm -rf "$TOOLS/std"
}

debian_check() {
  smoke /usr/bin/rustc "$TOOLS/smoke.log" || { cat "$TOOLS/smoke.log" >&2; die "the std for $TARGET does not work"; }
}

debian_link() { # links for Rust alone, so that the rest of /usr/bin does not jump the queue on PATH
  local name
  mkdir -p "$TOOLS/bin"
  for name in cargo rustc rustdoc rustfmt cargo-fmt cargo-clippy clippy-driver; do
    ln -sfn "/usr/bin/$name" "$TOOLS/bin/$name"
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
    "$("$1" -print-prog-name=llvm-ar)" crs "$dir/smoke.a" "$dir/smoke.o"; } >"$TOOLS/clang.log" 2>&1 || result=1
  rm -rf "$dir"
  return $result
}

link_clang() { # CANDIDATE...: the first that works
  local candidate
  for candidate in "$@"; do
    clang_ready "$candidate" || continue
    ln -sfn "$(command -v "$candidate")" "$TOOLS/tools/bin/clang"
    return 0
  done
  return 1
}

install_clang() {
  local llvm
  clang_ready "$TOOLS/tools/bin/clang" && return 0
  rm -f "$TOOLS/tools/bin/clang"
  if [ "$mode" = debian ]; then
    llvm=$(debian_llvm)
    apt_install "clang-$llvm" "llvm-$llvm" && link_clang "clang-$llvm" || die "Debian's clang-$llvm cannot compile for $TARGET"
    return 0
  fi
  link_clang clang clang-{30..14} {/opt/homebrew,/usr/local}/opt/llvm/bin/clang && return 0
  if has apt-get; then apt_install clang llvm && link_clang clang && return 0; fi
  die "no clang that compiles for $TARGET, with llvm-ar beside it: install LLVM (apt install clang llvm, dnf install clang llvm, brew install llvm)"
}

# --- wasm-opt ----------------------------------------------------------------------------------

install_wasm_opt() {
  local dir=$TOOLS/npm
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
  ln -sfn "$dir/node_modules/binaryen/bin/wasm-opt" "$TOOLS/tools/bin/wasm-opt"
}

write_env() {
  local first=$TOOLS/tools/bin
  [ "$mode" = debian ] && first="$TOOLS/bin:$first"
  cat >"$TOOLS/env.new" <<ENV
# Written by setup/wasm.sh ($mode).
case ":\$PATH:" in
  *":$first:"*) ;;
  # Cargo would look for cargo-clippy in its own folder first, were that not on PATH further back.
  *) export PATH="$first:\$PATH:\${CARGO_HOME:-\$HOME/.cargo}/bin" ;;
esac
ENV
  mv "$TOOLS/env.new" "$TOOLS/env"
}

take_turns wasm
mode=
std_is_missing=
choose_mode
if [ "$mode" = debian ]; then debian_link; fi
write_env
. "$TOOLS/env"
if [ -n "$std_is_missing" ]; then
  say "building std for $TARGET with $(/usr/bin/rustc -V) (some minutes, no network)"
  # In a group of its own, so that all its processes can be stopped.
  set -m
  debian_build_std </dev/null >"$TOOLS/std.log" 2>&1 &
  std_job=$!
  set +m
  trap 'kill -- "-$std_job" 2>/dev/null || true' EXIT
fi
# Meanwhile, here alone, what apt-get installs: it works for one at a time.
if [ "$mode" = debian ]; then debian_install_linker; fi
install_clang
install_wasm_opt
if [ -n "$std_is_missing" ]; then
  wait "$std_job" || { tail -20 "$TOOLS/std.log" >&2; die "std for $TARGET cannot be built: $TOOLS/std.log"; }
  trap - EXIT
  debian_install_std
fi
if [ "$mode" = debian ]; then debian_check; fi
say "ready ($mode)"
echo "$TOOLS/env"
