"""Changing settings while the simulation runs; panels do not pass clicks on to the world."""

from _window import BOX_ON_FLOOR, Window, body, check, main, middle, wait_for, write_scene


def drag_the_gravity_slider(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene) as window:
        before = window.widget("Gravity y", "Tune")
        x, y = middle(before)
        window.drag((x, y), (x + before["w"] / 4, y))
        wait_for("the slider shows another value",
                 lambda: window.widget("Gravity y", "Tune")["value"] != before["value"])
        left = window.close()
        gravity = left.get("settings", {}).get("gravity", [0, -9.81])
        check(abs(gravity[1] + 9.81) > 0.5, f"gravity was dragged and is {gravity}")
        check(abs(body(left, "box")["position"][0]) < 1e-3, "a drag on a panel must not reach the world")


def undo_takes_a_slider_back(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene, "--paused") as window:
        before = window.widget("Gravity y", "Tune")
        x, y = middle(before)
        window.drag((x, y), (x + before["w"] / 4, y))
        wait_for("the slider shows another value",
                 lambda: window.widget("Gravity y", "Tune")["value"] != before["value"])
        window.key("ctrl+z")
        wait_for("the slider is at its old value",
                 lambda: window.widget("Gravity y", "Tune")["value"] == before["value"])
        window.close()


def clicks_on_panels_stay_there(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene) as window:
        for label in ("Inspect", "Look into", "Pair", "Scenes", "Tune"):
            window.click(*middle(window.widget(label, "Tabs")))
        check(window.world()["selected"] == "-", "clicking tabs selected a body")
        window.click(*window.to_screen(0, 0.5))
        wait_for("the box is selected by a click", lambda: window.world()["selected"] == "box")
        window.close()


if __name__ == "__main__":
    main(drag_the_gravity_slider, undo_takes_a_slider_back, clicks_on_panels_stay_there)
