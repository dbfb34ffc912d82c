"""Draws a concave star, cuts it with the knife, undoes and redoes everything: the scene has the same hash again."""

import math
import os
import re

from _window import BOX_ON_FLOOR, Window, check, main, run, wait_for, write_scene

CENTER = (3.0, 4.5)  # m
CUTS = 9


def star_corners():
    for i in range(10):
        angle = math.pi * (0.5 + i / 5)
        radius = 1.8 if i % 2 == 0 else 0.8
        yield CENTER[0] + radius * math.cos(angle), CENTER[1] + radius * math.sin(angle)


def draw_star(window):
    window.key("shift+1")
    for corner in star_corners():
        window.click(*window.to_screen(*corner))
    window.key("Return")


def cut(window, index):
    angle = 0.2 + math.pi * index / CUTS
    x, y = 2.6 * math.cos(angle), 2.6 * math.sin(angle)
    # No two cuts have a common point with a third one.
    dx, dy = 0.1 * (index % 3), 0.07 * (index % 4)
    window.drag(window.to_screen(CENTER[0] - x + dx, CENTER[1] - y + dy),
                window.to_screen(CENTER[0] + x + dx, CENTER[1] + y + dy), pieces=3)


def hash_of(program, window):
    """Of the scene that the program saves when it ends."""
    window.close()
    satbox_run = os.path.join(os.path.dirname(os.path.abspath(program)), "satbox-run")
    output = run(satbox_run, window.state_file, "--steps", "0", "--hash")
    found = re.search(r"[0-9a-f]{16}\s*$", output)
    check(found, f"satbox-run prints the hash: {output}")
    return found[0].strip()


def build(window):
    before = window.bodies()
    draw_star(window)
    wait_for("the star is a body", lambda: window.bodies() == before + 1)
    window.key("shift+4")
    for index in range(CUTS):
        last = window.bodies()
        cut(window, index)
        wait_for(f"cut {index + 1} has made a body", lambda: window.bodies() > last)
    return before


def undo_ten_and_redo_ten(program, folder):
    with Window(program, folder, write_scene(folder, BOX_ON_FLOOR), "--paused") as window:
        build(window)
        window.screenshot("cut.png")
        expected = hash_of(program, window)
    with Window(program, folder, write_scene(folder, BOX_ON_FLOOR), "--paused") as window:
        before = build(window)
        pieces = window.bodies()
        for _ in range(CUTS + 1):
            window.key("ctrl+z")
            window.frames()
        wait_for("everything is undone", lambda: window.bodies() == before)
        for _ in range(CUTS + 1):
            window.key("ctrl+shift+z")
            window.frames()
        wait_for("everything is redone", lambda: window.bodies() == pieces)
        found = hash_of(program, window)
    check(found == expected, f"after undo and redo the hash is {found}, expected {expected}")


def a_crossing_is_refused(program, folder):
    with Window(program, folder, write_scene(folder, BOX_ON_FLOOR), "--paused") as window:
        before = window.bodies()
        window.key("shift+1")
        for corner in ((2, 3), (4, 3), (4, 5), (3, 2)):
            window.click(*window.to_screen(*corner))
        message = window.widget("Message", "Status")["value"]
        check("would cross" in message, f"the status line says that the edges cross: {message}")
        window.screenshot("crossing.png")
        window.key("Escape")
        window.frames()
        check(window.bodies() == before, "Esc drops the outline")


if __name__ == "__main__":
    main(undo_ten_and_redo_ten, a_crossing_is_refused)
