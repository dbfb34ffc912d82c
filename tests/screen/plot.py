"""The "Plot" panel: opening it, running, going to a step by a click and a drag in a plot, saving as CSV."""

import os

from _window import Window, check, main, middle, wait_for


def present(window):
    """The step of History that the time bar shows."""
    return int(window.widget("Time bar")["value"].split(" ")[0])


MARGIN = 6  # pixels beside the curves


def at(plot, share):
    return plot["x"] + MARGIN + share * (plot["w"] - 2 * MARGIN), plot["y"] + 0.5 * plot["h"]


def plots_over_time(program, folder):
    with Window(program, folder, "box_stack", "--theme", "dark", "--paused", size="1280x760") as window:
        window.click(*middle(window.widget("Look into", "Tabs")))
        window.click(*middle(window.widget("Plot", "Tabs")))
        window.click(*middle(window.widget("Run", "Plot")))
        wait_for("a second was played", lambda: present(window) > 60)
        window.key("p")
        wait_for("time is paused", window.paused)
        last = present(window)
        plot = wait_for("the axis is up to date",
                        lambda: (w := window.find("Plot of energy", "Plot")) and w["value"] == f"0 to {last}" and w)
        window.click(*at(plot, 0.5))
        wait_for("the click went to the middle", lambda: abs(present(window) - last / 2) <= 1)
        check(window.paused(), "time stays paused")
        window.drag(at(plot, 0.5), at(plot, 0.25))
        wait_for("the drag went on to a quarter", lambda: abs(present(window) - last / 4) <= 1)
        kinetic = window.widget("Energy kinetic", "Plot")["value"]
        check(kinetic.endswith("J"), f"the kinetic energy is shown: {kinetic}")
        window.screenshot("plot.png")

        window.click(*middle(window.scroll_to("Save as CSV", "Plot")))
        path = os.path.join(window.folder, "satbox-box_stack-plot-001.csv")
        wait_for("the file is written", lambda: os.path.exists(path))
        with open(path) as file:
            lines = file.read().splitlines()
        check(lines[0].startswith("step,time_s,kinetic_J,"), f"the header: {lines[0]}")
        check(len(lines) == last + 2, f"a line for each of the steps 0 to {last}: {len(lines)}")
        window.close()


if __name__ == "__main__":
    main(plots_over_time)
