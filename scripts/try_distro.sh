#!/usr/bin/env bash
# scripts/try_distro.sh SUITE [CTEST-ARGS]: runs ./run.sh and ./test.sh on a bare Debian: bookworm (12), trixie (13),
# sid, or another suite of the mirror. Prints a table of the results; the exit status is 0 if all passed. It tests the
# committed state, as a user with sudo, without a display.
#
# Needs root and mmdebstrap; scripts/chroot.sh has the variables that it reads.
set -euo pipefail
{ # bash reads the whole block before it runs, so the script may be edited during a long run
satbox_root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

. "$satbox_root/scripts/chroot.sh"

if [ $# -eq 0 ]; then fail "no suite given: use bookworm, trixie or sid"; fi
suite="$1"
shift
chroot_begin "$suite"
chroot="$work/root"
chroot_new "$suite" "$chroot" sudo,git,passwd
chroot_clone "$chroot"

rows=()
failed=0
try() { # try NAME COMMAND...: runs it as the user, in the project's folder
  local name="$1" start=$SECONDS status=0 log="$work/${1//[^a-z]/}.log" word=pass
  shift
  echo
  echo "===== $name"
  chroot_run "$chroot" env -C satbox "${compiler_cache[@]}" "$@" >"$log" 2>&1 || status=$?
  tail -n 15 "$log"
  if [ "$status" -ne 0 ]; then word=FAIL failed=1; fi
  # ctest's line "100% tests passed, 0 tests failed out of 862", and the number of compiler warnings.
  local tests warnings
  tests="$(sed -n 's/^\([0-9]*% tests passed.*\)/\1/p' "$log" | tail -n 1)"
  warnings="$(grep -cE '(^|[^a-z])warning:' "$log" || true)"
  rows+=("$(printf '%-12s %-4s  status %-3d  %5d s  %s warnings  %s' "$name" "$word" "$status" $((SECONDS - start)) "$warnings" "$tests")")
}

try ./run.sh ./run.sh
if ! [ -s "$chroot/home/satbox/satbox/satbox.png" ]; then
  rows+=("             FAIL  satbox.png was not written")
  failed=1
fi
try ./test.sh ./test.sh "$@"

echo
echo "===== Debian $suite, $(cat "$chroot/etc/debian_version"), $(uname -m), $(chroot "$chroot" g++ --version | head -n 1)"
printf '%s\n' "${rows[@]}"
exit "$failed"
}
