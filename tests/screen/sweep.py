"""The "Sweep" panel: a results file opens it, a click in a cell of the map opens the run at its last step, and a cell of
several runs lists them."""

import os
import subprocess

from _window import BOX_ON_FLOOR, Window, check, main, middle, wait_for, write_scene

GRAVITIES, SUBSTEPS, STEPS = [-20, -9, -5, -2.5], [1, 2, 4], 30


def swept(program, folder, **more):
    """Makes a sweep of 4 x 3 settings; returns its results file, or None if this build cannot store results."""
    write_scene(folder, BOX_ON_FLOOR)
    sweep = {"format": "satbox-sweep", "version": 1,
             "inputs": {"scene": "box_on_floor.json", "steps": STEPS, "body:box.position.y": 2,
                        "gravity.y": GRAVITIES, "substeps": SUBSTEPS, **more},
             "metrics": ["end.energy", "end.speed"]}
    path = write_scene(folder, sweep, "sweep.json")
    runner = os.path.join(os.path.dirname(os.path.abspath(program)), "satbox-run")
    made = subprocess.run([runner, "--sweep", path], cwd=folder, capture_output=True, text=True)
    if "built without SQLite" in made.stderr:
        print("left out: this build has no SQLite")
        return None
    check(made.returncode == 0, made.stderr)
    return os.path.join(folder, "sweep.sqlite")


def cell(window, column, row):
    """Window coordinates of a cell of the map, in a row counted from below."""
    at = window.widget("Sweep map", "Sweep")
    return (at["x"] + (column + 0.5) * at["w"] / len(GRAVITIES),
            at["y"] + at["h"] - (row + 0.5) * at["h"] / len(SUBSTEPS))


def a_cell_opens_its_run_at_the_last_step(program, folder):
    results = swept(program, folder)
    if not results:
        return
    with Window(program, folder, results, "--theme", "dark", size="1280x760") as window:
        check(window.widget("Sweep map", "Sweep")["value"] == "4 x 3", "a column for each gravity, a row for each substep")
        check(window.widget("Runs", "Sweep")["value"] == "12 of 12", "all runs are there")
        check(window.widget("Across", "Sweep")["value"].startswith("gravity.y"), "the first input goes across")
        before = window.world()["scene"]
        window.click(*cell(window, 2, 1))
        wait_for("a run opens", lambda: window.world()["scene"] != before)
        # The last input changes first: the third gravity, the second number of substeps.
        check(window.world()["scene"].endswith("-run7"), f"the run of the cell opens: {window.world()['scene']}")
        check((window.step(), window.paused()) == (STEPS, True), f"it is paused at its last step: {window.step()}")
        check(window.bodies() == 2, "it has the bodies of the swept scene")
        check(os.path.getsize(window.screenshot("map.png")) > 20000, "the picture is not empty")
        window.key("ctrl+z")
        wait_for("the scene before it returns", lambda: window.world()["scene"] == before)
        window.key("ctrl+shift+z")
        wait_for("the run returns", lambda: window.world()["scene"].endswith("-run7"))
        state = window.close()
        check(state["settings"]["gravity"] == [0, -5], f"the gravity of the column: {state['settings']}")
        check(state["settings"]["substeps"] == 2, f"the substeps of the row: {state['settings']}")


def a_cell_of_several_runs_lists_them(program, folder):
    results = swept(program, folder, seed=[1, 2, 3])
    if not results:
        return
    with Window(program, folder, results, "--theme", "light", size="1280x760") as window:
        before = window.world()["scene"]
        window.click(*cell(window, 0, 2))
        run = window.scroll_to("Run", "Sweep")
        check(window.world()["scene"] == before, "nothing opens yet")
        number = int(run["value"])
        check(6 <= number <= 8, f"a run of the cell: {number}")
        window.screenshot("list.png")
        window.click(*middle(window.widget("Run", "Sweep")))
        wait_for("the run opens", lambda: window.world()["scene"].endswith(f"-run{number}"))
        check(window.step() == STEPS, "at its last step")


if __name__ == "__main__":
    main(a_cell_opens_its_run_at_the_last_step, a_cell_of_several_runs_lists_them)
