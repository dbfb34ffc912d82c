#!/usr/bin/env bash
# scripts/cross_check.sh [aarch64|windows|wasm ...]: builds satbox-run for other platforms (default: all three), runs
# eight scenes on each with qemu, wine and node, and compares the hashes with those of the native build. It also saves a
# world and continues from the file, which must be the same to the byte, and verifies two recordings: one of the native
# build, and one with edits of all kinds. Prints a table. The exit status is 0 if everything was equal. A target whose compiler or emulator is missing is reported as skipped.
#
# SATBOX_PRESET: preset of the native build (release); SATBOX_STEPS: number of steps (1000).
# scripts/cross_check.sh --tools TARGET: prints the missing packages for it, if any.
set -euo pipefail
{ # bash reads the whole block before it runs, so the script may be edited during a long run
cd "$(dirname "${BASH_SOURCE[0]}")/.."
satbox_root="$PWD"
. scripts/setup.sh

preset="${SATBOX_PRESET:-release}"
steps="${SATBOX_STEPS:-1000}"
scenes=(pyramid mixed_rain tumbler compound bullet_wall walker joint_kinds heavy_rope)
saved=mixed_rain # its bodies have all kinds of shapes

first_of() { # first_of PROGRAM...: the first that is installed
  local program
  for program in "$@"; do
    if command -v "$program"; then return; fi
  done
  return 1
}
# On Debian without the package `wine`, the 64-bit wine is not in PATH.
emulator_of() {
  case "$1" in
    aarch64) first_of qemu-aarch64 qemu-aarch64-static ;;
    windows) first_of wine64 wine /usr/lib/wine/wine64 /usr/lib/wine/wine ;;
    wasm) first_of node nodejs ;;
  esac
}
program_of() {
  case "$1" in
    aarch64) echo "build/aarch64/bin/satbox-run" ;;
    windows) echo "build/windows/bin/satbox-run.exe" ;;
    wasm) echo "build/wasm/bin/satbox-run.js" ;;
  esac
}
missing_for() { # missing_for TARGET: missing packages, by their Debian names
  case "$1" in
    aarch64)
      first_of aarch64-linux-gnu-g++ >/dev/null || echo g++-aarch64-linux-gnu
      emulator_of "$1" >/dev/null || echo qemu-user
      ;;
    windows)
      first_of x86_64-w64-mingw32-g++-posix >/dev/null || echo g++-mingw-w64-x86-64-posix
      emulator_of "$1" >/dev/null || echo wine64
      ;;
    wasm)
      first_of em++ >/dev/null || echo emscripten
      emulator_of "$1" >/dev/null || echo nodejs
      ;;
    *)
      echo "cross_check.sh: $1 is not a target; use aarch64, windows or wasm" >&2
      exit 2
      ;;
  esac
}
if [ "${1:-}" = --tools ]; then
  missing_for "${2:-}"
  exit
fi

# Gives wine a folder of its own and suppresses its install dialogs. Its server is stopped at the end of this script.
export WINEPREFIX="$satbox_root/build/windows/wine" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree=;mshtml=;winemenubuilder.exe="
# shellcheck disable=SC2317 # called by the trap
stop_wine() {
  local server
  if server="$(first_of wineserver /usr/lib/wine/wineserver64 /usr/lib/wine/wineserver)"; then "$server" -k || true; fi
}

run_on() { # run_on TARGET ARGS...: runs satbox-run for TARGET; prints its output without Windows' carriage returns
  local target="$1"
  shift
  if [ "$target" = here ]; then
    "build/$preset/bin/satbox-run" "$@"
  else
    env -u DISPLAY timeout 900 "$(emulator_of "$target")" "$(program_of "$target")" "$@"
  fi | tr -d '\r'
}
# Uses two threads if the target has threads: results do not depend on them. Prints nothing if the program failed.
hash_on() {
  run_on "$1" "$2" --steps "$3" --threads 2 --hash 2>build/cross_check.log | tail -n 1 | grep -xE '[0-9a-f]{16}'
}

rows=()
failed=0
row() { rows+=("$(printf '%-8s  %-12s  %-16s  %s' "$@")"); }
compare() { # compare TARGET SCENE HASH EXPECTED
  local word=equal
  if [ -z "$3" ]; then
    word="FAILED to run: $(tail -n 1 build/cross_check.log)"
  elif [ "$3" != "$4" ]; then
    word="DIFFERS, expected $4"
  fi
  if [ "$word" != equal ]; then failed=1; fi
  row "$1" "$2" "${3:--}" "$word"
}

declare -A expected
own_hashes() {
  local scene
  satbox_is_configured "$preset" || satbox_configure "$preset"
  satbox_build "$preset" satbox-run
  for scene in "${scenes[@]}"; do
    expected[$scene]="$(hash_on here "$scene" "$steps")"
    row here "$scene" "${expected[$scene]}" "expected"
  done
  run_on here "$saved" --steps 300 --state build/cross_here.json >/dev/null
  expected[saved]="$(hash_on here build/cross_here.json 100)"
  run_on here "$saved" --steps 300 --record build/cross_here.satbox >/dev/null
}

recordings=(build/cross_here.satbox tests/determinism/edits.satbox)
verify_on() { # verify_on TARGET RECORDING
  local words
  if words="$(run_on "$1" --replay "$2" --verify --threads 2 2>build/cross_check.log | grep '^verified')"; then
    row "$1" "${2##*/}" "-" "$words"
  else
    row "$1" "${2##*/}" "-" "DIFFERS: $(tail -n 1 build/cross_check.log)"
    failed=1
  fi
}

check_target() {
  local target="$1" start=$SECONDS scene state="build/cross_$1.json"
  echo "===== $target"
  if ! { satbox_is_configured "$target" || satbox_configure "$target"; } || ! satbox_build "$target" satbox-run; then
    row "$target" "" "" "FAILED to build"
    failed=1
    return
  fi
  if [ "$target" = windows ]; then trap stop_wine EXIT; fi
  for scene in "${scenes[@]}"; do
    compare "$target" "$scene" "$(hash_on "$target" "$scene" "$steps" || true)" "${expected[$scene]}"
  done
  rm -f "$state"
  run_on "$target" "$saved" --steps 300 --state "$state" >/dev/null 2>build/cross_check.log || true
  compare "$target" "saved" "$(hash_on "$target" "$state" 100 || true)" "${expected[saved]}"
  if ! cmp -s "$state" build/cross_here.json; then
    row "$target" "saved" "-" "DIFFERS: compare $state and build/cross_here.json"
    failed=1
  fi
  local recording
  for recording in "${recordings[@]}"; do verify_on "$target" "$recording"; done
  row "$target" "" "" "$((SECONDS - start)) s"
}

if [ $# -eq 0 ]; then set -- aarch64 windows wasm; fi
wanted=()
for target in "$@"; do
  missing="$(missing_for "$target" | tr '\n' ' ')" || exit 2
  if [ -z "$missing" ]; then
    wanted+=("$target")
  else
    row "$target" "" "" "skipped: missing packages (Debian names): $missing"
  fi
done
mkdir -p build
if [ ${#wanted[@]} -gt 0 ]; then own_hashes; fi
for target in "${wanted[@]}"; do check_target "$target"; done

printf '\n%-8s  %-12s  %-16s  (%s steps)\n' target scene hash "$steps"
printf '%s\n' "${rows[@]}"
printf 'cross check: %s, %d s\n' "$([ "$failed" -eq 0 ] && echo "nothing differs" || echo FAILED)" "$SECONDS"
exit "$failed"
}
