# shellcheck shell=bash
# Sourced by run.sh, test.sh and .ci/run: the packages that satbox needs, and functions that install them.
# Precondition: the caller has set satbox_root. Nothing here writes to standard output, which is for satbox's own
# output.

# Package names of Debian and Ubuntu. If a required package cannot be installed, the set-up fails. A missing optional
# package is named, and CMake leaves out the targets that need it. To build and run:
satbox_packages_run="g++ cmake ninja-build libsdl2-dev libimgui-dev libglm-dev libepoxy-dev libgl-dev libegl-dev
  libgl1-mesa-dri libegl-mesa0 libstb-dev libfreetype-dev zlib1g-dev nlohmann-json3-dev libcli11-dev libfmt-dev"
satbox_optional_run="fonts-inter libpugixml-dev libsqlitecpp-dev"
# Also needed for tests and benchmarks (Box2D, Chipmunk and oneTBB are compared with satbox; xvfb to openbox open and
# control a window without a screen; pkg-config and doxygen check the installed library and its reference; the next three are for
# the Python module, the last one for sweeps on several machines):
satbox_packages_test="doctest-dev librapidcheck-dev python3"
satbox_optional_test="libbenchmark-dev libbox2d-dev libchipmunk-dev libtbb-dev xvfb xauth xdotool openbox pkg-config doxygen
  pybind11-dev python3-dev python3-numpy parallel"
# Also for .ci/run: the second compiler, the fuzzer's runtime, the formatter in the version that defines the format, and
# the cross-compilers and emulators of scripts/cross_check.sh. (emscripten depends on nodejs.) The last five are for
# sweeps on other machines: servers for ssh and Slurm are nothing that a test should leave on a user's machine.
satbox_packages_ci=""
satbox_optional_ci="clang-19 libclang-rt-19-dev clang-format-14 valgrind g++-aarch64-linux-gnu qemu-user
  g++-mingw-w64-x86-64-posix wine64 emscripten openssh-server openssh-client rsync
  slurm-wlm munge"
# For scripts/build_packages.sh: what builds and checks the Debian packages. The checks are left out if their tools are
# missing.
satbox_packages_package="build-essential debhelper git libbox2d-dev libchipmunk-dev libpugixml-dev librsvg2-bin libsqlitecpp-dev
  python3"
satbox_optional_package="lintian desktop-file-utils appstream shared-mime-info libxml2-utils man-db bash-completion zsh"

# For scripts/build_page.sh: the page for browsers. Chromium tests it; fonttools makes its fonts smaller.
satbox_packages_page="g++ cmake ninja-build emscripten dpkg-dev python3 libglm-dev libstb-dev nlohmann-json3-dev libcli11-dev
  libfmt-dev fonts-inter fonts-dejavu-core"
satbox_optional_page="chromium fonttools"

satbox_say() { printf '%s\n' "$*" >&2; }

# satbox_missing PACKAGE...: prints those that are not installed.
satbox_missing() {
  local installed package
  installed=" $(dpkg-query -W -f='${binary:Package} ${db:Status-Status}\n' "$@" 2>/dev/null |
    sed -n 's/^\([^: ]*\)\(:[^ ]*\)\{0,1\} installed$/\1/p' | tr '\n' ' ') "
  for package in "$@"; do
    case "$installed" in *" $package "*) ;; *) printf '%s ' "$package" ;; esac
  done
}

# satbox_known PACKAGE...: prints those that apt could install.
satbox_known() {
  LC_ALL=C apt-cache policy "$@" 2>/dev/null |
    awk '/^[^ ]/ { name = $1; sub(/:$/, "", name) } /^  Candidate: / && $2 != "(none)" { printf "%s ", name }'
}

# satbox_without WORDS REMOVED: prints the words of the first list that are not in the second.
satbox_without() {
  local word
  for word in $1; do
    case " $2 " in *" $word "*) ;; *) printf '%s ' "$word" ;; esac
  done
}

