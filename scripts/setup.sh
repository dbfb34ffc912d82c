# shellcheck shell=bash
# Sourced by run.sh, test.sh and .ci/run: which packages satbox needs, and how to get them.
# The caller sets satbox_root. Nothing here writes to standard output: what satbox prints stays clean.

# Debian and Ubuntu names. Needed to build and run:
satbox_packages_run="g++ cmake ninja-build libsdl2-dev libimgui-dev libglm-dev libepoxy-dev libgl-dev libegl-dev
  libgl1-mesa-dri libegl-mesa0 libstb-dev libfreetype-dev nlohmann-json3-dev libcli11-dev libfmt-dev fonts-inter"
# Beside those, to test and to measure (Box2D, Chipmunk and oneTBB are what is measured against):
satbox_packages_test="doctest-dev librapidcheck-dev libbenchmark-dev libbox2d-dev chipmunk-dev libtbb-dev xvfb xauth
  xdotool openbox python3"
# Beside those, for .ci/run: the second compiler, the fuzzer's run time, the formatter whose version fixes the format.
satbox_packages_ci="clang-19 libclang-rt-19-dev clang-format-14 valgrind"

satbox_say() { printf '%s\n' "$*" >&2; }

# satbox_missing PACKAGE...: those that dpkg does not know as installed.
satbox_missing() {
  local installed package
  installed=" $(dpkg-query -W -f='${binary:Package} ${db:Status-Status}\n' "$@" 2>/dev/null |
    sed -n 's/^\([^: ]*\)\(:[^ ]*\)\{0,1\} installed$/\1/p' | tr '\n' ' ') "
  for package in "$@"; do
    case "$installed" in *" $package "*) ;; *) printf '%s ' "$package" ;; esac
  done
}

# As root, without a question where nobody could answer it.
satbox_as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif [ -t 0 ]; then
    sudo "$@"
  else
    sudo -n "$@"
  fi
}

# satbox_apt_install PACKAGE...: apt's noise goes to build/setup.log; its end is shown when it fails.
satbox_apt_install() {
  local log="$satbox_root/build/setup.log"
  mkdir -p "$satbox_root/build"
  if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
    satbox_say "These packages are missing, and there is no sudo to install them. As root, run:"
    satbox_say "  apt-get install --no-install-recommends $*"
    return 1
  fi
  satbox_say "Installing: $*"
  # The package lists may be old, and mirrors fail now and then: update, once more if that fails, then install.
  if { satbox_as_root apt-get update || { sleep 5; satbox_as_root apt-get update; } || true
       satbox_as_root env DEBIAN_FRONTEND=noninteractive \
         apt-get install -y --no-install-recommends -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=120 "$@"; } >"$log" 2>&1; then
    return 0
  fi
  tail -n 15 "$log" >&2
  satbox_say "apt-get could not install: $* (the whole output is in $log)"
  return 1
}

# Where there is no apt: the names elsewhere. CMake is the judge of whether all is there.
satbox_print_other_systems() {
  satbox_say "This is neither Debian nor Ubuntu, so nothing is installed for you. satbox needs:"
  satbox_say "  dnf:    gcc-c++ cmake ninja-build SDL2-devel imgui-devel glm-devel libepoxy-devel mesa-libGL-devel mesa-libEGL-devel stb-devel freetype-devel json-devel cli11-devel fmt-devel rsms-inter-fonts"
  satbox_say "  pacman: gcc cmake ninja sdl2 imgui glm libepoxy mesa stb freetype2 nlohmann-json cli11 fmt inter-font"
  satbox_say "  brew:   cmake ninja sdl2 imgui glm libepoxy stb freetype nlohmann-json cli11 fmt font-inter"
  case " $* " in *" test "*)
    satbox_say "and for the tests:"
    satbox_say "  dnf:    doctest-devel rapidcheck-devel google-benchmark-devel box2d-devel tbb-devel xorg-x11-server-Xvfb xdotool openbox python3"
    satbox_say "  pacman: doctest rapidcheck benchmark box2d chipmunk onetbb xorg-server-xvfb xdotool openbox python"
    satbox_say "  brew:   doctest rapidcheck google-benchmark box2d chipmunk tbb python (screen tests need an X server)"
  esac
  satbox_say "Where your system has no package of a library, vcpkg has (vcpkg.json). Going on with what is here."
}

# satbox_setup KIND...: of run, test, ci; installs what is missing. Quick (one dpkg-query) when nothing is.
satbox_setup() {
  local kind wanted="" missing
  for kind in "$@"; do
    case "$kind" in
      run) wanted="$wanted $satbox_packages_run" ;;
      test) wanted="$wanted $satbox_packages_test" ;;
      ci) wanted="$wanted $satbox_packages_ci" ;;
    esac
  done
  if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
    # shellcheck disable=SC2086 # a list of words
    missing="$(satbox_missing $wanted)"
    # shellcheck disable=SC2086
    if [ -n "$missing" ]; then satbox_apt_install $missing || return 1; fi
  elif [ ! -e "$satbox_root/build/release/build.ninja" ]; then
    satbox_print_other_systems "$@"
  fi
}

# satbox_configure PRESET [CMAKE-ARGS]: configures only where that has not been done; ninja does it again by itself
# when a CMake file changes.
satbox_configure() {
  local preset="$1" found
  shift
  found="$(cmake --version 2>/dev/null | sed -n 's/^cmake version //p')"
  if [ "$(printf '%s\n' 3.25 "$found" | sort -V | head -n 1)" != 3.25 ]; then
    satbox_say "CMake 3.25 or newer is needed; found: ${found:-none}."
    return 1
  fi
  (cd "$satbox_root" && cmake --preset "$preset" "$@" >&2) || {
    satbox_say "Configuring failed: the lines above name what is missing."
    return 1
  }
}

# satbox_build PRESET [TARGET...]
satbox_build() {
  local preset="$1"
  shift
  (cd "$satbox_root" && cmake --build --preset "$preset" -j "$(satbox_cores)" ${1:+--target "$@"} >&2)
}

satbox_cores() { nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2; }
