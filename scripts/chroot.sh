# shellcheck shell=bash
# Sourced by scripts that try satbox on a bare Debian: makes chroots of a suite from the mirror that the host's apt uses,
# in one temporary folder, which is removed at the end. Needs root and mmdebstrap.
# Preconditions: the caller has set satbox_root and sourced nothing that sets a trap; set -euo pipefail.
# shellcheck disable=SC2154 # satbox_root
# SATBOX_TRY_KEEP=1 keeps the folder and prints its path; SATBOX_TRY_FOLDER=FOLDER creates it in that folder;
# SATBOX_TRY_CCACHE=FOLDER keeps compiled objects there for the next run.

fail() {
  echo "${0##*/}: $*" >&2
  exit 1
}

chroot_mounted=()
# shellcheck disable=SC2317 # called by the trap
chroot_leave() {
  local status=$? folder
  for folder in "${chroot_mounted[@]}"; do umount "$folder" || umount -l "$folder" || true; done
  if [ "${SATBOX_TRY_KEEP:-}" = 1 ]; then
    echo "Kept: $work"
  elif ! grep -q " $work/" /proc/mounts; then # never remove files of a mounted folder
    rm -rf "$work"
  fi
  exit "$status"
}

# chroot_begin SUITE: sets `work`, the temporary folder.
chroot_begin() {
  if [ "$(id -u)" -ne 0 ]; then fail "root is needed to make a chroot: sudo $0 $*"; fi
  command -v mmdebstrap >/dev/null || fail "mmdebstrap is needed: apt-get install mmdebstrap"
  work="$(mktemp -d "${SATBOX_TRY_FOLDER:-${TMPDIR:-/tmp}}/satbox-try-$1.XXXXXX")"
  chmod a+rx "$work"
  trap chroot_leave EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
}

chroot_mount() { # chroot_mount ROOT FOLDER MOUNT-ARGS...: FOLDER is in the chroot
  local folder="$1$2"
  shift 2
  mkdir -p "$folder"
  mount "$@" "$folder"
  chroot_mounted=("$folder" "${chroot_mounted[@]}")
}

# chroot_new SUITE ROOT PACKAGES: makes a chroot with essential packages, apt, and PACKAGES (separated by commas).
chroot_new() {
  local suite="$1" root="$2" packages="$3" mirror line apt_options log
  # The mirror of the host's apt: the first with component main that is not a security mirror; and apt's options for it.
  # shellcheck disable=SC2016 # apt expands these
  mirror="$(apt-get indextargets --format '$(SITE) $(SUITE) $(COMPONENT) $(CREATED_BY)' |
    awk '$3 == "main" && $4 == "Packages" && $1 !~ /security/ && $2 !~ /security/ { print $1; exit }')"
  if [ -z "$mirror" ]; then fail "apt has no mirror with the component main: see apt-get indextargets"; fi
  apt_options=('--aptopt=APT::Install-Recommends "false"')
  while IFS= read -r line; do apt_options+=("--aptopt=$line"); done < <(
    apt-config dump | grep -E '^Acquire::(Check-Valid-Until|Check-Date|Retries|https?::(Proxy|CaInfo|Verify-Peer)) ' | sed 's/;$//')
  echo "Creating a bare Debian ($suite) in $root"
  log="$work/mmdebstrap.log"
  mmdebstrap --quiet --variant=apt --include="$packages" "${apt_options[@]}" "$suite" "$root" "$mirror" >"$log" 2>&1 ||
    { tail -n 20 "$log" >&2; fail "mmdebstrap failed."; }
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  echo "127.0.0.1 localhost $(uname -n)" >"$root/etc/hosts" # sudo resolves the host name
  chroot_mount "$root" /proc -t proc proc
  chroot_mount "$root" /dev/shm -t tmpfs tmpfs
  chroot "$root" useradd --create-home --shell /bin/bash satbox
}

# chroot_clone ROOT: clones the committed state to /home/satbox/satbox, for the user satbox, who may use sudo. Sets
# `compiler_cache`, variables for `env` that make builds use SATBOX_TRY_CCACHE. Needs the packages sudo and git.
chroot_clone() {
  local root="$1"
  git -c safe.directory="$satbox_root" -c safe.directory="$satbox_root/.git" clone --quiet --no-hardlinks "$satbox_root" "$root/home/satbox/satbox" 2>"$work/clone.log" ||
    { cat "$work/clone.log" >&2; fail "git could not clone the project."; }
  echo 'satbox ALL=(ALL) NOPASSWD: ALL' >"$root/etc/sudoers.d/satbox"
  compiler_cache=()
  if [ -n "${SATBOX_TRY_CCACHE:-}" ]; then
    mkdir -p "$SATBOX_TRY_CCACHE"
    chroot_mount "$root" /var/cache/ccache --bind "$SATBOX_TRY_CCACHE"
    chroot "$root" sh -c 'apt-get update && apt-get install -y --no-install-recommends ccache' >"$work/ccache.log" 2>&1 ||
      fail "ccache could not be installed: see $work/ccache.log"
    chmod a+rwX -R "$SATBOX_TRY_CCACHE"
    # shellcheck disable=SC2034 # read by the caller
    compiler_cache=(CCACHE_DIR=/var/cache/ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache)
  fi
  chroot "$root" chown -R satbox: /home/satbox
}

# chroot_run ROOT COMMAND...: runs it as the user satbox, at home, without input and without the caller's environment.
chroot_run() {
  local root="$1"
  shift
  chroot "$root" setpriv --reuid=satbox --regid=satbox --init-groups env -i -C /home/satbox HOME=/home/satbox USER=satbox \
    PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin "$@" </dev/null
}
