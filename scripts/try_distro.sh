#!/usr/bin/env bash
# scripts/try_distro.sh SUITE [CTEST-ARGS]: runs ./run.sh and ./test.sh on a bare Debian: bookworm (12), trixie (13),
# sid, or another suite of the mirror. Prints a table of the results; the exit status is 0 if all passed. It tests the
# committed state, as a user with sudo, without a display.
#
# Needs root and mmdebstrap. Packages come from the mirror that the host's apt uses. Everything is in a temporary
# folder, which is removed at the end. SATBOX_TRY_KEEP=1 keeps it and prints its path; SATBOX_TRY_FOLDER=FOLDER creates
# it in that folder; SATBOX_TRY_CCACHE=FOLDER keeps compiled objects there for the next run.
set -euo pipefail
{ # bash reads the whole block before it runs, so the script may be edited during a long run
satbox_root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

fail() {
  echo "try_distro.sh: $*" >&2
  exit 1
}
if [ $# -eq 0 ]; then fail "no suite given: use bookworm, trixie or sid"; fi
suite="$1"
shift
if [ "$(id -u)" -ne 0 ]; then fail "root is needed to make a chroot: sudo $0 $suite"; fi
command -v mmdebstrap >/dev/null || fail "mmdebstrap is needed: apt-get install mmdebstrap"

# The mirror of the host's apt: the first with component main that is not a security mirror; and apt's options for it.
# shellcheck disable=SC2016 # apt expands these
mirror="$(apt-get indextargets --format '$(SITE) $(SUITE) $(COMPONENT) $(CREATED_BY)' |
  awk '$3 == "main" && $4 == "Packages" && $1 !~ /security/ && $2 !~ /security/ { print $1; exit }')"
if [ -z "$mirror" ]; then fail "apt has no mirror with the component main: see apt-get indextargets"; fi
apt_options=('--aptopt=APT::Install-Recommends "false"')
while IFS= read -r line; do apt_options+=("--aptopt=$line"); done < <(
  apt-config dump | grep -E '^Acquire::(Check-Valid-Until|Check-Date|Retries|https?::(Proxy|CaInfo|Verify-Peer)) ' | sed 's/;$//')

work="$(mktemp -d "${SATBOX_TRY_FOLDER:-${TMPDIR:-/tmp}}/satbox-try-$suite.XXXXXX")"
chroot="$work/root"
mounted=()
# shellcheck disable=SC2317 # called by the trap
leave() {
  local status=$? folder
  for folder in "${mounted[@]}"; do umount "$folder" || umount -l "$folder" || true; done
  if [ "${SATBOX_TRY_KEEP:-}" = 1 ]; then
    echo "Kept: $work"
  elif ! grep -q " $work/" /proc/mounts; then # never remove files of a mounted folder
    rm -rf "$work"
  fi
  exit "$status"
}
trap leave EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
mount_into() { # mount_into FOLDER MOUNT-ARGS...: in the chroot
  local folder="$chroot$1"
  shift
  mkdir -p "$folder"
  mount "$@" "$folder"
  mounted=("$folder" "${mounted[@]}")
}

echo "Creating a bare Debian ($suite) in $work"
mmdebstrap --quiet --variant=apt --include=sudo,git,passwd "${apt_options[@]}" "$suite" "$chroot" "$mirror" >"$work/mmdebstrap.log" 2>&1 ||
  { tail -n 20 "$work/mmdebstrap.log" >&2; fail "mmdebstrap failed."; }
cp /etc/resolv.conf "$chroot/etc/resolv.conf"
echo "127.0.0.1 localhost $(uname -n)" >"$chroot/etc/hosts" # sudo resolves the host name
mount_into /proc -t proc proc
mount_into /dev/shm -t tmpfs tmpfs

git -c safe.directory="$satbox_root" -c safe.directory="$satbox_root/.git" clone --quiet --no-hardlinks "$satbox_root" "$chroot/home/satbox/satbox" 2>"$work/clone.log" ||
  { cat "$work/clone.log" >&2; fail "git could not clone the project."; }
echo 'satbox ALL=(ALL) NOPASSWD: ALL' >"$chroot/etc/sudoers.d/satbox"
chroot "$chroot" useradd --shell /bin/bash satbox
compiler_cache=()
if [ -n "${SATBOX_TRY_CCACHE:-}" ]; then
  mkdir -p "$SATBOX_TRY_CCACHE"
  mount_into /var/cache/ccache --bind "$SATBOX_TRY_CCACHE"
  chroot "$chroot" sh -c 'apt-get update && apt-get install -y --no-install-recommends ccache' >"$work/ccache.log" 2>&1 ||
    fail "ccache could not be installed: see $work/ccache.log"
  chmod a+rwX -R "$SATBOX_TRY_CCACHE"
  compiler_cache=(CCACHE_DIR=/var/cache/ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache)
fi
chroot "$chroot" chown -R satbox: /home/satbox

rows=()
failed=0
try() { # try NAME COMMAND...: runs it as the user, in the project's folder
  local name="$1" start=$SECONDS status=0 log="$work/${1//[^a-z]/}.log" word=pass
  shift
  echo
  echo "===== $name"
  chroot "$chroot" sudo -u satbox --set-home -- env -C /home/satbox/satbox "${compiler_cache[@]}" "$@" </dev/null >"$log" 2>&1 || status=$?
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
