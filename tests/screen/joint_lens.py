"""The "Joint" panel: opening it by key and by click, walking through the stages, the arithmetic, copying it as text."""

import os

from _window import Window, check, main, middle, wait_for, write_scene


def chain():
    """Three arms that hang on a wall; the last one turns against a limit."""
    bodies = [{"name": "wall", "type": "static", "position": [0, 0], "shapes": [{"type": "box", "size": [0.4, 0.4]}]}]
    joints = []
    for i in range(3):
        bodies.append({"name": f"arm {i + 1}", "position": [1.0 + 2.0 * i, 0],
                       "shapes": [{"type": "box", "size": [1.9, 0.2]}]})
        joint = {"kind": "revolute", "bodyA": i, "bodyB": i + 1, "anchorA": [0 if i == 0 else 1, 0],
                 "anchorB": [-1, 0], "name": f"joint {i + 1}"}
        if i == 2:
            joint["limit"] = {"enabled": True, "lower": -0.1, "upper": 0.1}
        joints.append(joint)
    return {"format": "satbox-scene", "version": 1, "title": "Chain", "camera": {"center": [2, -1], "height": 12},
            "bodies": bodies, "joints": joints}


def stage_of(window):
    return window.widget("Stage", "Joint")["value"]


def message(window):
    return window.widget("Message", "Status")["value"]


def a_chain_joint_by_joint(program, folder):
    scene = write_scene(folder, chain())
    with Window(program, folder, scene, "--theme", "dark", "--paused", size="1280x760") as window:
        for _ in range(6):
            step = window.step()
            window.key("o")
            wait_for("a step is made", lambda: window.step() == step + 1)
        window.key("ctrl+m")
        wait_for("the last step is shown", lambda: window.widget("Step", "Joint")["value"] == "6, the last")
        check(stage_of(window).startswith("push, pass "), f"it begins with a push: {stage_of(window)}")
        rows = [w["label"] for w in window.widgets() if w["panel"] == "Joint" and w["label"].startswith("Pin, sub")]
        check(rows == [f"Pin, substep {i + 1}" for i in range(4)], f"the pin has a row per substep: {rows}")

        # Another joint, by a click on its anchor.
        window.click(*window.to_screen(4.0, -0.05))
        wait_for("the limit of the clicked joint is listed", lambda: window.find("Limit of the angle", "Joint"))
        state = window.widget("Limit of the angle", "Joint")["value"]
        check("active" in state, f"the limit says whether it is active: {state}")

        window.click(*middle(window.widget("Pin, substep 1", "Joint")))
        wait_for("a click on a row shows its substep", lambda: stage_of(window).endswith("substep 1"))
        first = stage_of(window)
        window.key("Right")
        wait_for("Right shows the next stage", lambda: stage_of(window) != first)
        window.screenshot("joint.png")
        arithmetic = window.scroll_to("Pin, arithmetic", "Joint")["value"]
        check("C = (" in arithmetic and "λ" in arithmetic, f"the arithmetic is shown: {arithmetic}")
        path = window.screenshot("arithmetic.png")
        check(os.path.getsize(path) > 20000, "the picture is not empty")

        for _ in range(40):
            window.press(4)
            window.release(4)
        window.frames(3)
        window.click(*middle(window.widget("Copy as text", "Joint")))
        wait_for("the text is on the clipboard", lambda: message(window).startswith("Copied to the clipboard"))
        window.close()


def from_the_menu_of_a_joint(program, folder):
    scene = write_scene(folder, chain())
    with Window(program, folder, scene, "--paused", size="1280x760") as window:
        window.click(*window.to_screen(2.0, 0.0), button=3)
        item = wait_for("the joint's menu is open", lambda: window.find("Look into it", "Context menu"))
        window.click(*middle(item))
        wait_for("the next step is simulated", lambda: window.widget("Step", "Joint")["value"].startswith("1, the next"))
        check(window.step() == 0, "looking makes no step")
        window.close()


if __name__ == "__main__":
    main(a_chain_joint_by_joint, from_the_menu_of_a_joint)
