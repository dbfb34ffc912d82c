#!/usr/bin/env bash
# ./run.sh [ARGS]: installs missing packages, builds, and starts `satbox ARGS`.
# Without a display, or if it cannot be opened, it renders a picture instead: satbox.png.
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
has_option() { # has_option OPTION ARGS...: true if OPTION is among ARGS
  local option="$1" argument
  shift
  for argument in "$@"; do
    case "$argument" in "$option" | "$option"=*) return 0 ;; esac
  done
  return 1
}

no_display=3 # satbox's exit status if it cannot open a display; it has done nothing else then
for option in --render --help -h --version --list; do
  if has_option "$option" "$@"; then exec "$satbox" "$@"; fi
done
if has_display; then
  status=0
  "$satbox" "$@" || status=$?
  if [ "$status" -ne "$no_display" ]; then exit "$status"; fi
else
  echo "No display (DISPLAY and WAYLAND_DISPLAY are empty), so no window can open."
fi

picture="$satbox_root/satbox.png"
echo "Rendering a picture instead."
arguments=("$@")
if [ $# -eq 0 ]; then arguments=(welcome); fi
has_option --steps "$@" || arguments+=(--steps 300)
has_option --overlays "$@" || arguments+=(--overlays all)
rm -f "$picture"
"$satbox" "${arguments[@]}" --render "$picture"
if [ ! -s "$picture" ]; then
  echo "satbox ended without an error, but did not write $picture." >&2
  exit 1
fi
echo "The picture is in $picture"
