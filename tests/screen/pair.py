"""The "Pair" panel: selecting two shapes, stepping through the axes, contact, difference, tests."""

import os

from _window import Window, check, main, middle, wait_for

FACES = ["A0", "A1", "A2", "A3", "A4", "A5", "B0", "B1", "B2", "B3", "B4", "B5", "B6"]


TESTS = ["Interval test", "Projection test", "Minkowski difference", "Support points", "Vertex contacts"]


def axis_of(window):
    return int(window.widget("Axis", "Pair")["value"])


def picture(window, name):
    window.frames(3)
    path = window.screenshot(name)
    check(os.path.getsize(path) > 20000, f"{name} is so small that the picture must be nearly empty")


def look(window, tab):
    widget = window.widget(tab, "Pair")
    window.click(*middle(widget))
    wait_for(f"{tab} is open", lambda: window.widget(tab, "Pair")["value"] == "open")


def chosen_axis(window):
    """The axis of the chosen test that is shown in the world."""
    return [w["label"] for w in window.widgets() if w["panel"] == "Pair" and w["value"].endswith("shown")]


def tests_by_mouse(window):
    check(window.widget("Support points", "Pair")["value"].endswith("chosen"), "the engine's own test comes first")
    window.click(*middle(window.widget("Interval test", "Pair")))
    wait_for("the interval test is chosen",
             lambda: window.widget("Interval test", "Pair")["value"].endswith("chosen"))
    axes = [w["label"] for w in window.widgets() if w["label"].startswith("Test axis ")]
    check(axes[0] == "Test axis A5", f"the edge from the last to the first vertex comes first, not {axes[:1]}")
    window.scroll_to("Test axis A2", "Pair")
    row = window.widget("Test axis A1", "Pair")
    window.click(*middle(row))
    world = window.world()["rect"]
    window.move(world[0] + 20, world[1] + 60)
    wait_for("a click chooses the axis", lambda: chosen_axis(window) == ["Test axis A1"])
    window.key("Right")
    wait_for("Right selects the next axis", lambda: chosen_axis(window) == ["Test axis A2"])
    picture(window, "interval.png")
    window.click(*middle(window.widget("Vertex contacts", "Pair")))
    window.scroll_to("Depth", "Pair")
    for _ in range(3):
        window.press(5)
        window.release(5)
    window.frames(3)
    check(any(" inside " in w["label"] for w in window.widgets()), "vertices inside the other polygon are listed")
    picture(window, "vertex_contacts.png")


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
        wait_for("clipping is listed", lambda: any(w["label"].startswith("Step 1: Reference face")
                                                 for w in window.widgets()))
        picture(window, "contact.png")
        look(window, "Difference")
        check(window.widget("Origin", "Pair")["value"].startswith("inside"), "the difference contains the origin")
        picture(window, "difference.png")
        look(window, "Tests")
        for name in TESTS:
            check(window.widget(name, "Pair")["value"].startswith("overlap"), f"{name} finds the overlap")
        picture(window, "tests.png")
        tests_by_mouse(window)
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
        check(window.widget("Axis A0", "Pair")["value"].startswith("separates"), "A0 separates the shapes")
        check(window.widget("Axis B0", "Pair")["value"].startswith("not tried"), "B's faces were not tested")
        picture(window, "apart.png")
        window.close()


if __name__ == "__main__":
    main(hexagon_against_heptagon, two_clicks)
