"""The time bar: stepping back, going to a step, running from the past, branches and their ghosts."""

from _window import BOX_ON_FLOOR, Window, check, main, middle, wait_for, write_scene


def bar(window):
    """The present step, and the last one that was played."""
    value = window.widget("Time bar", "Playback")["value"]
    present, _, rest = value.partition(" of ")
    return int(present), int(rest.split(" to ")[1])


def at_step(window, step):
    rect = window.widget("Time bar", "Playback")
    return rect["x"] + 6 + (rect["w"] - 12) * step / bar(window)[1], rect["y"] + rect["h"] / 2


def back_and_forth(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene) as window:
        wait_for("some steps pass", lambda: window.step() > 100)
        window.key("p")
        wait_for("the simulation is paused", window.paused)
        last = window.step()
        for back in range(1, 4):
            window.key("comma")
            wait_for("a step is taken back", lambda back=back: window.step() == last - back)
        check(bar(window) == (last - 3, last), "the bar still has all steps")
        window.key("period")
        wait_for("a step is made again", lambda: window.step() == last - 2)
        window.click(*at_step(window, 30))
        wait_for("the bar goes to a step", lambda: abs(window.step() - 30) <= 2)
        window.screenshot("past.png")
        window.key("ctrl+b")
        window.key("ctrl+End")
        wait_for("the end is shown", lambda: window.step() == last)
        window.key("ctrl+Left")
        wait_for("the bookmark is shown", lambda: abs(window.step() - 30) <= 2)
        window.key("shift+space")
        wait_for("time runs back to the beginning", lambda: window.step() == 0 and window.paused())
        window.key("space")
        wait_for("what was played is replayed and time goes on", lambda: window.step() > last)
        window.close()


def branch_with_ghost(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene) as window:
        wait_for("some steps pass", lambda: window.step() > 150)
        window.key("p")
        wait_for("the simulation is paused", window.paused)
        last = window.step()
        window.click(*at_step(window, 20))
        wait_for("the past is shown", lambda: abs(window.step() - 20) <= 2)
        present = window.step()
        bodies = window.bodies()
        window.key("1")
        window.click(*window.to_screen(3, 5))
        wait_for("a box is added in the past", lambda: window.bodies() == bodies + 1)
        wait_for("time ends there", lambda: bar(window)[1] == present)
        window.key("Escape")
        window.key("ctrl+h")
        wait_for("the other line is listed, with what was done instead",
                 lambda: any(w["label"].startswith("Steps ") and w["value"] == "left at: Add box" for w in window.widgets()))
        window.click(*middle(window.widget("Show over the world", "History")))
        window.key("space")
        wait_for("time goes on", lambda: window.step() > present + 60)
        window.key("p")
        window.frames(3)
        window.screenshot("ghost.png")
        window.click(*middle(window.widget("Go there", "History")))
        wait_for("the other line is the present one", lambda: bar(window)[1] == last)
        check(window.bodies() == bodies, "the box does not exist there")
        window.close()


def twenty_seconds_back(program, folder):
    """Another restitution from 20 s ago on, over what had happened with the old one."""
    with Window(program, folder, "ten_boxes", size="1280x800") as window:
        for _ in range(3):
            window.key("equal")  # 8 times real time
        wait_for("24 s pass", lambda: window.step() > 24 * 60, time_limit=120)
        window.key("p")
        wait_for("the simulation is paused", window.paused)
        last = window.step()
        window.click(*at_step(window, last - 20 * 60))
        wait_for("the time 20 s ago is shown", lambda: abs(window.step() - (last - 20 * 60)) <= 4)
        window.scroll_to("All restitution", "Tune")
        slider = window.widget("All restitution", "Tune")
        x, y = middle(slider)
        window.drag((x, y), (x + slider["w"] / 2, y))
        wait_for("the change makes a branch", lambda: bar(window)[1] < last)
        window.key("ctrl+h")
        wait_for("the old line is listed", lambda: window.find("Show over the world", "History"))
        window.click(*middle(window.widget("Show over the world", "History")))
        window.key("ctrl+h")
        window.key("space")
        wait_for("time goes on", lambda: bar(window)[1] > last - 18 * 60)
        window.key("p")
        window.frames(3)
        window.screenshot("restitution.png")
        window.close()


if __name__ == "__main__":
    main(back_and_forth, branch_with_ghost, twenty_seconds_back)
