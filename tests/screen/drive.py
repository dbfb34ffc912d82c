"""A car that keys drive: forwards, backwards, braked; its keys are chosen by hand; a recording of it verifies."""

from _window import Window, check, check_recording, main, middle, saved_position, wait_for, write_scene


def car(keys=True):
    """A box on two wheels, on a long floor."""
    grip = {"friction": 1}
    bodies = [{"name": "floor", "type": "static", "position": [0, -0.5],
               "shapes": [{"type": "box", "size": [200, 1], "material": grip}]},
              {"name": "car", "position": [0, 0.9], "shapes": [{"type": "box", "size": [3, 0.5]}]}]
    joints = []
    for x in (-1, 1):
        bodies.append({"name": "wheel", "position": [x, 0.5],
                       "shapes": [{"type": "circle", "radius": 0.5, "material": grip}]})
        joint = {"kind": "wheel", "bodyA": 1, "bodyB": len(bodies) - 1, "anchorA": [x, -0.4], "angleA": 1.5707964,
                 "motor": {"maxForce": 15}}
        if keys:
            joint.update({"forwardKey": "D", "backwardKey": "A", "keySpeed": -8, "keyBrake": True})
        joints.append(joint)
    return {"format": "satbox-scene", "version": 1, "title": "Driven", "camera": {"center": [0, 2], "height": 12},
            "bodies": bodies, "joints": joints}


def position(window, scene):
    return saved_position(window, scene, "car")[0]


def drives_both_ways(program, folder):
    scene = write_scene(folder, car())
    with Window(program, folder, scene, "--paused") as window:
        wait_for("the status bar names the keys",
                 lambda: window.widget("Message", "Status")["value"].startswith("Hold D or A to drive while time runs."))
        start = position(window, scene)
        window.key("space")
        wait_for("time runs", lambda: not window.paused())
        window.hold("d", 90)
        window.screenshot("forwards.png")
        there = position(window, scene)
        check(there > start + 1, f"D drives forwards: from {start} to {there}")
        window.hold("a", 150)
        back = position(window, scene)
        check(back < there - 1, f"A drives backwards: from {there} to {back}")
        window.key("space")
        wait_for("time is paused", window.paused)
        check(abs(position(window, scene) - position(window, scene)) == 0, "paused, the car stands")
        window.key("F9")
        check(check_recording(program, folder).count('"setJoint"') >= 8, "the recording has the key presses")
        window.close()


def keys_are_chosen_by_hand(program, folder):
    scene = write_scene(folder, car(keys=False))
    with Window(program, folder, scene, "--paused", size="1100x1000") as window:
        window.click(*window.to_screen(1, 0.5))  # on the anchor: the joint, not the wheel
        window.click(*middle(window.scroll_to("Keys", "Inspect")))
        window.click(*middle(window.scroll_to("Forward key", "Inspect")))
        wait_for("the row waits", lambda: window.widget("Forward key", "Inspect")["value"] == "Press a key...")
        window.key("space")
        wait_for("Space is refused", lambda: "Pause or run" in window.widget("Message", "Status")["value"])
        check(window.paused(), "the refused key did nothing else")
        window.key("w")
        wait_for("the row has the key", lambda: window.widget("Forward key", "Inspect")["value"] == "W")
        window.screenshot("chosen.png")
        window.key("ctrl+z")
        wait_for("undo takes it away", lambda: window.widget("Forward key", "Inspect")["value"] == "None")
        window.key("ctrl+shift+z")
        wait_for("redo brings it back", lambda: window.widget("Forward key", "Inspect")["value"] == "W")
        window.close()


if __name__ == "__main__":
    main(drives_both_ways, keys_are_chosen_by_hand)
