"""The "Broad phase" panel: a level of the tree, the visits of a box query and a ray, the reasons of awake islands."""

import os

from _window import Window, check, main, middle, wait_for


def value(window, label):
    return window.widget(label, "Broad phase")["value"]


def press(window, label):
    widget = window.widget(label, "Broad phase")
    window.click(*middle(widget))


def picture(window, name):
    window.frames(3)
    path = window.screenshot(name)
    check(os.path.getsize(path) > 20000, f"{name} is so small that the picture must be nearly empty")


def box_and_ray(program, folder):
    with Window(program, folder, "pyramid", "--theme", "dark", "--paused", size="1280x760") as window:
        window.frames(5)
        window.key("h")
        wait_for("the box tool is selected", lambda: value(window, "Drag a box") == "selected")
        window.drag(window.to_screen(-3.0, 1.0), window.to_screen(2.0, 4.0))
        wait_for("the search is shown", lambda: window.find("Nodes visited", "Broad phase") is not None)
        visited, nodes = value(window, "Nodes visited").split(",")[0].split(" of ")
        check(int(nodes) == 421, f"two trees of 1 and 210 shapes have 421 nodes, not {nodes}")
        parts = [int(value(window, name)) for name in ("Inner nodes entered", "Nodes pruned", "Leaves tested")]
        check(sum(parts) == int(visited), f"{visited} visits do not add up from {parts}")
        check(0 < int(value(window, "Shapes found")) <= parts[2], "every shape found was tested")
        for i in (1, 2, 3):
            window.key("Right")
            wait_for(f"visit {i} is shown", lambda: int(value(window, "Visit")) == i)
        window.key("Left")
        wait_for("visit 2 is shown", lambda: int(value(window, "Visit")) == 2)
        picture(window, "box.png")
        window.key("Escape")
        wait_for("the search is gone", lambda: window.find("Nodes visited", "Broad phase") is None)

        window.key("j")
        window.drag(window.to_screen(-14.0, 5.0), window.to_screen(8.0, 5.2))
        wait_for("the ray hits", lambda: value(window, "First shape hit").startswith("box"))
        picture(window, "ray.png")
        press(window, "Remove")
        wait_for("the ray is gone", lambda: window.find("First shape hit", "Broad phase") is None)
        window.key("Escape")

        press(window, "Tree")
        press(window, "Level 4")
        wait_for("level 4 is shown", lambda: int(value(window, "Level")) == 4)
        check(value(window, "Draw tree") == "on", "the tree is drawn")
        picture(window, "level.png")
        window.close()


def islands(program, folder):
    with Window(program, folder, "welcome", "--theme", "light", "--broad", "islands", size="1024x640") as window:
        window.frames(90)
        window.key("space")
        window.frames(3)
        reason = value(window, "Island 1")
        check(reason.endswith("."), f"the first island has a reason: {reason}")
        press(window, "Island 1")
        wait_for("its body is selected", lambda: "selected=-" not in window.widget("World")["value"])
        picture(window, "islands.png")
        press(window, "Moved")
        count = value(window, "Left their fat box")
        check(" of " in count, f"shapes that moved are counted: {count}")
        picture(window, "moved.png")
        window.close()


if __name__ == "__main__":
    main(box_and_ray, islands)
