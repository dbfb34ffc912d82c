#!/usr/bin/env bash
# scripts/try_packages.sh SUITE [FOLDER]: builds the Debian packages in a bare Debian (bookworm, trixie or sid) by
# scripts/build_packages.sh, and puts them into build/packages-SUITE; with FOLDER, those that are there are taken
# instead. Then it installs them in another bare Debian, uses them as a user without a display, compiles programs with
# the library, removes and purges them. Stops at the first failure, with exit status 1.
#
# Needs root and mmdebstrap; scripts/chroot.sh has the variables that it reads.
set -euo pipefail
{ # bash reads the whole block before it runs, so the script may be edited during a long run
satbox_root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
. "$satbox_root/scripts/chroot.sh"

if [ $# -lt 1 ] || [ $# -gt 2 ]; then fail "usage: scripts/try_packages.sh SUITE [FOLDER]"; fi
suite="$1"
if [ $# -eq 2 ]; then
  packages="$(cd "$2" && pwd)" || fail "there is no folder $2"
else
  packages=""
fi
chroot_begin "$suite"

if [ -z "$packages" ]; then
  builder="$work/builder"
  chroot_new "$suite" "$builder" sudo,git,passwd
  chroot_clone "$builder"
  echo "Building the packages"
  chroot_run "$builder" env -C satbox "${compiler_cache[@]}" scripts/build_packages.sh || {
    tail -n 30 "$builder"/home/satbox/satbox/build/{setup.log,packages/build.log} >&2 || true
    fail "the packages could not be built"
  }
  packages="$satbox_root/build/packages-$suite"
  rm -rf "$packages"
  cp -r "$builder/home/satbox/satbox/build/packages" "$packages"
fi

bare="$work/bare"
chroot_new "$suite" "$bare" passwd
mkdir "$bare/packages"
for name in satbox libsatbox0.1 libsatbox-dev; do
  found=("$packages/${name}"_*_"$(dpkg --print-architecture)".deb)
  if ! [ -e "${found[0]}" ]; then fail "there is no package $name in $packages"; fi
  cp "${found[0]}" "$bare/packages/$name.deb"
done
chroot "$bare" apt-get update >"$work/apt.log" 2>&1 || fail "apt-get update failed: see $work/apt.log"
as_root() { # as_root COMMAND...: in the bare chroot; the output is printed only if it fails
  chroot "$bare" env DEBIAN_FRONTEND=noninteractive "$@" </dev/null >"$work/apt.log" 2>&1 || { tail -n 30 "$work/apt.log" >&2; fail "failed: $*"; }
}
user() { chroot_run "$bare" "$@"; }
install=(apt-get install -y --no-install-recommends)
step() { printf '\n===== %s\n' "$*"; }

step "satbox.deb on a bare Debian $(cat "$bare/etc/debian_version"), without recommended packages"
as_root "${install[@]}" /packages/satbox.deb
if user ldd /usr/bin/satbox /usr/bin/satbox-run | grep 'not found'; then fail "a shared library is missing"; fi
user satbox --version
user satbox-run welcome --steps 120 --hash
user satbox-run tumbler --steps 60 --record tumbler.satbox >/dev/null
user satbox-run --replay tumbler.satbox --verify
for picture in welcome tumbler.satbox; do
  user satbox "$picture" --steps 120 --size 640x400 --panels --render "${picture%.*}.png"
  # The eight bytes that a PNG file starts with, and more than a picture of one colour takes.
  [ "$(head -c 8 "$bare/home/satbox/${picture%.*}.png" | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ] || fail "the picture of $picture is no PNG file"
  [ "$(stat -c %s "$bare/home/satbox/${picture%.*}.png")" -gt 20000 ] || fail "the picture of $picture is empty"
done
cp "$bare"/home/satbox/*.png "$packages/"
echo "Pictures were rendered: $packages/welcome.png, $packages/tumbler.png"

step "a comparison with Box2D and Chipmunk, a sweep"
user satbox-run --compare box_stack box_stack:solver=box2d box_stack:solver=chipmunk --steps 60
user sh -c 'echo "{\"format\": \"satbox-sweep\", \"version\": 1, \"inputs\": {\"scene\": \"box_stack\", \"steps\": 30, \"substeps\": [2, 4], \"seed\": [1, 2, 3]}}" >sweep.json'
user satbox-run --sweep sweep.json | tee "$work/sweep.txt"
grep -q '^sweep.sqlite: 6 runs, 6 of them made now$' "$work/sweep.txt" || fail "the sweep did not make its runs"
[ "$(user satbox-run --sweep sweep.json)" = "sweep.sqlite: 6 runs, 0 of them made now" ] || fail "the results of the sweep are not found again"

step "a window"
as_root "${install[@]}" xvfb xauth xdotool
cat >"$bare/home/satbox/window.sh" <<'END'
set -eu
satbox welcome --size 800x600 --record-ui ui.json --state-on-exit state.json >window.log 2>&1 &
program=$!
poll() { # poll WHAT COMMAND...: for at most a minute, while the program runs
  local what="$1" tries=600
  shift
  until "$@"; do
    tries=$((tries - 1))
    if [ "$tries" -eq 0 ] || ! kill -0 "$program" 2>/dev/null; then echo "not so: $what"; cat window.log; exit 1; fi
    sleep 0.1
  done
}
is_open() { window="$(xdotool search --onlyvisible --pid "$program" 2>/dev/null | tail -n 1)" && [ -n "$window" ]; }
# The text is on each frame's World: its step counts while time runs.
runs() { grep '"World"' ui.json 2>/dev/null | grep -Eq "step=[1-9]"; }
is_written() { ls satbox-*.png >/dev/null 2>&1; }
poll "the window opens" is_open
poll "the world is drawn and stepped" runs
echo "window: $(xdotool getwindowname "$window"), $(xdotool getwindowgeometry "$window" | sed -n 's/ *Geometry: //p')"
xdotool windowfocus --sync "$window"
xdotool key F12
poll "a picture is written" is_written
xdotool key ctrl+q
status=0
wait "$program" || status=$?
if [ "$status" -ne 0 ]; then echo "satbox ended with $status"; cat window.log; exit 1; fi
grep -q '"satbox-scene"' state.json
END
user xvfb-run -a -s "-screen 0 1280x800x24 -noreset" sh window.sh || fail "the window does not work"
cp "$bare"/home/satbox/satbox-*.png "$packages/window.png"
echo "Its picture: $packages/window.png"

step "file types, menu entry, manual"
as_root "${install[@]}" libglib2.0-bin shared-mime-info desktop-file-utils man-db
user cp /usr/share/satbox/scenes/welcome.json scene.json
user sh -c 'echo "{\"format\": \"other\"}" >other.json'
type_is() { # type_is FILE TYPE
  local found
  found="$(user gio info -a standard::content-type "$1" | sed -n 's/.*standard::content-type: //p')"
  echo "$1: $found"
  [ "$found" = "$2" ] || fail "$1 has the type $found, expected $2"
}
type_is scene.json application/vnd.satbox.scene+json
type_is tumbler.satbox application/vnd.satbox.recording
type_is other.json application/json
# Not by grep -q in a pipe: it ends before gio has written all, and then gio fails.
programs="$(user gio mime application/vnd.satbox.recording)"
[[ "$programs" == *satbox.desktop* ]] || fail "recordings do not open with satbox: $programs"
user gio mime application/json | grep 'satbox\.desktop' && fail "every JSON file opens with satbox"
chroot "$bare" desktop-file-validate /usr/share/applications/satbox.desktop
for page in satbox satbox-run; do
  # In a minimal system dpkg may leave out manual pages: then there is nothing to read.
  if [ -e "$bare/usr/share/man/man1/$page.1.gz" ]; then
    [ -z "$(chroot "$bare" env LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -l -Tutf8 "/usr/share/man/man1/$page.1.gz" 2>&1 >/dev/null)" ] || fail "the manual page of $page has warnings"
  else
    fail "there is no manual page of $page"
  fi
done

step "libsatbox-dev.deb: examples with CMake and with pkg-config"
as_root "${install[@]}" /packages/libsatbox0.1.deb /packages/libsatbox-dev.deb g++ cmake make pkg-config
for example in hello_world c_hello; do
  user cmake -S "/usr/share/doc/libsatbox-dev/examples/$example" -B "build-$example" >"$work/cmake.log" 2>&1 || { cat "$work/cmake.log" >&2; fail "CMake does not configure $example"; }
  user cmake --build "build-$example" >"$work/cmake.log" 2>&1 || { cat "$work/cmake.log" >&2; fail "$example does not compile"; }
  user "build-$example/$example" | tee "$work/$example.txt"
done
cmp "$work/hello_world.txt" "$work/c_hello.txt" || fail "c_hello prints something else than hello_world"
# shellcheck disable=SC2016 # the shell in the chroot expands these
user sh -c 'c++ -std=c++20 /usr/share/doc/libsatbox-dev/examples/hello_world/main.cpp $(pkg-config --cflags --libs satbox) -o hello && ./hello' | cmp - "$work/hello_world.txt" ||
  fail "hello_world compiled with pkg-config prints something else"
# shellcheck disable=SC2016
user sh -c 'c++ -std=c++20 /usr/share/doc/libsatbox-dev/examples/replay/main.cpp $(pkg-config --cflags --libs satbox-scene) -o replay && ./replay replay.jsonl'

step "removed and purged"
installed="$(chroot "$bare" dpkg -L satbox libsatbox0.1 libsatbox-dev | sort -u)"
as_root apt-get remove -y satbox libsatbox0.1 libsatbox-dev
as_root dpkg --purge satbox libsatbox0.1 libsatbox-dev # apt of Debian 13 no longer knows what left nothing
left=0
while IFS= read -r path; do
  if [ -f "$bare$path" ] || [ -L "$bare$path" ] && ! chroot "$bare" dpkg -S "$path" >/dev/null 2>&1; then
    echo "left: $path"
    left=1
  fi
done <<<"$installed"
if [ -n "$(chroot "$bare" find /usr/share /etc /var/lib/dpkg/info -name '*satbox*')" ]; then left=1; fi
if [ "$left" -ne 0 ]; then fail "files of the packages are left"; fi
echo "nothing is left"
echo
echo "packages of $suite: everything passed"
}
