"""One step taken apart: opened by key, walked stage by stage, its arithmetic told, another contact taken by a click."""

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
        wait_for("the next step is simulated", lambda: "simulated" in window.widget("Step", "Step")["value"])
        window.key("o")
        wait_for("then it is the last", lambda: window.widget("Step", "Step")["value"] == "13, the last")
        check(stage_of(window) == "start", "it begins at the start")
        island = window.widget("Island", "Step")["value"]
        check(island == "15 bodies, 15 contacts", f"the whole stack is one island: {island}")
        for expected in ("velocities, substep 1", "warm start, substep 1", "restitution, substep 1",
                         "solve, substep 1"):
            window.key("Right")
            wait_for(f"{expected} is shown", lambda: stage_of(window) == expected)
        speeds = window.scroll_to("Speed, normal", "Step")["value"]
        check(speeds.count("|") == 1, f"both points have a speed: {speeds}")
        told = window.scroll_to("Point 1, normal", "Step")["value"]
        check("bias = " in told and "j = λ" in told, f"the arithmetic is told: {told}")
        window.key("shift+k")
        window.frames(3)
        path = window.screenshot("step.png")
        check(os.path.getsize(path) > 20000, "the picture shows something")

        window.key("Right")
        window.key("Right")
        friction = window.scroll_to("Point 2, friction", "Step")["value"]  # two stages on contacts are relaxed
        check("the cone allows" in friction, f"friction has its limit: {friction}")

        heading = window.scroll_to("Energy", "Step")
        check(heading["value"] == "folded", "the energy is not asked for at first")
        window.click(*middle(heading))
        rest = window.scroll_to("Unaccounted", "Step")["value"]
        check(rest.endswith("J"), f"what is left over is told: {rest}")
        change = window.scroll_to("Total change", "Step")["value"]
        check(change.endswith("J"), f"and by how much the energy changed: {change}")
        window.screenshot("energy.png")
        window.close()


if __name__ == "__main__":
    main(a_stack_stage_by_stage)
