"""Unsaved work: closing asks, and after a crash or kill the next start offers the autosave."""

import json
import os
import signal
import time

from _window import BOX_ON_FLOOR, Failed, Window, body, check, main, middle, wait_for, write_scene


def add_a_box(window):
    """With a key and a click in the world."""
    before = window.bodies()
    window.key("2")
    window.click(*window.to_screen(4, 4))
    wait_for("there is one more box", lambda: window.bodies() == before + 1)


def press(window, label, waits=True):
    window.click(*middle(window.widget(label, "Question")), waits=waits)


def ended(window):
    wait_for("the program ends", lambda: window.process.poll() is not None)
    return window.process.returncode


def autosaves(folder):
    found = []
    for root, _, files in os.walk(os.path.join(folder, "state")):
        found += [os.path.join(root, file) for file in files if file.endswith(".json")]
    return found


def close_asks_and_saves(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene) as window:
        add_a_box(window)
        window.key("ctrl+q")
        window.widget("Discard", "Question")
        window.screenshot("asked.png")
        window.key("Escape")
        wait_for("Esc closes the question", lambda: not window.find("Discard", "Question"))
        window.key("bracketright")
        window.widget("Discard", "Question")
        press(window, "Cancel")
        check(window.world()["scene"] == "box_on_floor", "Cancel keeps the scene open")
        window.key("ctrl+q")
        press(window, "Save", waits=False)
        check(ended(window) == 0, "the program ends after saving")
    with open(scene) as file:
        check(len(json.load(file)["bodies"]) == 3, "the box was saved")
    check(not autosaves(folder), "saved work leaves no autosave")


def play_asks_nothing(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene) as window:
        window.drag(window.to_screen(0, 0.5), window.to_screen(4, 3))
        window.key("r")
        window.frames()
        window.key("ctrl+q")
        check(ended(window) == 0, "dragging while the simulation runs is not unsaved work")


def restart_keeps_what_was_built(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene) as window:
        wait_for("the simulation runs", lambda: window.step() > 20)
        add_a_box(window)
        window.key("r")
        wait_for("the scene is back at its start", lambda: window.step() < 20)
        check(window.bodies() == 3, "a box added while the simulation ran is still there")
        window.key("ctrl+shift+r")
        wait_for("only the file's two bodies are left", lambda: window.bodies() == 2)
        window.key("ctrl+z")
        wait_for("undo brings the box back", lambda: window.bodies() == 3)


def ended_by(window, number):
    window.process.send_signal(number)
    return ended(window)


def crash_and_kill_leave_the_work(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    for number in (signal.SIGSEGV, signal.SIGABRT, signal.SIGTERM, signal.SIGHUP):
        with Window(program, folder, scene) as window:
            add_a_box(window)
            window.frames(3)
            status = ended_by(window, number)
            asked = number in (signal.SIGTERM, signal.SIGHUP)
            # With a sanitizer, a crash gives another status.
            check((status == 0) == asked, f"signal {number} gave status {status}")
        check(len(autosaves(folder)) == 1, f"signal {number} left {autosaves(folder)}")
        with Window(program, folder, scene) as window:
            window.widget("Later", "Question")
            window.screenshot("offered.png")
            press(window, "Open")
            wait_for("the box is back", lambda: window.bodies() == 3)
            check(window.world()["scene"] == "box_on_floor", "the scene keeps its name")
            check(len(autosaves(folder)) == 1, "the work is autosaved under this run's name")
            window.close()
        check(not autosaves(folder), "discarded work is gone")


def killed_work_is_kept_after_half_a_minute(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene, "--paused") as window:
        add_a_box(window)
        begun = time.monotonic()
        wait_for("the autosave without any input", lambda: len(autosaves(folder)) > 0)
        check(time.monotonic() - begun < 45, "the autosave comes after about half a minute")
        window.process.kill()
        window.process.wait()
    with Window(program, folder, scene, "--paused") as window:
        press(window, "Delete")
        wait_for("it is deleted", lambda: not autosaves(folder))
        left = window.close()
        try:
            body(left, "box")
        except Failed as error:
            raise Failed("the requested scene is not open") from error


if __name__ == "__main__":
    main(close_asks_and_saves, play_asks_nothing, restart_keeps_what_was_built, crash_and_kill_leave_the_work,
         killed_work_is_kept_after_half_a_minute)
