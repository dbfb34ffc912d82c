"""Selecting, scaling, aligning and copying bodies, layers, and the list of bodies."""

import json
import os

from _window import BOX_ON_FLOOR, Window, check, main, middle, run, wait_for, write_scene


def boxes():
    scene = json.loads(json.dumps(BOX_ON_FLOOR))
    box = dict(scene["bodies"][-1])
    scene["bodies"] = scene["bodies"][:1]
    for i, x in enumerate((-4, -2, 1)):
        scene["bodies"].append(dict(box, name=f"box {i}", position=[x, 0.5 + i]))
    return scene


def selected(window):
    return window.world()["selected"]


def message(window):
    return window.widget("Message", "Status")["value"]


def positions(state):
    return {body.get("name"): body.get("position", [0, 0]) for body in state["bodies"]}


def width_of(shape):
    if "size" in shape:
        return shape["size"][0]
    xs = [x for x, y in shape["vertices"]]
    return max(xs) - min(xs)


def select_scale_align(program, folder):
    scene = write_scene(folder, boxes())
    with Window(program, folder, scene, "--paused") as window:
        window.drag(window.to_screen(-5, 4.5), window.to_screen(2, -0.3))
        wait_for("three boxes are selected", lambda: message(window) == "3 bodies selected.")
        window.screenshot("selected.png")
        window.key("ctrl+p")
        window.widget("Search", "Search")
        run("xdotool", "type", "--delay", "30", "align bottom")
        window.frames()
        window.key("Return")
        window.frames()
        window.key("F2")
        wait_for("the list of bodies is open", lambda: window.find("Row box 1", "Bodies"))
        window.screenshot("list.png")
        window.click(*middle(window.widget("Row box 1", "Bodies")))
        wait_for("the row selects the body", lambda: selected(window).startswith("box"))
        state = window.close()
    bottoms = [positions(state)[f"box {i}"][1] for i in range(3)]
    check(max(bottoms) - min(bottoms) < 1e-4, f"the boxes have one bottom, not {bottoms}")


def scale_by_a_corner(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene, "--paused") as window:
        before = window.bodies()
        x, y = window.to_screen(0, 0.5)
        window.click(x, y)
        wait_for("a body is selected", lambda: selected(window) != "-")
        scale = float(window.world()["scale"])
        corner = (x + 0.5 * scale + 8, y - 0.5 * scale - 8)  # the frame is 8 points outside
        window.drag(corner, (corner[0] + 40, corner[1] - 40))
        window.screenshot("scaled.png")
        window.key("ctrl+c")
        window.move(*window.to_screen(3, 3))
        window.key("ctrl+v")
        wait_for("a copy is pasted", lambda: window.bodies() == before + 1)
        state = window.close()
    widths = [width_of(body["shapes"][0]) for body in state["bodies"] if body.get("type") != "static"]
    check(len(widths) == 2 and widths[0] > 1.2 and abs(widths[0] - widths[1]) < 1e-3, f"both are larger: {widths}")


def scaled_boxes_arrive_in_a_second_window(program, folder):
    scene = write_scene(folder, boxes())
    with Window(program, os.path.join(folder, "first"), scene, "--paused") as first:
        first.drag(first.to_screen(-5, 4.5), first.to_screen(2, -0.3))
        wait_for("three boxes are selected", lambda: message(first) == "3 bodies selected.")
        scale = float(first.world()["scale"])
        x, y = first.to_screen(1.5, 3.0)
        corner = (x + 8, y - 8)  # the frame is 8 points outside
        first.drag(corner, (corner[0] + scale, corner[1] - 0.5 * scale))
        first.screenshot("scaled.png")
        first.key("ctrl+c")
        with Window(program, os.path.join(folder, "second"), scene, "--paused") as second:
            second.move(*second.to_screen(0, 5))
            second.frames()
            second.key("ctrl+v")
            wait_for("the boxes arrive in the second window", lambda: second.bodies() == 7)
            second.screenshot("pasted.png")
            pasted = second.close()["bodies"][-3:]
        run("xdotool", "windowfocus", "--sync", first.id)
        scaled = first.close()["bodies"][-3:]
    widths = [width_of(body["shapes"][0]) for body in scaled]
    check(min(widths) > 1.05, f"the boxes are larger than 1 m: {widths}")
    check(all(abs(width_of(body["shapes"][0]) - width) < 1e-4 for body, width in zip(pasted, widths)),
          f"the pasted boxes have the widths {widths}: {pasted}")
    offsets = [[a["position"][i] - b["position"][i] for i in (0, 1)] for a, b in zip(pasted, scaled)]
    check(all(abs(o[0] - offsets[0][0]) + abs(o[1] - offsets[0][1]) < 1e-3 for o in offsets),
          f"the pasted boxes are where the others are, moved by one distance: {offsets}")


def layers_that_ignore_each_other_fall_through(program, folder):
    scene = write_scene(folder, BOX_ON_FLOOR)
    with Window(program, folder, scene, "--paused", size="1280x900") as window:
        window.click(*window.to_screen(0, 0.5))
        wait_for("the box is selected", lambda: selected(window) == "box")
        window.click(*middle(window.scroll_to("Layers", "Inspect")))
        window.click(*middle(window.scroll_to("Layer", "Inspect")))
        window.click(*middle(window.widget("Layer 2")))
        wait_for("the box is in layer 2", lambda: window.widget("Layer", "Inspect")["value"] == "Layer 2")
        rule = window.scroll_to("Layer 2 and Default", "Inspect")
        check(rule["value"] == "collide", f"at first all layers collide: {rule}")
        window.click(*middle(rule))
        wait_for("the layers ignore each other",
                 lambda: window.widget("Layer 2 and Default", "Inspect")["value"] == "ignore each other")
        window.screenshot("matrix.png")
        window.key("space")
        wait_for("a second has passed", lambda: window.step() > 60)
        window.key("space")
        wait_for("time stands", window.paused)
        window.key("ctrl+z")
        wait_for("the rule is undone, and what was played since",
                 lambda: window.widget("Layer 2 and Default", "Inspect")["value"] == "collide" and window.step() == 0)
        window.key("ctrl+shift+z")
        wait_for("the rule is back", lambda: window.step() > 60)
        left = window.close()
    y = positions(left)["box"][1]
    check(y < -2, f"the box fell through the floor and is at y = {y}")


if __name__ == "__main__":
    main(select_scale_align, scale_by_a_corner, scaled_boxes_arrive_in_a_second_window,
         layers_that_ignore_each_other_fall_through)
