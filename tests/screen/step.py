"""The "Step" panel: opening it by key, walking through the stages, the arithmetic of a contact, the energy."""

import os

from _window import Window, check, main, middle, wait_for


def stage_of(window):
    return window.widget("Stages", "Step")["value"]


def a_stack_stage_by_stage(program, folder):
    with Window(program, folder, "box_stack", "--theme", "dark", "--paused", size="1280x760") as window:
        for _ in range(12):
            step = window.step()
            window.key("o")
            wait_for("a step is made", lambda: window.step() == step + 1)
        window.key("shift+m")
        wait_for("a single step is kept", lambda: window.widget("Step", "Step")["value"] == "12, the last")
        window.key("o")
        wait_for("it becomes the last step", lambda: window.widget("Step", "Step")["value"] == "13, the last")
        check(stage_of(window) == "start", "it begins at the start")
        island = window.widget("Island", "Step")["value"]
        check(island == "15 bodies, 15 contacts", f"the whole stack is one island: {island}")
        for expected in ("velocities, substep 1", "warm start, substep 1", "restitution, substep 1",
                         "solve, substep 1"):
            window.key("Right")
            wait_for(f"{expected} is shown", lambda: stage_of(window) == expected)
        speeds = window.scroll_to("Speed, normal", "Step")["value"]
        check(speeds.count("|") == 1, f"both points have a speed: {speeds}")
        arithmetic = window.scroll_to("Point 1, normal", "Step")["value"]
        check("bias = " in arithmetic and "j = λ" in arithmetic, f"the arithmetic is shown: {arithmetic}")
        window.key("shift+k")
        window.frames(3)
        path = window.screenshot("step.png")
        check(os.path.getsize(path) > 20000, "the picture is not empty")

        window.key("Right")
        window.key("Right")
        friction = window.scroll_to("Point 2, friction", "Step")["value"]  # two stages later contacts are relaxed
        check("the friction cone allows" in friction, f"the limit of friction is shown: {friction}")

        heading = window.scroll_to("Energy", "Step")
        check(heading["value"] == "folded", "the energy section is folded at first")
        window.click(*middle(heading))
        rest = window.scroll_to("Unaccounted", "Step")["value"]
        check(rest.endswith("J"), f"the unaccounted energy is shown: {rest}")
        change = window.scroll_to("Total change", "Step")["value"]
        check(change.endswith("J"), f"the total change of energy is shown: {change}")
        window.screenshot("energy.png")
        window.close()


if __name__ == "__main__":
    main(a_stack_stage_by_stage)