# True if packages can be installed: as root, or with sudo, which may ask for a password only in an interactive
# terminal.
satbox_may_install() {
  if [ "$(id -u)" -eq 0 ]; then return 0; fi
  command -v sudo >/dev/null || return 1
  if [ -t 0 ]; then sudo -v; else sudo -n true 2>/dev/null; fi
}

satbox_as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif [ -t 0 ]; then
    sudo "$@"
  else
    sudo -n "$@"
  fi
}

# Package lists may be outdated and mirrors may fail: it tries twice, and if both fail, the old lists are used.
satbox_apt_update() {
  mkdir -p "$satbox_root/build"
  { satbox_as_root apt-get update || { sleep 5; satbox_as_root apt-get update; } || true; } >"$satbox_root/build/setup.log" 2>&1
}

# satbox_apt_install PACKAGE...: apt's output goes to build/setup.log.
satbox_apt_install() {
  satbox_as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=120 "$@" >>"$satbox_root/build/setup.log" 2>&1
}

# satbox_setup_debian REQUIRED OPTIONAL: installs the missing packages of two lists, of which one may be empty.
satbox_setup_debian() {
  local required="$1" optional="$2" known unknown package
  # If only optional packages are missing and apt has none of them, no password is needed. (If apt does not even have
  # g++, it has no package lists yet.)
  # shellcheck disable=SC2086 # lists of words, here and below
  if [ -z "$required" ] && [ -n "$(satbox_known g++)" ] && [ -z "$(satbox_known $optional)" ]; then
    satbox_say "Left out, since apt does not have them: $optional"
    return 0
  fi
  if ! satbox_may_install; then
    satbox_say "These packages are missing, and only root can install them:"
    satbox_say "  apt-get install --no-install-recommends $required$optional"
    satbox_say "Continuing without them."
    return 0
  fi
  satbox_apt_update
  # shellcheck disable=SC2086
  known="$(satbox_known $required $optional)"
  unknown="$(satbox_without "$optional" "$known")"
  if [ -n "$unknown" ]; then satbox_say "Left out, since apt does not have them: $unknown"; fi
  optional="$(satbox_without "$optional" "$unknown")"
  unknown="$(satbox_without "$required" "$known")"
  if [ -n "$unknown" ]; then
    satbox_say "apt does not have these required packages: $unknown"
    satbox_say "(Check that /etc/apt lists the mirror's component main, on Ubuntu also universe. See also build/setup.log.)"
    return 1
  fi
  if [ -z "$required$optional" ]; then return 0; fi
  satbox_say "Installing: $required$optional"
  # shellcheck disable=SC2086
  if satbox_apt_install $required $optional; then return 0; fi
  # An optional package may have caused the failure: install them separately.
  # shellcheck disable=SC2086
  if [ -n "$required" ] && ! satbox_apt_install $required; then
    tail -n 15 "$satbox_root/build/setup.log" >&2
    satbox_say "apt-get could not install: $required(full output: $satbox_root/build/setup.log)"
    return 1
  fi
  for package in $optional; do
    satbox_apt_install "$package" ||
      satbox_say "Left out, since apt-get could not install it (see build/setup.log): $package"
  done
}

# Without apt: prints the package names of other systems. CMake then checks what is installed.
satbox_print_other_systems() {
  satbox_say "This is neither Debian nor Ubuntu, so nothing is installed automatically. satbox needs:"
  satbox_say "  dnf:    gcc-c++ cmake ninja-build SDL2-devel imgui-devel glm-devel libepoxy-devel mesa-libGL-devel mesa-libEGL-devel stb-devel freetype-devel zlib-devel json-devel cli11-devel fmt-devel pugixml-devel SQLiteCpp-devel rsms-inter-fonts"
  satbox_say "  pacman: gcc cmake ninja sdl2 imgui glm libepoxy mesa stb freetype2 zlib nlohmann-json cli11 fmt pugixml sqlitecpp inter-font"
  satbox_say "  brew:   cmake ninja sdl2 imgui glm libepoxy stb freetype zlib nlohmann-json cli11 fmt pugixml sqlitecpp font-inter"
  case " $* " in *" test "*)
    satbox_say "and for the tests:"
    satbox_say "  dnf:    doctest-devel rapidcheck-devel google-benchmark-devel box2d-devel tbb-devel xorg-x11-server-Xvfb xdotool openbox python3"
    satbox_say "  pacman: doctest rapidcheck benchmark box2d chipmunk onetbb xorg-server-xvfb xdotool openbox python"
    satbox_say "  brew:   doctest rapidcheck google-benchmark box2d chipmunk tbb python (screen tests need an X server)"
  esac
  satbox_say "If your system has no package of a library, use vcpkg (vcpkg.json). Continuing with what is installed."
}

