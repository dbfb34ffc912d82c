"""The shapes of an engine's world at the moment of the capture, as the engine has them, in the view of the captured
scene: draw_truth.py TRUTH.txt SCENE.json OUT.svg. SCENE is what satbox-run --state wrote of it, with a camera."""

import json
import pathlib
import sys

from check_capture import read_truth

WIDTH, HEIGHT = 700, 500
ZOOM = 0.789  # satbox leaves room for its legend below the world


def main():
    truth, scene, out = map(pathlib.Path, sys.argv[1:])
    camera = json.loads(scene.read_text())["camera"]
    scale = ZOOM * HEIGHT / camera["height"]

    def place(point):
        return (WIDTH / 2 + scale * (point[0] - camera["center"][0]), HEIGHT / 2 - scale * (point[1] - camera["center"][1]))

    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>']
    style = 'fill="#dfe7ee" stroke="#20303c" stroke-linejoin="round" stroke-linecap="round"'
    for shapes in read_truth(truth)[0].values():
        for radius, points in shapes:
            if len(points) == 1:
                x, y = place(points[0])
                lines.append(f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{scale * radius:.2f}" {style} stroke-width="1"/>')
            else:
                corners = " ".join(f"{x:.2f},{y:.2f}" for x, y in map(place, points))
                # The stroke covers the radius of round corners.
                lines.append(f'<polygon points="{corners}" {style} stroke-width="{max(1, 2 * scale * radius):.2f}"/>')
    out.write_text("\n".join(lines + ["</svg>", ""]))


if __name__ == "__main__":
    main()
