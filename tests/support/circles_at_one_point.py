#!/usr/bin/env python3
"""Writes a scene of N circles of radius 0.5 m, all at the origin: N (N - 1) / 2 overlapping pairs.

circles_at_one_point.py N [--floor] > scene.json
"""

import json
import sys


def scene(count, floor=False):
    bodies = [{"position": [0, 0], "shapes": [{"type": "circle", "radius": 0.5}]} for _ in range(count)]
    if floor:
        bodies.insert(0, {"type": "static", "position": [0, -2], "shapes": [{"type": "box", "size": [1000, 1]}]})
    return {"format": "satbox-scene", "version": 1, "title": f"{count} circles at one point", "bodies": bodies}


if __name__ == "__main__":
    json.dump(scene(int(sys.argv[1]), "--floor" in sys.argv[2:]), sys.stdout)
