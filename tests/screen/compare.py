"""Comparison of four worlds: start by key, figures, dragging in all worlds, divergence, copying, end."""

import os

from _window import Window, check, main, middle, wait_for


def in_view(window, letter, x, y):
    """Window coordinates of a world position in metres, in one of the views."""
    view = window.widget(f"View {letter}", "")
    facts = window.world()
    left, top = middle(view)
    return left + (x - float(facts["x"])) * float(facts["scale"]), top - (y - float(facts["y"])) * float(facts["scale"])


def figures(window, label):
    """The numbers of a table row, without units."""
    numbers = window.widget(label, "Compare")["value"].replace("\u2212", "-").split("|")
    return [float(number.split()[0]) for number in numbers]


def four_solvers_on_ten_boxes(program, folder):
    with Window(program, folder, "ten_boxes", "--theme", "dark", size="1280x760") as window:
        window.key("shift+c")
        window.widget("End comparison", "Compare")
        window.click(*middle(window.widget("All four solvers", "Compare")))
        check(window.widget("Solver D", "Compare")["value"].startswith("Vertex"), "the fourth world uses vertex contacts")
        window.key("r")
        wait_for("six seconds are simulated", lambda: 360 <= window.step())
        energies = figures(window, "Potential energy")
        check(len(energies) == 4, f"each of four worlds has an energy: {energies}")
        check(energies[0] > 400 and energies[1] > 400, f"the stacks of soft step and sequential impulses stand: {energies}")
        check(energies[2] < 300 and energies[3] < 300, f"the stacks of manifold impulses and vertex contacts have fallen over: {energies}")
        path = window.screenshot("four.png")
        check(os.path.getsize(path) > 20000, "the picture is not empty")

        # Dragging the top box in the view of the second world also moves it in the first.
        window.drag(in_view(window, "B", 0.0, 9.5), in_view(window, "B", 5.0, 11.0))
        wait_for("a body of the first world is selected",
                 lambda: "box" in window.world()["selected"] or "body" in window.world()["selected"])
        wait_for("its box falls", lambda: figures(window, "Potential energy")[0] < energies[0] - 20)

        divergence = window.scroll_to("Divergence AD", "Compare")
        check(divergence["value"].startswith("step "), "the step in which A and D diverge is shown")
        window.click(*middle(window.scroll_to("Copy as CSV", "Compare")))
        wait_for("the table is on the clipboard",
                 lambda: "clipboard" in window.widget("Message", "Status")["value"])
        window.key("shift+c")
        window.widget("Start comparison", "Compare")
        check(window.find("View A", "") is None, "one view remains")
        left = window.close()
        top = max(left["bodies"], key=lambda one: one["position"][1])
        check(len(left["bodies"]) == 11, "the first world remains")
        check(top["position"][1] < 9.4, f"its top box was pulled off: {top['position']}")


def other_engines_on_ten_boxes(program, folder):
    with Window(program, folder, "ten_boxes", "--theme", "dark", size="1280x760") as window:
        window.key("shift+c")
        button = window.widget("Other engines", "Compare")
        if button["value"] == "disabled":
            print("left out: this build has neither Box2D nor Chipmunk")
            return
        window.click(*middle(button))
        engine = window.widget("Solver B", "Compare")["value"]
        wait_for("the second world has another engine",
                 lambda: window.widget("Solver B", "Compare")["value"].split()[0] in ("Box2D", "Chipmunk"))
        window.key("r")
        wait_for("two seconds are simulated", lambda: 120 <= window.step())
        energies = figures(window, "Potential energy")
        check(energies[1] > 450, f"the stack of {engine} stands: {energies}")
        # A pull in the view of the other engine.
        window.drag(in_view(window, "B", 0.0, 9.5), in_view(window, "B", 5.0, 11.0))
        wait_for("its box falls there too", lambda: figures(window, "Potential energy")[1] < energies[1] - 20)
        wait_for("and in the first world", lambda: figures(window, "Potential energy")[0] < energies[0] - 20)


if __name__ == "__main__":
    main(four_solvers_on_ten_boxes, other_engines_on_ten_boxes)
