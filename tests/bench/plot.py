#!/usr/bin/env python3
"""Draws the rows of `satbox-bench --json` as SVG.

    plot.py stages OUT.svg [LABEL=]ROWS.json...    rows of --stages: a stacked bar for each scene and file
    plot.py growth OUT.svg [LABEL=]ROWS.json...    rows of --scaling: time per box, a line for each engine and file

Labels distinguish several files ("before=old.json" "after=new.json"). --share draws all bars of `stages` with the same
length, in percent. Exit status: 0; 1, with a message, for a file that cannot be used; 2 for wrong usage.
"""

import argparse
import json
import math
import sys
from html import escape
from pathlib import Path

INK, FAINT, PAPER = "#24292f", "#d7dbe0", "#ffffff"
# Distinguishable with most kinds of colour blindness (after Okabe and Ito); in the order of the stages.
STAGE_COLOURS = ["#0072b2", "#e69f00", "#56b4e9", "#d55e00", "#009e73", "#cc79a7", "#f0e442"]
OTHER = "#c8ccd1"
LINES = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"]


class InputError(Exception):
    pass


class Picture:
    def __init__(self, width, height, title):
        self.width, self.height, self.elements = width, height, []
        self.rect(0, 0, width, height, PAPER)
        self.text(24, 32, title, size=17, weight="bold")

    def rect(self, x, y, w, h, fill):
        self.elements.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" fill="{fill}"/>')

    def line(self, points, colour, width=1.0):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.elements.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}" '
                          'stroke-linejoin="round"/>')

    def dot(self, x, y, colour):
        self.elements.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}" stroke="{PAPER}" stroke-width="1.5"/>')

    def text(self, x, y, words, size=13, anchor="start", weight="normal", colour=INK, turn=0):
        turned = f' transform="rotate({turn} {x:.1f} {y:.1f})"' if turn else ""
        self.elements.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" font-weight="{weight}" '
                          f'fill="{colour}"{turned}>{escape(words)}</text>')

    def write(self, path):
        head = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
                f'viewBox="0 0 {self.width} {self.height}" font-family="DejaVu Sans, Helvetica, Arial, sans-serif">')
        try:
            Path(path).write_text("\n".join([head, *self.elements, "</svg>", ""]))
        except OSError as error:
            raise InputError(f"{path}: cannot be written: {error.strerror}") from error


def ticks(largest):
    """Axis ticks: 0 and about five round numbers, the last one at least the largest value."""
    rough = max(largest, 1e-9) / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(f * power for f in (1, 2, 5, 10) if f * power >= rough)
    return [step * i for i in range(math.ceil(largest / step - 1e-9) + 1)]


def number(value):
    return f"{value:,.6g}"


def ink_on(colour):
    red, green, blue = (int(colour[i:i + 2], 16) for i in (1, 3, 5))
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else PAPER


def read_rows(argument, labelled):
    """Returns (label, rows) for "LABEL=FILE" or "FILE"."""
    label, equals, name = argument.partition("=")
    if not equals or "/" in label:
        label, name = Path(argument).stem if labelled else "", argument
    try:
        rows = json.loads(Path(name).read_text())
        for row in rows:
            row["ms_per_step_median"], row["bodies"], row["engine"], row["scene"], row["threads"]
    except OSError as error:
        raise InputError(f"{name}: cannot be read: {error.strerror}") from error
    except (ValueError, TypeError, KeyError) as error:
        raise InputError(f"{name}: not what satbox-bench --json writes: {error!r}") from error
    return label, rows


def engine_of(row):
    return row["engine"] + (f", {row['threads']} threads" if row["threads"] > 1 else "")


