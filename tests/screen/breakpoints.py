"""Breakpoints and the search of the past, shrinking, what-if, recordings and films."""

import os
import stat

from _window import BOX_ON_FLOOR, Window, check, main, middle, wait_for, write_scene


def message(window):
    return window.widget("Message", "Status")["value"]


def stop_at_an_overlap_and_look_into_it(program, folder):
    with Window(program, folder, "welcome", "--break", "overlap > 0.005", size="1280x800") as window:
        wait_for("time stops", window.paused)
        step = window.step()
        wait_for("the Pair panel is open", lambda: window.find("Overlap now", "Pair"))
        check(window.world()["selected"] != "-", "a body of the contact is selected")
        window.screenshot("stopped.png")
        window.key("space")
        wait_for("time goes on", lambda: window.step() > step + 3)
        if not window.paused():
            window.key("p")
        window.key("F4")
        window.click(*middle(window.widget("When first?", "Break")))
        wait_for("the first time is found and shown", lambda: window.step() == step)
        window.key("F4")
        window.frames(3)
        window.screenshot("first.png")
        window.close()


def shrink_to_what_matters(program, folder):
    with Window(program, folder, "welcome", "--break", "overlap > 0.005", size="1280x800") as window:
        wait_for("time stops", window.paused)
        bodies = window.bodies()
        window.key("F4")
        window.click(*middle(window.widget("Shrink", "Break")))
        wait_for("few bodies remain", lambda: window.bodies() < bodies / 4, time_limit=60)
        window.frames(5)
        check("Shrunk from" in message(window), "the message says how far it came")
        window.screenshot("shrunk.png")
        window.key("ctrl+z")
        wait_for("undo returns", lambda: window.bodies() == bodies)
        window.close()


def save_what_happened_and_open_it_again(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene) as window:
        wait_for("some steps pass", lambda: window.step() > 60)
        window.key("p")
        wait_for("the simulation is paused", window.paused)
        last = window.step()
        window.key("F9")
        file = os.path.join(window.folder, "satbox-box_on_floor-001.satbox")
        wait_for("the recording is written", lambda: os.path.exists(file))
        window.close()
    with Window(program, folder, file) as window:
        wait_for("it is verified", lambda: message(window).startswith("Recording verified"))
        wait_for("its beginning is shown", lambda: window.step() == 0)
        check(window.widget("Time bar", "Playback")["value"].endswith(f" {last}"), "all its steps are on the time bar")
        window.key("ctrl+End")
        wait_for("its end is shown", lambda: window.step() == last)
        window.screenshot("verified.png")
        window.close()


def what_if_over_ten_values(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene, "--paused", size="1280x800") as window:
        window.key("2")
        window.click(*window.to_screen(-2, 4))
        window.key("Escape")
        window.key("F6")
        window.click(*middle(window.widget("Simulate", "What if")))
        wait_for("there are ten paths", lambda: sum(w["label"] == "Path" for w in window.widgets()) == 10)
        check(window.step() == 0, "the world itself did not step")
        window.screenshot("what_if.png")
        window.close()


def film_of_a_range(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    # A stand-in that writes what it gets, so that the test needs no package.
    tools = os.path.join(folder, "tools")
    os.makedirs(tools, exist_ok=True)
    stand_in = os.path.join(tools, "ffmpeg")
    with open(stand_in, "w") as script:
        script.write("#!/bin/sh\nfor last; do :; done\ncat > \"$last\"\n")
    os.chmod(stand_in, stat.S_IRWXU)
    old = os.environ["PATH"]
    os.environ["PATH"] = os.path.abspath(tools) + os.pathsep + old
    try:
        with Window(program, folder, scene) as window:
            wait_for("a second passes", lambda: window.step() > 60)
            window.key("p")
            wait_for("the simulation is paused", window.paused)
            step = window.step()
            window.key("shift+F9")
            film = os.path.join(window.folder, "satbox-box_on_floor-001.gif")
            wait_for("the film is written", lambda: os.path.exists(film), time_limit=60)
            pictures = os.path.getsize(film) / (1100 * 700 * 4)
            check(pictures == int(pictures) and pictures >= step // 3, f"it has {pictures} pictures")
            wait_for("the present is shown again", lambda: window.step() == step)
            window.close()
    finally:
        os.environ["PATH"] = old


if __name__ == "__main__":
    main(stop_at_an_overlap_and_look_into_it, shrink_to_what_matters, save_what_happened_and_open_it_again,
         what_if_over_ten_values, film_of_a_range)
