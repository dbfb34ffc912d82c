"""The cards above the world: the list of all bodies, errors, and the legend that folds and moves off bodies."""

import os

from _window import BOX_ON_FLOOR, Window, check, main, middle, run, wait_for, write_scene

# A column of boxes at the lower left of the view, and nothing else.
COLUMN = {
    "format": "satbox-scene",
    "version": 1,
    "title": "Column",
    "camera": {"center": [0, 5], "height": 10},
    "settings": {"gravity": [0, 0]},
    "bodies": [{"name": f"box-{i + 1}", "position": [-4, 1 + 0.9 * i], "linearVelocity": [0, 0.01 * i],
                "shapes": [{"type": "box", "size": [1, 0.8]}]} for i in range(10)],
}


def rows(window):
    """Names of the visible rows of the list, from the top."""
    found = [w for w in window.widgets() if w["label"].startswith("Row ")]
    return [w["label"][4:] for w in sorted(found, key=lambda w: w["y"])]


def the_list_of_bodies_sorts_filters_selects_and_flies(program, folder):
    scene = write_scene(folder, COLUMN)
    with Window(program, folder, scene, "--paused", size="1280x800") as window:
        window.key("F2")
        wait_for("the bodies are in order", lambda: rows(window) == [f"box-{i}" for i in range(1, 11)])
        window.click(*middle(window.widget("Sort by Speed")))
        window.click(*middle(window.widget("Sort by Speed")))
        wait_for("the fastest is first", lambda: rows(window)[:2] == ["box-10", "box-9"])
        window.screenshot("bodies.png")
        window.click(*middle(window.widget("Find by name")))
        run("xdotool", "type", "BOX-1")
        wait_for("only matching names are listed", lambda: rows(window) == ["box-10", "box-1"])
        check(window.bodies() == 10, "typing into the filter must not run shortcuts")
        window.click(*middle(window.widget("Row box-10")))
        wait_for("the click selects", lambda: window.world()["selected"] == "box-10")
        scale = float(window.world()["scale"])
        window.press()
        window.release()
        window.press()
        window.release()
        wait_for("the double click flies there", lambda: float(window.world()["scale"]) > scale)
        wait_for("the body is in the middle", lambda: abs(float(window.world()["y"]) - 9.1) < 0.5)
        window.key("Escape")  # leaves the text field
        window.key("Escape")
        wait_for("the card is closed", lambda: window.find("Find by name") is None)
        window.close()


def a_refused_file_and_a_failed_save_are_explained_in_a_card(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene) as window:
        bad_body = {"name": "box", "shapes": [{"type": "box", "size": [1, -1]}]}
        write_scene(folder, dict(BOX_ON_FLOOR, bodies=[bad_body]))  # the file has changed meanwhile
        window.key("ctrl+shift+r")
        error = wait_for("the error is shown", lambda: window.find("Error", "Error"))["value"]
        check("box_on_floor.json" in error and "/bodies/0/shapes/0/size" in error, f"it must name the place: {error}")
        short = window.widget("Message", "Status")["value"]
        check(short.startswith("The scene was not opened"), f"the status bar says what happened: {short}")
        check(window.bodies() == 2, "the open scene must be unchanged")
        window.screenshot("error.png")
        window.key("Escape")
        wait_for("Esc closes the card", lambda: window.find("Error", "Error") is None)
        window.key("ctrl+shift+s")
        window.widget("File name", "File browser")
        window.frames(4)
        window.key("ctrl+a")
        missing = os.path.join(os.path.abspath(folder), "missing", "box.json")
        run("xdotool", "type", missing)
        window.key("Return")
        error = wait_for("the error is shown", lambda: window.find("Error", "Error"))["value"]
        check(missing in error, f"it must name the file: {error}")
        window.click(*middle(window.widget("Close", "Error")))
        wait_for("the button closes the card", lambda: window.find("Error", "Error") is None)
        window.close()


def the_legend_folds_and_moves_off_bodies(program, folder):
    scene = write_scene(folder, COLUMN)
    with Window(program, folder, scene, "--paused", size="1280x800") as window:
        arrow = window.widget("Fold the legend")
        world = window.widget("World")
        check(arrow["y"] > world["y"] + world["h"] / 2, "without bodies there the legend is at the bottom")
        x, y = window.to_screen(0, 5)
        window.drag((x, y), (x - 80, y + 90), button=3)  # the column gets under the legend
        wait_for("the legend moves", lambda: window.find("Fold the legend")["y"] < world["y"] + world["h"] / 2)
        window.screenshot("legend.png")
        window.click(*middle(window.widget("Fold the legend")))
        wait_for("it is folded", lambda: window.find("Fold the legend") is None)
        window.close()
    with Window(program, folder, scene, "--paused") as window:
        folded = window.widget("Legend")
        check(window.find("Fold the legend") is None, "it stays folded at the next start")
        window.click(*middle(folded))
        wait_for("it is open again", lambda: window.find("Fold the legend"))
        window.close()


if __name__ == "__main__":
    main(the_list_of_bodies_sorts_filters_selects_and_flies, a_refused_file_and_a_failed_save_are_explained_in_a_card,
         the_legend_folds_and_moves_off_bodies)
