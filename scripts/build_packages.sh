#!/usr/bin/env bash
# scripts/build_packages.sh [--twice]: builds the Debian packages of the committed state into build/packages, for the
# release of Debian that it runs on, and checks them with lintian. With --twice it builds them again, in another folder
# and time zone and with another language and umask, and fails if a byte differs. docs/packaging.md describes the packages.
set -euo pipefail
satbox_root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
. "$satbox_root/scripts/setup.sh"

fail() {
  satbox_say "build_packages.sh: $*"
  exit 1
}
twice=0
case "${1:-}" in
  "") ;;
  --twice) twice=1 ;;
  *) fail "unknown argument $1; usage: scripts/build_packages.sh [--twice]" ;;
esac
command -v dpkg-query >/dev/null || fail "this is not Debian, so there is no dpkg to build packages with"
satbox_setup run package

git() { command git -C "$satbox_root" -c safe.directory="$satbox_root" -c safe.directory="$satbox_root/.git" "$@"; }
git rev-parse --quiet --verify HEAD >/dev/null || fail "$satbox_root is no git repository: the packages are built from a commit, and have its date"
commit="$(git rev-parse HEAD)" # also if there is a newer one before the second build
if [ -n "$(git status --porcelain)" ]; then satbox_say "Uncommitted changes are left out of the packages."; fi

part() { sed -n "s/^#define SATBOX_VERSION_$1 //p" "$satbox_root/engine/include/satbox/version.h"; }
version="$(part MAJOR).$(part MINOR).$(part PATCH)"
# Packages of a newer release of Debian have a higher version, so that an upgrade of the system replaces them.
release="$(. /etc/os-release && echo "${VERSION_ID:-}")"
debian_version="$version-1${release:+~deb$release}"
SOURCE_DATE_EPOCH="$(git log -1 --format=%ct "$commit")"
export SOURCE_DATE_EPOCH

# write_changelog FILE: Debian's changelog. CHANGELOG.md has what changed.
write_changelog() {
  printf 'satbox (%s) unstable; urgency=medium\n\n  * Version %s of satbox, built from its own repository: see CHANGELOG.md.\n\n -- %s  %s\n' \
    "$debian_version" "$version" "$(sed -n 's/^Maintainer: //p' "$satbox_root/packaging/debian/control")" \
    "$(LC_ALL=C date --utc --date="@$SOURCE_DATE_EPOCH" '+%a, %d %b %Y %H:%M:%S +0000')" >"$1"
}

# build_in FOLDER: unpacks the sources there and builds them. Leaves the packages in FOLDER and the sources removed.
build_in() {
  local folder="$1" source="$1/satbox-$version"
  rm -rf "$folder"
  mkdir -p "$folder"
  git archive --format=tar --prefix="satbox-$version/" "$commit" | gzip -n9 >"$folder/satbox_$version.orig.tar.gz"
  tar -xf "$folder/satbox_$version.orig.tar.gz" -C "$folder"
  cp -r "$source/packaging/debian" "$source/debian"
  write_changelog "$source/debian/changelog"
  chmod -R u=rwX,go=rX "$source" # tar and cp apply the umask, and dpkg-source stores the modes of the folder debian
  (cd "$source" && DEB_BUILD_OPTIONS="${DEB_BUILD_OPTIONS:-parallel=$(satbox_cores)}" dpkg-buildpackage --no-sign) >"$folder/build.log" 2>&1 || {
    tail -n 40 "$folder/build.log" >&2
    fail "dpkg-buildpackage failed (full output: $folder/build.log)"
  }
  rm -rf "$source"
}

# no_paths FOLDER: fails if an installed file contains the path of the folder in which it was built.
no_paths() {
  local folder="$1" package found
  for package in "$folder"/*.deb; do
    rm -rf "$folder/unpacked"
    dpkg-deb --extract "$package" "$folder/unpacked"
    if found="$(grep -rlaF "$folder" "$folder/unpacked")"; then fail "${package##*/} contains the path $folder: $found"; fi
  done
  rm -rf "$folder/unpacked"
}

packages="$satbox_root/build/packages"
build_in "$packages"
no_paths "$packages"
if command -v lintian >/dev/null; then
  # Root runs it in chroots only.
  if ! lintian --allow-root --fail-on error,warning "$packages"/satbox_*.changes; then fail "lintian has errors or warnings: see above"; fi
  satbox_say "lintian: no errors or warnings"
else
  satbox_say "lintian is not installed: the packages are not checked"
fi

if [ "$twice" -eq 1 ]; then
  second="$satbox_root/build/packages-a-second-time"
  (umask 027 && export TZ=Pacific/Auckland LC_ALL=C LANGUAGE=de && build_in "$second")
  differ=0
  for file in "$packages"/*.deb "$packages"/*.dsc "$packages"/*.tar.*; do
    if cmp "$file" "$second/${file##*/}"; then
      satbox_say "same bytes: ${file##*/}"
    else
      differ=1
    fi
  done
  if [ "$differ" -ne 0 ]; then fail "two builds differ; diffoscope $packages/FILE $second/FILE shows where"; fi
  rm -rf "$second"
fi
satbox_say "The packages are in $packages:"
(cd "$packages" && ls ./*.deb) >&2
