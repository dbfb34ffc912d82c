"""Dragging bodies with the mouse, while the simulation runs and while it is paused."""

from _window import BOX_ON_FLOOR, Window, body, check, main, wait_for, write_scene


def drag_a_box(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene) as window:
        window.drag(window.to_screen(0, 0.5), window.to_screen(4, 3))
        left = body(window.close(), "box")
        check(left["position"][0] > 1, f"the box was dragged to x = 4 and is at {left['position']}")


def throw_a_box(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene) as window:
        window.move(*window.to_screen(0, 0.5))
        window.frames()
        window.press()
        window.frames(1)
        for i in range(1, 13):
            window.move(*window.to_screen(0.35 * i, 0.5 + 0.3 * i))
            window.frames(1)
        window.release()
        # It continues to the right, beyond the point where it was released.
        released = window.step()
        wait_for("20 steps have passed since the release", lambda: window.step() > released + 20)
        window.key("p")
        wait_for("the simulation is paused", window.paused)
        left = body(window.close(), "box")
        check(left["position"][0] > 4.3, f"the box was released while it moved right at x = 4.2 and is at {left['position']}")


def move_while_paused(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene, "--paused") as window:
        step = window.step()
        window.drag(window.to_screen(0.1, 0.6), window.to_screen(2.1, 2.6))
        window.drag(window.to_screen(8, -0.5), window.to_screen(8, -1.5))
        check(window.step() == step, "dragging while paused must not step the world")
        left = window.close()
        x, y = body(left, "box")["position"]
        check(abs(x - 2) < 0.05 and abs(y - 2.5) < 0.05, f"the box was moved to (2, 2.5) and is at ({x}, {y})")
        y = body(left, "floor")["position"][1]
        check(abs(y + 1.5) < 0.05, f"the floor was moved to y = -1.5 and is at {y}")


def undo_a_move(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene, "--paused") as window:
        window.drag(window.to_screen(0, 0.5), window.to_screen(2, 2.5))
        window.key("ctrl+z")
        wait_for("the status line names the undone change",
                 lambda: window.widget("Message", "Status")["value"] == "Undone: Move box")
        x, y = body(window.close(), "box")["position"]
        check(abs(x) < 1e-3 and abs(y - 0.5) < 1e-3, f"one undo must revert the whole drag; the box is at ({x}, {y})")


if __name__ == "__main__":
    main(drag_a_box, throw_a_box, move_while_paused, undo_a_move)
