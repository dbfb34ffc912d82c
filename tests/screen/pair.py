"""Two shapes under the microscope: picked by hand, every axis walked, the contact, the difference, the tests."""

import os

from _window import Window, check, main, middle, wait_for

FACES = ["A0", "A1", "A2", "A3", "A4", "A5", "B0", "B1", "B2", "B3", "B4", "B5", "B6"]


def axis_of(window):
    return int(window.widget("Axis", "Pair")["value"])


def picture(window, name):
    window.frames(3)
    path = window.screenshot(name)
    check(os.path.getsize(path) > 20000, f"{name} is so small a file that it can show little")


def look(window, tab):
    widget = window.widget(tab, "Pair")
    window.click(*middle(widget))
    wait_for(f"{tab} is open", lambda: window.widget(tab, "Pair")["value"] == "open")


def hexagon_against_heptagon(program, folder):
    with Window(program, folder, "hexagon_heptagon", "--theme", "dark", "--paused", size="1280x760") as window:
        window.frames(5)
        window.drag(window.to_screen(2.2, 0.4), window.to_screen(0.2, 0.6))
        window.key("n")
        for face in FACES:
            window.widget(f"Axis {face}", "Pair")
        states = [window.widget(f"Axis {face}", "Pair")["value"].split()[0] for face in FACES]
        check(states.count("wins") == 1, f"one axis wins, not {states}")
        winner = axis_of(window)
        for i in range(len(FACES)):
            window.key("Right")
            expected = (winner + i) % len(FACES) + 1
            wait_for(f"axis {expected} is shown", lambda: axis_of(window) == expected)
        picture(window, "axes.png")
        look(window, "Contact")
        wait_for("clipping is told", lambda: any(w["label"].startswith("Step 1: Reference face")
                                                 for w in window.widgets()))
        picture(window, "contact.png")
        look(window, "Difference")
        check(window.widget("Origin", "Pair")["value"].startswith("inside"), "overlap holds the origin")
        picture(window, "difference.png")
        look(window, "Tests")
        for name in ("R1 interval SAT", "R2 projection SAT", "R3 Minkowski", "R5 support points"):
            check(window.widget(name, "Pair")["value"].startswith("overlap"), f"{name} finds the overlap")
        picture(window, "tests.png")
        window.key("Escape")
        wait_for("the pair is closed", lambda: window.find("Axes", "Pair") is None)
        window.close()


def two_clicks(program, folder):
    with Window(program, folder, "hexagon_heptagon", "--theme", "light", "--paused", size="1024x640") as window:
        window.key("m")
        for x, y in ((-2.2, 0.0), (2.2, 0.4)):
            window.click(*window.to_screen(x, y))
        check(window.widget("A", "Pair")["value"].startswith("hexagon"), "A is the hexagon")
        check(window.widget("B", "Pair")["value"].startswith("heptagon"), "B is the heptagon")
        check(window.widget("Axis A0", "Pair")["value"].startswith("separates"), "they are apart")
        check(window.widget("Axis B0", "Pair")["value"].startswith("not tried"), "and B was not asked")
        picture(window, "apart.png")
        window.close()


if __name__ == "__main__":
    main(hexagon_against_heptagon, two_clicks)
