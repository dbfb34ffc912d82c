"""What a new user meets first: the first steps, the search, the menu of a right click, copying between two windows."""

import os

from _window import BOX_ON_FLOOR, Window, check, main, middle, run, wait_for, write_scene


def the_first_steps_are_done_by_doing(program, folder):
    with Window(program, folder) as window:  # without a scene, as at the first start
        check(window.widget("Throw a body", "First steps")["value"] == "", "nothing has been done yet")
        window.close()
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene) as window:
        check(window.find("Throw a body") is None, "a scene was named: the first steps must not cover it")
        window.key("shift+F1")
        window.widget("Throw a body", "First steps")
        window.drag(window.to_screen(0, 0.5), window.to_screen(2, 3))
        wait_for("the throw is ticked", lambda: window.widget("Throw a body")["value"] == "done")
        landed = window.step() + 420  # 7 s: a box that still bounces may touch nothing when time stops
        wait_for("the box has landed", lambda: window.step() > landed)
        window.key("space")
        wait_for("the pause is ticked", lambda: window.widget("Pause", "First steps")["value"] == "done")
        window.key("n")
        window.frames(4)
        if window.widget("Look into a contact")["value"] != "done":  # pressed again after a step
            window.key("o")
            window.frames(4)
            window.key("n")
        wait_for("the look is ticked", lambda: window.widget("Look into a contact")["value"] == "done")
        window.screenshot("first_steps.png")
        window.click(*middle(window.widget("Done", "First steps")))
        wait_for("the card is closed", lambda: window.find("Throw a body") is None)
        window.close()


def the_search_sets_a_setting_and_pauses(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene) as window:
        window.key("ctrl+p")
        window.widget("Search", "Search")
        run("xdotool", "type", "substeps")
        wait_for("the setting is found", lambda: window.find("Undo", "Search") is None)
        window.screenshot("search.png")
        window.key("Return")
        wait_for("a value is asked for", lambda: window.find("Value", "Search"))
        window.frames(4)
        run("xdotool", "type", "7000")
        window.key("Return")
        window.frames(4)
        check(window.find("Value", "Search") is not None, "7000 substeps must be refused")
        window.key("ctrl+a")
        run("xdotool", "type", "7")
        window.key("Return")
        wait_for("the search is closed", lambda: window.find("Value", "Search") is None)
        window.key("ctrl+p")
        window.widget("Search", "Search")
        run("xdotool", "type", "pause")
        window.frames(4)
        window.key("Return")
        wait_for("time stands", window.paused)
        left = window.close()
        check(left["settings"]["substeps"] == 7, f"7 substeps were typed: {left['settings']}")


def bodies_are_copied_to_a_second_window(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, os.path.join(folder, "first"), scene, "--paused") as first:
        first.click(*first.to_screen(0, 0.5))
        wait_for("the box is selected", lambda: first.world()["selected"] == "box")
        first.key("ctrl+c")
        first.move(*first.to_screen(3, 4))
        first.frames()
        first.key("ctrl+v")
        wait_for("the copy is there", lambda: first.bodies() == 3)
        first.key("ctrl+x")  # the pasted one is selected
        wait_for("it is cut", lambda: first.bodies() == 2)
        with Window(program, os.path.join(folder, "second"), scene, "--paused") as second:
            second.move(*second.to_screen(-3, 2))
            second.frames()
            second.key("ctrl+v")
            wait_for("the body arrives in the second window", lambda: second.bodies() == 3)
            x, y = second.close()["bodies"][-1]["position"]
            check(abs(x + 3) < 0.05 and abs(y - 2) < 0.05, f"it was pasted at (-3, 2) and is at ({x}, {y})")
        run("xdotool", "windowfocus", "--sync", first.id)
        first.key("ctrl+z")
        wait_for("the cut is undone", lambda: first.bodies() == 3)
        first.close()


def a_right_click_lists_what_can_be_done(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene, "--paused") as window:
        x, y = window.to_screen(0, 0.5)
        window.drag((x + 200, y), (x + 260, y - 20), button=3)
        check(window.find("Delete", "Context menu") is None, "a drag with the right button moves the view only")
        window.click(*window.to_screen(0, 0.5), button=3)
        delete = window.widget("Delete", "Context menu")
        window.screenshot("context_menu.png")
        window.click(*middle(delete))
        wait_for("the box is deleted", lambda: window.bodies() == 1)
        window.key("ctrl+z")
        wait_for("the box is back", lambda: window.bodies() == 2)
        window.click(*window.to_screen(2, 4), button=3)
        wait_for("the menu of empty space", lambda: window.find("Paste", "Context menu"))
        check(window.find("Delete", "Context menu") is None, "there is nothing to delete in empty space")
        window.key("Escape")
        wait_for("the menu is closed", lambda: window.find("Paste", "Context menu") is None)
        window.close()


if __name__ == "__main__":
    main(the_first_steps_are_done_by_doing, the_search_sets_a_setting_and_pauses, bodies_are_copied_to_a_second_window,
         a_right_click_lists_what_can_be_done)
