"""Adding shapes from the tool bar and by key; duplicating and deleting them."""

from _window import BOX_ON_FLOOR, Window, check, main, middle, wait_for, write_scene


def drop_a_shape_from_the_tool_bar(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene, "--paused") as window:
        count = window.bodies()
        window.drag(middle(window.widget("Circle", "Tool bar")), window.to_screen(3, 4))
        wait_for("there is one more body", lambda: window.bodies() == count + 1)
        left = window.close()
        x, y = left["bodies"][-1]["position"]
        check(abs(x - 3) < 0.05 and abs(y - 4) < 0.05, f"it was dropped at (3, 4) and is at ({x}, {y})")


def drop_a_shape_by_key(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene, "--paused") as window:
        count = window.bodies()
        window.key("1")
        window.click(*window.to_screen(-3, 4))
        wait_for("there is one more body", lambda: window.bodies() == count + 1)
        window.key("ctrl+d")
        wait_for("the copy is there", lambda: window.bodies() == count + 2)
        window.key("Delete")
        wait_for("the copy is gone", lambda: window.bodies() == count + 1)
        window.key("5")
        window.key("Escape")
        window.click(*window.to_screen(3, 4))
        check(window.bodies() == count + 1, "after Esc a click must drop nothing")
        window.close()


if __name__ == "__main__":
    main(drop_a_shape_from_the_tool_bar, drop_a_shape_by_key)
