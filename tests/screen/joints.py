"""The tools that make joints: every kind between two boxes, by a drag; then a hinge to the world, by a click."""

from _window import Window, check, main, wait_for, write_scene

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


if __name__ == "__main__":
    main(every_kind, undone, hinge_to_the_world)
