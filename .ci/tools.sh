# Installs what the tests and the other checks need and this system lacks. Sourced by `.ci/run` and `test`.

say() { printf '%s: %s\n' "${me:-tools}" "$*" >&2; }

# Everything that is installed without a package manager: outside the clone, so that the next clone has it.
tools=${XDG_CACHE_HOME:-$HOME/.cache}/stodola-tools

# Installs Debian packages: install WHAT-IS-MISSING PACKAGE...
install() {
  local missing=$1
  shift
  if ! command -v apt-get >/dev/null; then
    say "$missing is missing. Install it."
    exit 2
  fi
  say "$missing is missing, installing $*"
  local as_root=()
  [ "$(id -u)" = 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >&2
}

need_cargo() {
  if ! command -v cargo >/dev/null; then
    say 'cargo is missing. Install the Rust toolchain with rustup.'
    exit 2
  fi
}

# The compression libraries bring some C with them, and the fuzzer some C++.
need_compiler() {
  if ! command -v cc >/dev/null || ! command -v c++ >/dev/null; then
    install 'the C and C++ compiler' build-essential
  fi
}

# Makes a Python environment with some packages: need_python FOLDER PACKAGE==VERSION...
need_python() {
  local folder=$1
  shift
  [ ! -e "$folder/installed" ] || return 0
  python3 -c 'import ensurepip, venv' 2>/dev/null || install 'Python with venv' python3-venv
  say "installing $*"
  python3 -m venv --clear "$folder"
  "$folder/bin/pip" install --quiet --disable-pip-version-check "$@"
  touch "$folder/installed"
}

# The browser in which replayed pages are looked at, and what drives it. Sets `STODOLA_PLAYWRIGHT`.
need_browser() {
  local version=1.65.0
  [ -x /usr/bin/chromium ] || install 'Chromium' chromium fonts-dejavu-core
  need_python "$tools/playwright-$version" "playwright==$version"
  export STODOLA_PLAYWRIGHT=$tools/playwright-$version/bin/python
}

# Spelling. The package has the program itself in it, so this takes seconds. Sets `typos`.
need_typos() {
  local version=1.51.1
  need_python "$tools/typos-$version" "typos==$version"
  typos=$tools/typos-$version/bin/typos
}

# Licences and sources of dependencies. Built from source, as no package index has a recent one; without optimisation
# that takes a minute, and the checks take two seconds instead of one. Sets `deny`.
need_deny() {
  local version=0.20.2
  deny=$tools/cargo-deny-$version/bin/cargo-deny
  [ ! -x "$deny" ] || return 0
  say "building cargo-deny $version"
  # In a target folder of its own, which cargo removes afterwards.
  env -u CARGO_TARGET_DIR CARGO_PROFILE_DEV_DEBUG=0 \
    cargo install --quiet --locked --debug cargo-deny --version "$version" --root "$tools/cargo-deny-$version"
}
