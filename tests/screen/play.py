"""The play tools: explosion, magnet, pin, stream."""

from _window import BOX_ON_FLOOR, Window, body, check, main, middle, wait_for, write_scene


def message(window):
    return window.widget("Message", "Status")["value"]


def undo(window):
    window.key("ctrl+z")
    wait_for("something is undone", lambda: message(window).startswith("Undone"))
    return message(window)


def hold(window, point, steps):
    """Holds the left button until `steps` more steps are made."""
    window.move(*window.to_screen(*point))
    window.frames()
    window.press()
    begin = window.step()
    wait_for(f"{steps} steps with the button held", lambda: window.step() > begin + steps)


def explode(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene) as window:
        window.key("shift+6")
        window.widget("Strength", "Tool options")
        window.move(*window.to_screen(-1, 0.5))
        window.frames()
        window.screenshot("preview.png")
        window.click(*window.to_screen(-1, 0.5))
        wait_for("the message names the bodies", lambda: message(window) == "The explosion pushed 1 body.")
        begin = window.step()
        wait_for("some steps pass", lambda: window.step() > begin + 30)
        window.screenshot("after.png")
        check(undo(window) == "Undone: Explosion", "an explosion is one undo entry")
        window.click(*window.to_screen(-1, 0.5))
        begin = window.step()
        wait_for("some steps pass", lambda: window.step() > begin + 30)
        x = body(window.close(), "box")["position"][0]
        check(x > 0.5, f"the explosion left of the box pushed it to x = {x}")


def attract(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene) as window:
        window.key("shift+7")
        hold(window, (0, 2.5), 60)
        window.screenshot("attracting.png")
        window.key("p")  # releases the magnet and pauses
        window.release()
        wait_for("the simulation is paused", window.paused)
        y = body(window.close(), "box")["position"][1]
        check(y > 1.5, f"the magnet lifted the box to y = {y}")


def pin(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene) as window:
        window.key("shift+8")
        window.move(*window.to_screen(0.1, 0.6))
        window.frames()
        window.screenshot("preview.png")
        window.click(*window.to_screen(0.1, 0.6))
        wait_for("the box is pinned", lambda: message(window).startswith("Pinned box"))
        window.click(*window.to_screen(3, -0.4))
        wait_for("the floor is static already", lambda: message(window).startswith("Not pinned: floor"))
        check(body(window.close(), "box")["type"] == "static", "the box is static")


def stream(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene) as window:
        window.key("shift+0")
        window.widget("Spread", "Tool options")
        hold(window, (3, 4), 60)
        window.screenshot("streaming.png")
        window.release()
        window.frames()
        streamed = window.bodies()
        check(streamed > 8, f"bodies streamed for a second; there are {streamed}")
        check(undo(window).startswith("Undone: Stream of"), "a hold is one undo entry")
        wait_for("undo removes the bodies", lambda: window.bodies() == 2)
        window.key("ctrl+shift+z")
        wait_for("redo brings them back", lambda: window.bodies() == streamed)
        window.key("r")
        wait_for("restart removes them", lambda: window.bodies() == 2)
        window.key("p")
        wait_for("the simulation is paused", window.paused)
        window.click(*window.to_screen(3, 4))
        check(window.bodies() == 2, "nothing streams while paused")
        window.close()


if __name__ == "__main__":
    main(explode, attract, pin, stream)
