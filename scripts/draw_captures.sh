#!/usr/bin/env bash
# scripts/draw_captures.sh SATBOX BUILD: draws the pictures of docs/capture.md: each world as its engine has it (SVG) and
# as satbox opens it (PNG). Run it from the root of the project, after `ctest -L capture` in the build folder BUILD; no
# display is needed.
set -euo pipefail

if [[ $# -ne 2 || ! -x $1 || ! -d $2/capture ]]; then
    echo "draw_captures.sh: usage: draw_captures.sh SATBOX BUILD: a built satbox program, and a build folder in which the" \
        "tests of captures have run" >&2
    exit 2
fi
satbox=$1
captured=$2/capture
folder=$(dirname "$0")/../docs/images/capture
mkdir -p "$folder"
for engine in box2d_2 box2d_3 chipmunk matter planck rapier2d; do
    if [[ ! -e $captured/$engine.txt ]]; then
        echo "draw_captures.sh: $engine: not captured in $captured; its picture stays as it is" >&2
        continue
    fi
    python3 -B "$(dirname "$0")/../tests/capture/draw_truth.py" "$captured/$engine.txt" "$captured/${engine}_0.json" \
        "$folder/$engine.svg"
    "$satbox" "$captured/${engine}_0.json" --render "$folder/$engine.png" --steps 0 --size 700x500 --theme light \
        --overlays shapes >/dev/null
done
