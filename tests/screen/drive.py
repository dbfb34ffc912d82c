"""A car that keys drive: forwards, backwards, braked; its keys are chosen by hand; a recording of it verifies."""

import glob
import json
import os
import subprocess

from _window import Window, check, main, middle, wait_for, write_scene


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
    """x of the car, from the file that Ctrl+S writes."""
    before = os.stat(scene).st_mtime_ns
    window.key("ctrl+s")
    wait_for("the file is written", lambda: os.stat(scene).st_mtime_ns != before)
    with open(scene) as file:
        return next(body["position"][0] for body in json.load(file)["bodies"] if body.get("name") == "car")


def hold(window, key, steps):
    window.keydown(key)
    start = window.step()
    wait_for(f"{steps} steps with {key}", lambda: window.step() >= start + steps)
    window.keyup(key)


def drives_both_ways(program, folder):
    scene = write_scene(folder, car())
    with Window(program, folder, scene, "--paused") as window:
        wait_for("the status bar names the keys",
                 lambda: window.widget("Message", "Status")["value"].startswith("Hold D or A to drive while time runs."))
        start = position(window, scene)
        window.key("space")
        wait_for("time runs", lambda: not window.paused())
        hold(window, "d", 90)
        window.screenshot("forwards.png")
        there = position(window, scene)
        check(there > start + 1, f"D drives forwards: from {start} to {there}")
        hold(window, "a", 150)
        back = position(window, scene)
        check(back < there - 1, f"A drives backwards: from {there} to {back}")
        window.key("space")
        wait_for("time is paused", window.paused)
        check(abs(position(window, scene) - position(window, scene)) == 0, "paused, the car stands")
        window.key("F9")
        recording = wait_for("the recording is there", lambda: glob.glob(os.path.join(folder, "*.satbox")) or None)[0]
        runner = os.path.join(os.path.dirname(os.path.abspath(program)), "satbox-run")
        wait_for("the recording is complete and verifies",
                 lambda: subprocess.run([runner, "--replay", recording, "--verify"], capture_output=True).returncode == 0)
        with open(recording) as file:
            check(file.read().count('"setJoint"') >= 8, "the recording has the key presses")
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
