#!/usr/bin/env bash
# ./run.sh [ARGS]: installs what is missing, builds, starts `satbox ARGS`.
# With no display, or one that does not answer, it renders a picture instead: satbox.png.
set -euo pipefail
satbox_root="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
. "$satbox_root/scripts/setup.sh"

preset=release
satbox_setup run
satbox_is_configured "$preset" || satbox_configure "$preset"
satbox_build "$preset" satbox satbox-run
satbox="$satbox_root/build/$preset/bin/satbox"

has_display() {
  [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ] || [ "$(uname -s)" = Darwin ]
}
asks_for() { # asks_for OPTION ARGS...: whether the user gave OPTION
  local option="$1" argument
  shift
  for argument in "$@"; do
    case "$argument" in "$option" | "$option"=*) return 0 ;; esac
  done
  return 1
}

no_display=3 # satbox's exit status where it has no display to open a window on; then it has done nothing else
for option in --render --help -h --version --list; do
  if asks_for "$option" "$@"; then exec "$satbox" "$@"; fi
done
if has_display; then
  status=0
  "$satbox" "$@" || status=$?
  if [ "$status" -ne "$no_display" ]; then exit "$status"; fi
else
  echo "There is no display here (DISPLAY and WAYLAND_DISPLAY are empty), so no window can open."
fi

picture="$satbox_root/satbox.png"
echo "Rendering a picture instead."
arguments=("$@")
if [ $# -eq 0 ]; then arguments=(welcome); fi
asks_for --steps "$@" || arguments+=(--steps 300)
asks_for --overlays "$@" || arguments+=(--overlays all)
rm -f "$picture"
"$satbox" "${arguments[@]}" --render "$picture"
if [ ! -s "$picture" ]; then
  echo "satbox ended without an error, but $picture is not there." >&2
  exit 1
fi
echo "The picture is in $picture"
