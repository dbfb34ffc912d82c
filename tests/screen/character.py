"""A character that keys move: it walks up the stairs of the scene, pushes crates, jumps, walks back into the wall; its
keys are chosen by hand; a recording of it verifies."""

import os
import shutil

from _window import Window, check, check_recording, main, middle, saved_position, wait_for, write_scene


def message(window):
    return window.widget("Message", "Status")["value"]


def walks_jumps_and_pushes(program, folder):
    scene = os.path.join(folder, "character.json")
    assets = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "assets", "scenes")
    shutil.copy(os.path.join(assets, "character.json"), scene)
    with Window(program, folder, scene, "--paused") as window:
        wait_for("the status bar names the keys",
                 lambda: message(window).startswith("Hold A, D or W to drive while time runs."))
        left, floor = saved_position(window, scene, "character")
        crates = saved_position(window, scene, "crate")[0]
        window.key("space")
        wait_for("time runs", lambda: not window.paused())
        window.hold("d", 45)
        x, y = saved_position(window, scene, "character")
        check(x > left + 2 and y > floor + 0.2, f"D walks up the stairs: from {left}, {floor} to {x}, {y}")
        window.screenshot("stairs.png")
        window.hold("d", 120)
        check(saved_position(window, scene, "crate")[0] > crates + 0.2, "D pushes the crates")
        window.screenshot("crates.png")
        x, _ = saved_position(window, scene, "character")
        window.hold("a", 15)
        window.keydown("w")
        start = window.step()
        wait_for("the jump rises", lambda: window.step() >= start + 12)
        window.key("space")
        wait_for("time is paused", window.paused)
        window.keyup("w")
        high = saved_position(window, scene, "character")
        check(high[0] < x - 0.5 and high[1] > 0.4, f"A walks back from {x}, W jumps: {high}")
        window.screenshot("jump.png")
        window.key("space")
        wait_for("time runs on", lambda: not window.paused())
        window.hold("a", 260)
        x, y = saved_position(window, scene, "character")
        check(abs(x - left) < 1.2 and abs(y - floor) < 0.05, f"A walks back to the wall: {x}, {y}")
        window.key("space")
        wait_for("time is paused again", window.paused)
        window.key("F9")
        recorded = check_recording(program, folder)
        check(recorded.count('"setVelocity"') >= 10, "the recording has the walk")
        check(recorded.count('"applyImpulse"') >= 10, "the recording has the pushes")
        window.close()


def capsule():
    """A kinematic capsule without keys, on a floor."""
    return {"format": "satbox-scene", "version": 1, "title": "Capsule", "camera": {"center": [0, 2], "height": 10},
            "bodies": [{"type": "static", "position": [0, -0.5], "shapes": [{"type": "box", "size": [40, 1]}]},
                       {"name": "person", "type": "kinematic", "position": [0, 0.02],
                        "shapes": [{"type": "capsule", "p1": [0, 0.3], "p2": [0, 1.5], "radius": 0.3}]}]}


def keys_are_chosen_by_hand(program, folder):
    scene = write_scene(folder, capsule())
    with Window(program, folder, scene, "--paused", size="1100x1000") as window:
        window.click(*window.to_screen(0, 1))
        window.click(*middle(window.scroll_to("Keys", "Inspect")))
        window.click(*middle(window.scroll_to("Right key", "Inspect")))
        wait_for("the row waits", lambda: window.widget("Right key", "Inspect")["value"] == "Press a key...")
        window.key("space")
        wait_for("Space is refused", lambda: "Pause or run" in message(window))
        window.key("Right")
        wait_for("the row has the key", lambda: window.widget("Right key", "Inspect")["value"] == "Right")
        check(message(window).startswith("Right drives person while time runs."), message(window))
        window.screenshot("chosen.png")
        start = saved_position(window, scene, "person")[0]
        window.key("space")
        wait_for("time runs", lambda: not window.paused())
        window.hold("Right", 60)
        there = saved_position(window, scene, "person")[0]
        check(there > start + 3, f"the arrow key walks: from {start} to {there}")
        window.close()


if __name__ == "__main__":
    main(walks_jumps_and_pushes, keys_are_chosen_by_hand)
