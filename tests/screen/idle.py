"""Frames are drawn only while something changes: none while paused without input; a minimised window only steps."""

import os
import time

from _window import BOX_ON_FLOOR, check, main, run, wait_for, write_scene, Window

QUIET = 1.0  # s without a new frame: idle


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_for_rest(window, quiet_for=QUIET):
    last, since = window.frame(), time.monotonic()

    def quiet():
        nonlocal last, since
        now = window.frame()
        if now != last:
            last, since = now, time.monotonic()
        return time.monotonic() - since > quiet_for

    wait_for("the paused window draws no more frames", quiet)
    return last


def paused_window_rests(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene, "--paused") as window:
        at_rest = wait_for_rest(window, 5.0)  # the first status message disappears after 4 s
        spent = cpu_seconds(window.process.pid)
        time.sleep(5.0)
        share = (cpu_seconds(window.process.pid) - spent) / 5.0
        print(f"  idle: {100 * share:.1f} % of a core")
        check(window.frame() == at_rest, "frames were drawn although nothing changed")
        check(share < 0.1, f"{100 * share:.0f} % of a core while idle")

        # Every kind of input is drawn, without further events.
        world = window.world()["rect"]
        drawn = window.frame()
        window.move(world[0] + world[2] / 2, world[1] + world[3] / 2)
        wait_for("a hover is drawn", lambda: window.frame() > drawn)
        wait_for_rest(window)
        window.key("Tab")
        wait_for("the panels slide out to the end", lambda: window.world()["rect"][2] > world[2] + 300)
        wait_for_rest(window)
        width = window.world()["rect"][2]
        run("xdotool", "windowsize", window.id, "900", "600")
        wait_for("the new size is drawn", lambda: window.world()["rect"][2] == width - 200)
        wait_for_rest(window)
        window.key("period")
        wait_for("one step is drawn", lambda: window.step() == 1)
        wait_for_rest(window)
        window.move(*window.to_screen(0, 0.5))
        window.press()
        wait_for("the box under the pointer is selected", lambda: window.world()["selected"] == "box")
        window.release()
        window.screenshot("rested.png")
        window.close()


def message_goes_by_itself(program, folder):
    with Window(program, folder, write_scene(folder, BOX_ON_FLOOR), "--paused") as window:
        window.screenshot("said.png")
        wait_for("the status bar shows the message", lambda: "Picture written" in window.widget("Message")["value"])
        wait_for("the message disappears after some seconds", lambda: "Picture written" not in window.widget("Message")["value"])
        window.close()


def running_window_is_drawn(program, folder):
    with Window(program, folder, write_scene(folder, BOX_ON_FLOOR)) as window:
        start = window.frame()
        wait_for("frames go on without an event", lambda: window.frame() > start + 120)
        window.close()


def minimised_window_steps_undrawn(program, folder):
    with Window(program, folder, write_scene(folder, BOX_ON_FLOOR)) as window:
        run("xdotool", "windowminimize", "--sync", window.id)
        at_rest = wait_for_rest(window)
        before = window.step()
        time.sleep(2.0)
        check(window.frame() == at_rest, "a minimised window drew frames")
        run("xdotool", "windowmap", "--sync", window.id)
        wait_for("it is drawn again", lambda: window.frame() > at_rest)
        check(window.step() > before + 60, f"the world did not step: step {before}, then {window.step()}")
        window.close()


main(paused_window_rests, message_goes_by_itself, running_window_is_drawn, minimised_window_steps_undrawn)
