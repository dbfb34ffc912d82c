"""The History card, keeping a moment as the scene, and the list of recent files."""

import os

from _window import BOX_ON_FLOOR, Window, check, main, middle, wait_for, write_scene


def add_box(window, x):
    before = window.bodies()
    window.key("1")
    window.click(*window.to_screen(x, 4))
    wait_for("there is one more box", lambda: window.bodies() == before + 1)


def rows(window, label="Add box"):
    return [widget for widget in window.widgets() if widget["panel"] == "History" and widget["label"] == label]


def jump_in_the_history(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene, "--paused") as window:
        for x in (-4, -2, 2):
            add_box(window, x)
        window.key("ctrl+h")
        wait_for("the card lists three boxes", lambda: len(rows(window)) == 3)
        check(rows(window)[2]["value"] == "present", "the last entry is the present")
        window.click(*middle(rows(window)[0]))
        wait_for("two boxes are undone", lambda: window.bodies() == 3)
        wait_for("the others are greyed", lambda: [row["value"] for row in rows(window)] == ["present", "undone", "undone"])
        window.move(20, 400)
        window.frames()
        window.screenshot("jumped.png")
        window.click(*middle(rows(window)[2]))
        wait_for("all boxes are back", lambda: window.bodies() == 5)
        window.click(*middle(rows(window, "Beginning")[0]))
        wait_for("all boxes are undone", lambda: window.bodies() == 2)
        window.key("ctrl+h")
        wait_for("the card is closed", lambda: not rows(window))
        window.close()


def keep_a_moment(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene) as window:
        wait_for("some steps pass", lambda: window.step() > 30)
        window.key("p")
        wait_for("the simulation is paused", window.paused)
        kept = window.step()
        window.key("ctrl+k")
        window.key("o")
        wait_for("a step is made", lambda: window.step() == kept + 1)
        window.key("r")
        wait_for("restart returns to the kept moment", lambda: window.step() == kept)
        window.key("ctrl+z")
        window.key("ctrl+z")
        wait_for("the message names the moment",
                 lambda: window.widget("Message", "Status")["value"] == "Undone: Keep this moment as the scene")
        window.key("r")
        wait_for("restart returns to the old start", lambda: window.step() == 0)
        window.close()


def recent_files(program, folder):
    first = write_scene(folder, BOX_ON_FLOOR, "first.json")
    second = write_scene(folder, BOX_ON_FLOOR, "second.json")
    with Window(program, folder, first) as window:
        window.close()
    with Window(program, folder, second) as window:
        window.close()
    os.remove(second)
    third = write_scene(folder, BOX_ON_FLOOR, "third.json")
    with Window(program, folder, third) as window:
        window.click(*middle(window.widget("File", "Menu bar")))
        window.click(*middle(window.widget("Open recent", "Menu bar")))
        window.move(*middle(window.widget("second.json", "Menu bar")))
        window.frames(3)
        window.screenshot("menu.png")
        window.click(*middle(window.widget("first.json", "Menu bar")))
        wait_for("the file is opened", lambda: window.world()["scene"] == "first")
        window.close()


if __name__ == "__main__":
    main(jump_in_the_history, keep_a_moment, recent_files)