# satbox_setup KIND...: installs missing packages; KIND is run, test, ci, docs, page or package. Fast (one dpkg-query) if none is missing.
satbox_setup() {
  local kind required="" optional=""
  for kind in "$@"; do
    case "$kind" in
      docs) required="$required doxygen python3" ;;
      package) required="$required $satbox_packages_package" optional="$optional $satbox_optional_package" ;;
      page) required="$required $satbox_packages_page" optional="$optional $satbox_optional_page" ;;
      run) required="$required $satbox_packages_run" optional="$optional $satbox_optional_run" ;;
      test) required="$required $satbox_packages_test" optional="$optional $satbox_optional_test" ;;
      ci)
        required="$required $satbox_packages_ci" optional="$optional $satbox_optional_ci"
        # For the captures of worlds in JavaScript; a nodejs that is not Debian's has its own.
        command -v npm >/dev/null || optional="$optional npm"
        ;;
    esac
  done
  if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
    # shellcheck disable=SC2086 # lists of words
    required="$(satbox_missing $required)" optional="$(satbox_missing $optional)"
    if [ -n "$required$optional" ]; then satbox_setup_debian "$required" "$optional" || return 1; fi
  elif [ ! -e "$satbox_root/build/release/build.ninja" ]; then
    satbox_print_other_systems "$@"
  fi
}

# Prints the formatter, in the version that defines the format; fails if it is not installed.
satbox_clang_format() {
  local candidate
  for candidate in clang-format-14 clang-format; do
    if "$candidate" --version 2>/dev/null | grep -q 'version 14\.'; then
      echo "$candidate"
      return 0
    fi
  done
  return 1
}

# satbox_configured_for PRESET: prints the source folder that build/PRESET was configured for, if it was.
satbox_configured_for() {
  sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$satbox_root/build/$1/CMakeCache.txt" 2>/dev/null || true
}

# satbox_is_configured PRESET: true if that is this folder, under any path, and configuring succeeded.
satbox_is_configured() {
  [ -e "$satbox_root/build/$1/build.ninja" ] && [ "$(satbox_configured_for "$1")" -ef "$satbox_root" ]
}

# satbox_configure PRESET [CMAKE-ARGS]: needed once; ninja reconfigures when a CMake file changes.
satbox_configure() {
  local preset="$1" found configured
  shift
  found="$(cmake --version 2>/dev/null | sed -n 's/^cmake version //p')"
  if [ "$(printf '%s\n' 3.25 "$found" | sort -V | head -n 1)" != 3.25 ]; then
    satbox_say "CMake 3.25 or newer is needed; found: ${found:-none}."
    return 1
  fi
  configured="$(satbox_configured_for "$preset")"
  if [ -n "$configured" ] && ! [ "$configured" -ef "$satbox_root" ]; then
    # CMake refuses such a build folder, and its files contain paths of the other source folder.
    satbox_say "build/$preset was configured for $configured, but satbox is now in $satbox_root: configuring and building again."
    rm -rf "${satbox_root:?}/build/${preset:?}"
  fi
  (cd "$satbox_root" && cmake --preset "$preset" "$@" >&2) || {
    satbox_say "Configuring failed: see the messages above."
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
