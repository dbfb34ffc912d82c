"""Pause, single steps, substeps, restart, switching scenes by key, files."""

import os

from _window import BOX_ON_FLOOR, Window, check, main, wait_for, write_scene


def pause_and_step(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene) as window:
        wait_for("the simulation runs", lambda: window.step() > 5)
        window.key("p")
        wait_for("the simulation is paused", window.paused)
        step = window.step()
        window.frames(5)
        check(window.step() == step, "paused, the world must not step")
        window.key("o")
        wait_for("one step is done", lambda: window.step() == step + 1)
        window.key("period")
        wait_for("another step is done", lambda: window.step() == step + 2)
        for _ in range(3):
            window.key("shift+o")
            window.frames(3)
        check(window.step() == step + 2, "three of four substeps do not complete a step")
        window.key("shift+o")
        wait_for("the fourth substep completes the step", lambda: window.step() == step + 3)
        window.key("space")
        wait_for("the simulation runs again", lambda: window.step() > step + 5)
        window.key("p")
        wait_for("the simulation is paused", window.paused)
        window.key("r")
        wait_for("the scene is at its start", lambda: window.step() == 0)
        window.close()


def next_scene_by_key(program, folder):
    with Window(program, folder) as window:
        first = window.world()["scene"]
        window.key("bracketright")
        second = wait_for("another scene is open", lambda: (s := window.world()["scene"]) != first and s)
        window.key("bracketleft")
        wait_for("the first scene is open again", lambda: window.world()["scene"] == first)
        window.key("ctrl+z")
        wait_for("undo returns to the previous scene", lambda: window.world()["scene"] == second)
        window.close()


def save_by_key(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene, "--paused") as window:
        window.key("2")
        window.click(*window.to_screen(3, 3))
        wait_for("the circle is there", lambda: window.bodies() == 3)
        before = os.stat(scene).st_mtime_ns
        window.key("ctrl+s")
        wait_for("the file is written", lambda: os.stat(scene).st_mtime_ns != before)
        window.close()
    with Window(program, folder, scene, "--paused") as window:
        check(window.bodies() == 3, "the opened scene differs from the saved one")
        window.close()


def keys_do_nothing_in_a_text_field(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene, "--paused") as window:
        window.key("ctrl+o")
        window.widget("Cancel", "File browser")
        window.frames(3)
        window.key("o")
        window.key("p")
        window.frames(5)
        check(window.step() == 0 and window.paused(), "keys typed into the file browser stepped the world")
        window.key("Escape")
        wait_for("the file browser closes", lambda: not window.find("Cancel", "File browser"))
        window.key("o")
        wait_for("keys work again", lambda: window.step() == 1)
        window.close()


if __name__ == "__main__":
    main(pause_and_step, next_scene_by_key, save_by_key, keys_do_nothing_in_a_text_field)
