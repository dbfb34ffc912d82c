"""Selecting, scaling, aligning and copying bodies, layers, and the list of bodies."""

import json

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


if __name__ == "__main__":
    main(select_scale_align, scale_by_a_corner)
