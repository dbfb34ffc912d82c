"""Pictures of the window for visual inspection: dark and light, large and small."""

import os

from _window import Window, check, main, middle, run, wait_for

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


def size_of(picture):
    """Width and height in the header of a PNG file."""
    with open(picture, "rb") as file:
        header = file.read(24)
    return int.from_bytes(header[16:20], "big"), int.from_bytes(header[20:24], "big")


def large(program, folder):
    """The Picture card: three pixels for each of the window, with panels and without."""
    with Window(program, folder, "box_stack", "--paused", "--theme", "light", size="1100x700") as window:
        for number, world_only in enumerate((False, True), start=1):
            window.key("ctrl+F12")
            scale = window.widget("Scale", "Picture")
            window.move(*middle(scale))
            window.frames()
            window.key("Return")
            window.frames()
            run("xdotool", "key", "3")
            window.key("Return")
            wait_for("the size is three times the window's",
                     lambda: window.widget("Size", "Picture")["value"] == "3300 x 2100 px")
            if world_only:
                window.click(*middle(window.widget("Only the world", "Picture")))
            window.click(*middle(window.widget("Save as PNG", "Picture")))
            picture = os.path.join(folder, f"satbox-box_stack-{number:03}.png")
            wait_for("the picture is written", lambda: os.path.exists(picture))
            check(size_of(picture) == (3300, 2100), f"the size of {picture} is {size_of(picture)}")
            window.frames(3)
            check(not window.find("Size", "Picture"), "the card is closed")
            check(window.widget("Tune", "Tabs"), "the window is as before")
        window.close()


if __name__ == "__main__":
    main(dark, light, small, without_panels, help_sheet, large)
