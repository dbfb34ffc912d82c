"""Pictures of the window for visual inspection: dark and light, large and small."""

import os

from _window import Window, check, main, wait_for

OVERLAYS = "grid,shapes,contact-points,normals,penetration,impulses"


def take(program, folder, name, *arguments, size="1200x740", steps=90, keys=()):
    with Window(program, folder, *arguments, size=size) as window:
        wait_for("the bodies have moved", lambda: window.step() > steps)
        window.key("p")
        wait_for("the simulation is paused", window.paused)
        for key in keys:
            window.key(key)
            window.frames(3)
        window.move(4, 20)  # over no widget
        window.frames(3)
        picture = window.screenshot(name)
        check(os.path.getsize(picture) > 20000, f"{name} is so small that the picture must be nearly empty")
        window.close()


def dark(program, folder):
    take(program, folder, "dark.png", "welcome", "--theme", "dark", "--overlays", OVERLAYS)


def light(program, folder):
    take(program, folder, "light.png", "welcome", "--theme", "light", "--overlays", OVERLAYS)


def small(program, folder):
    take(program, folder, "small.png", "box_stack", "--theme", "dark", size="1024x640")


def without_panels(program, folder):
    take(program, folder, "without_panels.png", "pyramid", "--theme", "light", keys=("Tab",))


def help_sheet(program, folder):
    take(program, folder, "help.png", "welcome", "--theme", "dark", keys=("F1",))


if __name__ == "__main__":
    main(dark, light, small, without_panels, help_sheet)
