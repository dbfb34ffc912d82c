"""The tools that make joints: every kind between two boxes, by a drag; then a hinge to the world, by a click. Each kind
is selected, tuned, broken and undone."""

from _window import Window, check, main, middle, wait_for, write_scene

KINDS = ["distance", "revolute", "prismatic", "weld", "wheel", "motor", "pulley", "filter", "gear"]


def place(index):
    """Middle of the pair of boxes of a kind, m."""
    return -8.0 + 4.0 * (index % 5), -1.0 - 3.0 * (index // 5)


def scene_with_pairs():
    bodies = []
    for index, kind in enumerate(KINDS):
        x, y = place(index)
        for name, side in (("left", -0.7), ("right", 0.7)):
            bodies.append({"name": f"{kind} {name}", "position": [x + side, y], "shapes": [{"type": "box", "size": [1, 1]}]})
    return {"format": "satbox-scene", "version": 1, "title": "Pairs", "camera": {"center": [0, 0], "height": 12},
            "bodies": bodies}


def message(window):
    return window.widget("Message", "Status")["value"]


def make_all(window):
    window.key("Tab")  # hides the panels, which leaves room for all boxes
    window.frames(20)
    for index, kind in enumerate(KINDS):
        window.key(f"alt+{index + 1}")
        x, y = place(index)
        window.drag(window.to_screen(x - 0.6, y + 0.1), window.to_screen(x + 0.7, y + 0.2), pieces=3)
        wait_for(f"there is a {kind} joint", lambda: message(window).startswith(f"Created a {kind} joint of "))


def kinds_in(scene):
    return [joint["kind"] for joint in scene.get("joints", [])]


def every_kind(program, folder):
    with Window(program, folder, write_scene(folder, scene_with_pairs()), "--paused") as window:
        make_all(window)
        window.screenshot("all.png")
        scene = window.close()
    check(kinds_in(scene) == KINDS, f"the saved scene has a joint of each kind: {kinds_in(scene)}")
    for kind, joint in zip(KINDS, scene["joints"]):
        names = {scene["bodies"][joint[end]]["name"] for end in ("bodyA", "bodyB")}
        check(names == {f"{kind} left", f"{kind} right"}, f"the {kind} joint connects its pair, not {names}")


def undone(program, folder):
    with Window(program, folder, write_scene(folder, scene_with_pairs()), "--paused") as window:
        make_all(window)
        for kind in reversed(KINDS):
            window.key("ctrl+z")
            wait_for(f"the {kind} joint is undone",
                     lambda: message(window).startswith(f"Undone: Create {kind} joint of "))
        scene = window.close()
    check(kinds_in(scene) == [], f"undo has removed all joints, but {kinds_in(scene)} are left")
    check(len(scene["bodies"]) == 2 * len(KINDS), "undo has kept all bodies")


def hinge_to_the_world(program, folder):
    with Window(program, folder, write_scene(folder, scene_with_pairs()), "--paused") as window:
        bodies = window.bodies()
        window.key("alt+2")
        x, y = place(1)
        window.move(*window.to_screen(x - 0.7, y))
        window.frames()
        window.screenshot("preview.png")
        window.click(*window.to_screen(x - 0.7, y))
        wait_for("the box is hinged", lambda: message(window) == "Created a revolute joint of revolute left.")
        check(window.bodies() == bodies + 1, "the world is a body of its own")
        scene = window.close()
    world = scene["bodies"][scene["joints"][0]["bodyA"]]
    check(world["type"] == "static" and not world.get("shapes"), f"the box is joined to the world, not to {world}")


# Of each kind: where a click selects it, the heading to unfold, and a row that is dragged or switched.
TUNED = {
    "distance": ((0.5, 0.2), None, "Length"),
    "revolute": ((0.5, 0.2), "Motor", "Speed"),
    "prismatic": ((-0.9, 0.1), "Spring", "Frequency"),
    "weld": ((0.5, 0.2), None, "Angular damping ratio"),
    "wheel": ((-0.9, 0.1), None, "Frequency"),
    "motor": ((0.5, 0.2), None, "Greatest force"),
    "pulley": ((0.5, 0.2), None, "Ratio"),
    "filter": ((-0.3, 0.05), None, "Collide connected"),
    "gear": ((-1.0, 0.0), None, "Teeth of A"),
}


def scene_with_pair():
    boxes = [{"name": name, "position": [x, 0], "shapes": [{"type": "box", "size": [1, 1]}]}
             for name, x in (("left", -1), ("right", 0.4))]
    boxes[0]["type"] = "static"
    return {"format": "satbox-scene", "version": 1, "title": "Pair", "camera": {"center": [0, 0], "height": 8},
            "bodies": boxes}


def value_of(window, label):
    return window.scroll_to(label, "Inspect")["value"]


def drag_slider(window, label, share):
    row = window.scroll_to(label, "Inspect")
    before = row["value"]
    x, y = middle(row)
    window.drag((x, y), (x + share * row["w"], y))
    wait_for(f"{label} is not {before} any more", lambda: value_of(window, label) != before)


def unfold(window, heading):
    window.click(*middle(window.scroll_to(heading, "Inspect")))
    wait_for(f"{heading} is open", lambda: window.widget(heading, "Inspect")["value"] == "open")


def tune(window, kind):
    at, heading, label = TUNED[kind]
    window.click(*window.to_screen(*at))
    wait_for(f"the {kind} joint is selected",
             lambda: (window.find("Kind", "Inspect") or {}).get("value") == kind.capitalize())
    window.screenshot(f"{kind}.png")
    if heading:
        unfold(window, heading)
    before = value_of(window, label)
    if before in ("on", "off"):
        window.click(*middle(window.scroll_to(label, "Inspect")))
    else:
        if window.find("Enabled", "Inspect") and heading:
            window.click(*middle(window.scroll_to("Enabled", "Inspect")))
            before = value_of(window, label)
        drag_slider(window, label, 0.2)
    wait_for("the row shows another value", lambda: value_of(window, label) != before)
    after = value_of(window, label)
    window.key("ctrl+z")
    wait_for("undo takes the row back", lambda: value_of(window, label) == before)
    window.key("ctrl+shift+z")
    wait_for("redo sets it again", lambda: value_of(window, label) == after)


def each_is_tuned_broken_and_undone(program, folder):
    for index, kind in enumerate(KINDS):
        with Window(program, folder, write_scene(folder, scene_with_pair()), "--paused") as window:
            window.key(f"alt+{index + 1}")
            window.drag(window.to_screen(-0.9, 0.1), window.to_screen(0.5, 0.2), pieces=3)
            wait_for(f"there is a {kind} joint", lambda: message(window).startswith(f"Created a {kind} joint of "))
            window.key("Escape")
            tune(window, kind)
            if kind != "filter":  # which holds nothing that could break
                unfold(window, "Break")
                drag_slider(window, "Break force", 0.02)
                window.key("space")
                wait_for(f"the {kind} joint breaks", lambda: " broke at " in message(window))
                window.screenshot(f"{kind}_broken.png")
                window.key("space")
                wait_for("it is paused", window.paused)
                window.key("r")
                wait_for("it starts again", lambda: window.step() == 0)
            while not message(window).startswith("Undone: Create "):
                window.key("ctrl+z")
                window.frames()
            scene = window.close()
        check(kinds_in(scene) == [], f"undo has removed the {kind} joint, but {kinds_in(scene)} are left")


if __name__ == "__main__":
    main(every_kind, undone, hinge_to_the_world, each_is_tuned_broken_and_undone)
