#!/usr/bin/env python3
"""Draws where a step is stable, from the rows of `satbox-stability --map`, as SVG.

    stability_map.py OUT.svg ROWS.csv...

Rows of several files are combined: builds with other values of kMaxContactStiffness give further columns of its panel.
A cell shows the worst of its rows, a figure as a share of its bound, green up to 1. The defaults have a frame. Prints
the number of stable cells of each panel. Exit status: 0; 1, with a message, for a file that cannot be used; 2 for wrong
usage.
"""

import argparse
import csv
import sys

from plot import FAINT, INK, PAPER, Picture, InputError, ink_on

FIELDS = ["panel", "scene", "x", "y", "share of bound", "figure", "value", "bound"]
SCENES = ["piles", "drum", "impacts"]
# Panel name in the rows -> title, names of the axes, cell of the defaults (x, y).
PANELS = {
    "substeps over step rate": ("Step rate and substeps", "step rate, Hz", "substeps", (60, 4)),
    "stiffening over contact frequency":
        ("Contact frequency and stiffening, at 60 Hz", "contact frequency, Hz", "stiffening", (30, 3.3)),
    "mass ratio over step rate": ("Step rate and the heaviest body", "step rate, Hz", "mass ratio", (60, 1)),
    "defaults halved and doubled":
        ("Rate, substeps, frequency, stiffening, mass ratio: worst of all combinations", "step rate, Hz", "substeps",
         (60, 4)),
    "pitch of loose rows over kMaxContactStiffness": ("Loose rows at the maximum spring stiffness (kMaxContactStiffness, default 2.04)", "kMaxContactStiffness", "pitch, m", None),
}
CELL_W, CELL_H, LEFT, GAP = 46, 24, 70, 40
# Lower limit of the share of the bound, and its colour.
COLOURS = [(0.0, "#1b7f5c"), (0.5, "#7fc8a9"), (1.0, "#f5c26b"), (3.0, "#e07b39"), (10.0, "#b3312c")]


def read(names):
    """Returns {(panel, scene): {(x, y): share}} of all files."""
    cells = {}
    for name in names:
        try:
            with open(name, newline="") as file:
                rows = csv.DictReader(file)
                if rows.fieldnames != FIELDS:
                    raise InputError(f"{name}: the first line is not that of satbox-stability --map")
                for number, row in enumerate(rows, 2):
                    try:
                        cell = float(row["x"]), float(row["y"])
                        share = float(row["share of bound"])
                    except (TypeError, ValueError) as error:
                        raise InputError(f"{name}: line {number}: not a number") from error
                    if row["panel"] not in PANELS:
                        raise InputError(f"{name}: line {number}: there is no panel {row['panel']!r}")
                    panel = cells.setdefault((row["panel"], row["scene"]), {})
                    panel[cell] = max(panel.get(cell, 0.0), share)
        except OSError as error:
            raise InputError(f"{name}: cannot be read: {error.strerror}") from error
    if not cells:
        raise InputError("no rows to draw")
    return cells


def colour_of(share):
    return [colour for least, colour in COLOURS if share >= least][-1]


def text_of(share):
    return f"{share:.2f}" if share < 9.95 else f"{share:.0f}"


def draw_cells(picture, left, top, cells, default):
    """Draws the grid and the numbers along its axes. Returns the coordinates of its right and lower ends."""
    columns = sorted({x for x, _ in cells})
    rows = sorted({y for _, y in cells}, reverse=True)
    for (x, y), share in cells.items():
        px, py = left + CELL_W * columns.index(x), top + CELL_H * rows.index(y)
        colour = colour_of(share)
        picture.rect(px, py, CELL_W - 1, CELL_H - 1, colour)
        picture.text(px + CELL_W / 2, py + 16, text_of(share), size=11, anchor="middle", colour=ink_on(colour))
        if default == (x, y):
            corners = [(px, py), (px + CELL_W - 1, py), (px + CELL_W - 1, py + CELL_H - 1), (px, py + CELL_H - 1), (px, py)]
            picture.line(corners, INK, 2.5)
    for i, y in enumerate(rows):
        picture.text(left - 6, top + CELL_H * i + 16, f"{y:g}", size=11, anchor="end")
    bottom = top + CELL_H * len(rows)
    for i, x in enumerate(columns):
        picture.text(left + CELL_W * (i + 0.5), bottom + 14, f"{x:g}", size=11, anchor="middle")
    return left + CELL_W * len(columns), bottom


def draw(cells):
    sizes = {key: (len({x for x, _ in c}), len({y for _, y in c})) for key, c in cells.items()}
    panels = [panel for panel in PANELS if any(key[0] == panel for key in cells)]
    scenes_of = {panel: [s for s in SCENES if (panel, s) in cells] for panel in panels}
    width = max(sum(LEFT + CELL_W * sizes[panel, s][0] + GAP for s in scenes_of[panel]) for panel in panels) + 24
    height = 90 + sum(110 + CELL_H * max(sizes[panel, s][1] for s in scenes_of[panel]) for panel in panels)
    picture = Picture(width, height, "Where a step is stable")
    left = 24
    for i, (least, colour) in enumerate(COLOURS):
        last = i + 1 == len(COLOURS)
        words = f"over {least:g}" if last else f"{least:g} to {COLOURS[i + 1][0]:g}"
        picture.rect(left, 48, 18, 14, colour)
        picture.text(left + 24, 60, words, size=12)
        left += 40 + 8 * len(words)
    picture.text(left, 60, "of the bound: stable up to 1. Framed: the defaults.", size=12)
    top = 100
    for panel in panels:
        title, x_name, y_name, default = PANELS[panel]
        picture.line([(24, top - 20), (width - 24, top - 20)], FAINT)
        picture.text(24, top, title, size=14, weight="bold")
        left, lowest = 24 + LEFT, top
        for scene in scenes_of[panel]:
            of_panel = cells[panel, scene]
            picture.text(left, top + 24, scene, size=12, weight="bold")
            right, bottom = draw_cells(picture, left, top + 32, of_panel, default)
            picture.text((left + right) / 2, bottom + 32, x_name, size=11, anchor="middle")
            picture.text(left - 44, (top + 32 + bottom) / 2, y_name, size=11, anchor="middle", turn=-90)
            left, lowest = right + GAP + LEFT, max(lowest, bottom)
            stable = sum(share <= 1.0 for share in of_panel.values())
            print(f"{panel}: {scene}: {stable} of {len(of_panel)} cells are stable")
        top = lowest + 78
    return picture


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("picture", metavar="OUT.svg")
    parser.add_argument("rows", metavar="ROWS.csv", nargs="+")
    arguments = parser.parse_args()
    try:
        draw(read(arguments.rows)).write(arguments.picture)
    except InputError as error:
        print(f"stability_map.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