def draw_stages(files, share):
    bars = {}  # scene -> [(name of the bar, stages)]
    for label, rows in files:
        for row in rows:
            if "stages" in row:
                name = " ".join(word for word in (label, engine_of(row) if row["threads"] > 1 else "") if word)
                bars.setdefault(row["scene"], []).append((name or row["engine"], row["stages"]))
    if not bars:
        raise InputError("no row has stages: run satbox-bench with --stages")

    # The stages with the greatest share in any bar get a colour of their own; the others are summed, last.
    greatest = {}
    for _, stages in (bar for group in bars.values() for bar in group):
        for stage, ms in stages.items():
            greatest[stage] = max(greatest.get(stage, 0.0), ms / (sum(stages.values()) or 1.0))
    chosen = sorted(greatest, key=greatest.get, reverse=True)[:len(STAGE_COLOURS)]
    order = [stage for stage in greatest if stage in chosen]
    rest = len(greatest) > len(order)

    left, right, top, bar_height, gap = 210, 56, 118, 26, 20
    count = sum(len(group) for group in bars.values())
    height = top + count * (bar_height + 6) + len(bars) * gap + 56
    width = 900
    totals = [sum(stages.values()) for group in bars.values() for _, stages in group]
    marks = [0, 20, 40, 60, 80, 100] if share else ticks(max(totals))
    scale = (width - left - right) / marks[-1]
    picture = Picture(width, height, "Time of the stages of a step")
    for i, stage in enumerate(order + (["other stages"] if rest else [])):
        x, y = 24 + 220 * (i % 4), 54 + 22 * (i // 4)
        picture.rect(x, y, 14, 14, STAGE_COLOURS[i] if i < len(order) else OTHER)
        picture.text(x + 20, y + 12, stage, size=12)
    bottom = height - 56
    for mark in marks:
        picture.line([(left + scale * mark, top - 6), (left + scale * mark, bottom)], FAINT)
        picture.text(left + scale * mark, bottom + 18, number(mark), anchor="middle", size=12)
    picture.text((left + width - right) / 2, bottom + 42, "share of the step, %" if share else "time per step (median), ms",
                 anchor="middle")

    y = top
    for scene, group in bars.items():
        picture.text(24, y + 17, scene, weight="bold")
        for name, stages in group:
            total = sum(stages.values()) or 1.0
            unit = scale * (100.0 / total if share else 1.0)
            segments = [(stages.get(stage, 0.0), STAGE_COLOURS[i]) for i, stage in enumerate(order)]
            segments.append((sum(ms for stage, ms in stages.items() if stage not in order), OTHER))
            x = left
            if len(group) > 1:
                picture.text(left - 8, y + 17, name, anchor="end", size=12)
            for ms, colour in segments:
                picture.rect(x, y, max(0.0, unit * ms - 1), bar_height, colour)
                words = f"{100 * ms / total:.0f}" if share else f"{ms:.2f}"
                if unit * ms > 8 * len(words) + 4:
                    picture.text(x + unit * ms / 2, y + 17, words, anchor="middle", size=11, colour=ink_on(colour))
                x += unit * ms
            if not share:
                picture.text(x + 6, y + 17, f"{total:.2f}", size=12, weight="bold")
            y += bar_height + 6
        y += gap
    return picture


def draw_growth(files):
    lines = {}  # name -> [(bodies, us per body)]
    for label, rows in files:
        for row in rows:
            name = " ".join(word for word in (label, engine_of(row)) if word)
            if row["bodies"] > 0:
                lines.setdefault(name, []).append((row["bodies"], 1e3 * row["ms_per_step_median"] / row["bodies"]))
    lines = {name: sorted(points) for name, points in lines.items() if len({bodies for bodies, _ in points}) > 1}
    if not lines:
        raise InputError("no engine has rows of several sizes: run satbox-bench with --scaling")

    width, height, left, right, top, bottom = 860, 460, 84, 220, 60, 396
    sizes = sorted({bodies for points in lines.values() for bodies, _ in points})
    marks = ticks(max(each for points in lines.values() for _, each in points))
    low, high = math.log10(sizes[0]), math.log10(sizes[-1])
    x_of = lambda bodies: left + (math.log10(bodies) - low) / (high - low) * (width - left - right)
    y_of = lambda each: bottom - each / marks[-1] * (bottom - top)
    picture = Picture(width, height, "Time per box in piles of the same shape")
    for mark in marks:
        picture.line([(left, y_of(mark)), (width - right, y_of(mark))], FAINT)
        picture.text(left - 10, y_of(mark) + 4, number(mark), anchor="end", size=12)
    for size in sizes:
        picture.line([(x_of(size), bottom), (x_of(size), bottom + 6)], INK)
        picture.text(x_of(size), bottom + 22, f"{size:,}", anchor="middle", size=12)
    picture.line([(left, bottom), (width - right, bottom)], INK)
    picture.text((left + width - right) / 2, bottom + 48, "boxes", anchor="middle")
    picture.text(26, (top + bottom) / 2, "time per box and step (median), µs", anchor="middle", turn=-90)

    labels = []
    for i, (name, points) in enumerate(lines.items()):
        colour = LINES[i % len(LINES)]
        points_drawn = [(x_of(bodies), y_of(each)) for bodies, each in points]
        picture.line(points_drawn, colour, 2.5)
        for x, y in points_drawn:
            picture.dot(x, y, colour)
        labels.append([points_drawn[-1][1] + 4, f"{name}: {points[-1][1] / points[0][1]:.2f} times", colour])
    labels.sort(reverse=True)
    labels[0][0] = min(labels[0][0], bottom - 8)
    for below, label in zip(labels, labels[1:]):  # spaced apart if lines end close together
        label[0] = min(label[0], below[0] - 17)
    for y, words, colour in labels:
        picture.dot(width - right + 18, y - 4, colour)
        picture.text(width - right + 28, y, words, size=12)
    return picture


def main():
    parser = argparse.ArgumentParser(prog="plot.py", description="Draws the rows of satbox-bench --json as SVG.")
    parser.add_argument("what", choices=["stages", "growth"], help="stages: rows written with --stages; growth: rows written with --scaling")
    parser.add_argument("out", metavar="OUT.svg")
    parser.add_argument("rows", metavar="[LABEL=]ROWS.json", nargs="+")
    parser.add_argument("--share", action="store_true", help="all bars with the same length, in percent")
    options = parser.parse_args()
    if options.share and options.what != "stages":
        parser.error("--share is for stages only")
    try:
        files = [read_rows(argument, len(options.rows) > 1) for argument in options.rows]
        picture = draw_stages(files, options.share) if options.what == "stages" else draw_growth(files)
        picture.write(options.out)
    except InputError as error:
        print(f"plot.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
