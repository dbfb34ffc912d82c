#!/usr/bin/env bash
# scripts/draw_pictures.sh SATBOX: draws the pictures of README.md, docs/microscope.md and docs/step.md. Run it from the
# root of the project; no display is needed. The numbers in the pictures are the engine's, so they change only with the
# engine.
set -euo pipefail

if [[ $# -ne 1 || ! -x $1 ]]; then
    echo "draw_pictures.sh: usage: draw_pictures.sh SATBOX, the path of a built satbox program" >&2
    exit 2
fi
satbox=$1
folder=$(dirname "$0")/../docs/images/microscope
mkdir -p "$folder"

size=1200x680
overlays=grid,shapes
draw() { # NAME SCENE ARGUMENT...
    "$satbox" "$2" --render "$folder/$1.png" --size $size --panels --theme dark --overlays $overlays "${@:3}"
}

draw first_axis lab_hexagon_heptagon --steps 0 --pair-axis 1
draw winning_axis lab_hexagon_heptagon --steps 0
draw apart hexagon_heptagon --steps 0 --pair 0,1
draw difference lab_two_triangles --steps 0 --pair-stage difference
draw clipping lab_parallel_edges --steps 0 --pair-stage contact
draw circle lab_circle_corner --steps 0 --pair-stage contact
draw touching lab_corner --steps 0 --pair-stage tests
size=1200x920
draw interval_test lab_hexagon_heptagon --steps 0 --pair-test interval
draw projection_test lab_hexagon_heptagon --steps 0 --pair-test projection
draw minkowski_test lab_two_triangles --steps 0 --pair-test minkowski
draw vertex_test lab_hexagon_heptagon --steps 0 --pair-test vertex-contacts
size=1200x680
overlays=grid,shapes,contact-points,normals,penetration draw vertices vertex_contacts --steps 40
"$satbox" welcome --render "$folder/../satbox.png" --size 1280x760 --panels --theme dark --steps 206 \
    --overlays grid,shapes,contact-points,normals,penetration,velocities
draw stack box_stack --steps 600 --pair 1,2 --pair-stage contact
draw step_gravity box_stack --steps 20 --watch 0,1 --watch-stage 8
size=1000x1680 draw step_solve box_stack --steps 20 --watch 0,1 --watch-stage 11 --watch-iterations
size=1200x1100 draw joint heavy_rope --steps 60 --joint hardest
overlays=grid,shapes,force-graph draw chains pyramid --steps 60 --watch hardest
for picture in sinking:60 four_solvers:1200; do
    draw "${picture%:*}" ten_boxes --steps "${picture#*:}" \
        --compare soft-step,sequential-impulse,manifold-impulse,vertex-contact
done
draw jitter ten_boxes --steps 1200 --compare soft-step,vertex-contact,vertex-contact:substeps=8 \
    --compare-plot greatest_speed,log
draw tree_level pyramid --steps 60 --tree-level 4
draw box_query pyramid --steps 60 --query box:-3,1,2,4
draw ray_query mixed_rain --steps 200 --query ray:-7,7,6,1
draw ray_visit mixed_rain --steps 200 --query ray:-7,7,6,1 --query-visit 9
draw left_fat_box welcome --steps 60 --broad moved
"$satbox" welcome --render "$folder/islands.png" --size 1200x680 --panels --theme dark --steps 206 --broad islands \
    --overlays grid,shapes,islands

folder=$folder/../step
mkdir -p "$folder"
size=1200x900 overlays=grid,shapes,penetration draw stiffening pyramid --steps 300 \
    --compare soft-step:contactStiffening=1,soft-step --compare-plot deepest_overlap
size=1000x900 draw restitution newtons_cradle --steps 72 --watch 1,6 --watch-stage 10
size=1200x600 overlays=grid,shapes,velocities draw continuous bullet_wall --steps 20 \
    --compare soft-step:continuous=false,soft-step
