"""satbox in headless Chromium: argv: folder of the page (build/page/site), chromium, satbox-run, folder for artefacts."""

import json
import os
import shutil
import subprocess
import sys
import time

from _browser import Browser, Failed, Page, Site, check, wait_for
from _window import BOX_ON_FLOOR

MAX_DOWNLOAD = 3_000_000  # bytes, compressed
RUNNER = ""
SITE = ""


def desktop_hash(scene, steps):
    """The hash that satbox-run computes."""
    result = subprocess.run([RUNNER, scene, "--steps", str(steps), "--hash"], capture_output=True, text=True, check=True)
    return result.stdout.split()[-1]


def link_of(folder, scene):
    """The fragment that opens a scene, made with Python's zlib, not with satbox."""
    import base64
    import zlib
    text = json.dumps(scene).encode()
    return "#s=" + base64.urlsafe_b64encode(zlib.compress(text, 9)).decode().rstrip("=")


def opens_quickly_and_is_small(browser, url):
    """Prints the size and the time; asserts the size."""
    page = Page(browser, url)
    milliseconds = page.drawn()
    variant = page.evaluate("Module.satboxVariant")
    # What the server has sent, headers and all; the first entry is the page itself.
    sent = page.evaluate("""[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .reduce((sum, entry) => sum + entry.transferSize, 0)""")
    print(f"{variant}: {sent:,.0f} bytes downloaded, compressed; first picture after {milliseconds / 1000:.2f} s", flush=True)
    check(500_000 < sent < MAX_DOWNLOAD, f"the download has {sent:,.0f} bytes, more than {MAX_DOWNLOAD:,} or too few to be true")
    wait_for("the picture has many colours", lambda: page.colors() > 30)
    page.screenshot(f"welcome_{variant}.png")
    wait_for("time runs", lambda: page.step() > 30)
    check(not page.errors(), f"errors in the console: {page.errors()}")
    page.close()


def the_hash_is_that_of_the_desktop(browser, url):
    for scene in ("pyramid", "mixed_rain", "compound"):
        page = Page(browser, url, scene)
        wait_for("100 steps", lambda: page.step() >= 100, 120)
        page.key("p", "KeyP", 80)
        wait_for("the simulation is paused", lambda: page.world()["paused"] == "true")
        page.frames(2)
        world = page.world()
        steps, found = int(world["step"]), world["hash"]
        expected = desktop_hash(scene, steps)
        check(found == expected, f"{scene} after {steps} steps: the page has {found}, satbox-run {expected}")
        print(f"{page.evaluate('Module.satboxVariant')}: {scene} after {steps} steps: {found}, as on the desktop", flush=True)
        page.close()


def a_drag_moves_a_body(browser, url):
    page = Page(browser, url, "--paused", fragment=link_of(browser.folder, BOX_ON_FLOOR))
    before = page.world()["hash"]
    page.drag(page.to_screen(0.1, 0.6), page.to_screen(3.1, 2.6))
    check(page.world()["hash"] != before, "the drag has changed nothing")
    check("box" in page.world()["selected"], f"the box is selected, not {page.world()['selected']}")
    page.screenshot("dragged.png")
    # Saves the scene as the menu does, into the page's file system, and reads it there.
    position = saved_position(page)
    check(abs(position[0] - 3) < 0.1 and abs(position[1] - 2.5) < 0.1, f"the box was dragged to (3, 2.5) and is at {position}")
    page.close()


def saved_position(page):
    """Where the box is, from the link that Copy link makes."""
    page.evaluate("void (Module.satboxCopy = (text) => { self.copied = text; })")
    page.chord("l", "KeyL", 76)
    link = wait_for("a link is copied", lambda: page.evaluate("self.copied"))
    scene = read_link(link)
    return next(body for body in scene["bodies"] if body.get("name") == "box")["position"]


def read_link(link):
    import base64
    import zlib
    packed = link.split("#s=")[1]
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))))


def a_link_opens_its_scene(browser, url):
    scene = dict(BOX_ON_FLOOR, title="From a link")
    page = Page(browser, url, "--paused", fragment=link_of(browser.folder, scene))
    check(page.world()["bodies"] == "2", f"the scene has 2 bodies, not {page.world()['bodies']}")
    wait_for("the title is that of the scene", lambda: page.evaluate("document.title").startswith("From a link"))
    page.close()
    page = Page(browser, url, fragment="#s=AAAA", waits=False)
    wait_for("the page says that the link is damaged", lambda: "damaged or was cut" in page.failure())
    page.screenshot("damaged_link.png")
    page.close()


def touch_drags_pinches_and_pans(browser, url):
    page = Page(browser, url, "--paused", fragment=link_of(browser.folder, BOX_ON_FLOOR))
    before = page.world()["hash"]
    x, y = page.to_screen(0.1, 0.6)
    page.touch("touchStart", (x, y))
    for i in range(1, 7):
        page.touch("touchMove", (x + 20 * i, y - 10 * i))
    page.touch("touchEnd")
    dragged = page.world()["hash"]
    check(dragged != before, "one finger has not moved the box")

    x, y = page.to_screen(-4, 4)
    view = page.world()
    page.touch("touchStart", (x - 40, y))
    page.touch("touchStart", (x - 40, y), (x + 40, y))
    for i in range(1, 5):
        page.touch("touchMove", (x - 40 - 10 * i, y), (x + 40 + 10 * i, y))
    zoomed = float(page.world()["scale"]) / float(view["scale"])
    check(abs(zoomed - 2) < 0.01, f"fingers at twice the distance zoom by 2, not by {zoomed}")
    where = page.to_screen(-4, 4)
    check(abs(where[0] - x) < 1 and abs(where[1] - y) < 1, f"what is between the fingers stays at {(x, y)}, not {where}")
    for i in range(1, 5):
        page.touch("touchMove", (x - 80 + 15 * i, y + 10 * i), (x + 80 + 15 * i, y + 10 * i))
    page.touch("touchEnd")
    where = page.to_screen(-4, 4)
    check(abs(where[0] - x - 60) < 1 and abs(where[1] - y - 40) < 1, f"two fingers pan by (60, 40): {(x, y)} is now at {where}")
    check(page.world()["hash"] == dragged, "two fingers have moved a body")
    page.close()


def a_tap_of_two_fingers_is_a_right_click(browser, url):
    page = Page(browser, url, "--paused", fragment=link_of(browser.folder, BOX_ON_FLOOR))
    # Within one task of the page: the length of the tap must not depend on the machine.
    x, y = page.to_screen(0, 0.5)
    page.evaluate(f"""
        const touches = [0, 1].map((i) => new Touch({{identifier: i, target: canvas, clientX: {x} + 60 * i, clientY: {y}}}));
        const send = (type, on, changed) => canvas.dispatchEvent(
            new TouchEvent(type, {{touches: on, targetTouches: on, changedTouches: changed, cancelable: true, bubbles: true}}));
        send("touchstart", [touches[0]], [touches[0]]);
        send("touchstart", touches, [touches[1]]);
        send("touchend", [], touches);
    """)
    wait_for("the tap opens the menu of the box", lambda: page.frames(1) or page.find("Delete", "Context menu"))
    page.screenshot("menu_by_touch.png")
    check("box" in page.world()["selected"], f"the box is selected, not {page.world()['selected']}")
    page.close()


def bodies_are_pasted_from_the_system(browser, url):
    """A text of another program, which the browser gives to the page when the user pastes."""
    page = Page(browser, url, "--paused", fragment=link_of(browser.folder, BOX_ON_FLOOR))
    page.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    scene = json.dumps({**BOX_ON_FLOOR, "bodies": [dict(BOX_ON_FLOOR["bodies"][1], name="pasted")]})
    page.evaluate(f"navigator.clipboard.writeText({json.dumps(scene)})")
    page.chord("v", "KeyV", 86)
    wait_for("the body is pasted", lambda: page.frames(1) or page.world()["bodies"] == "3")
    check(page.evaluate("Module.satboxUnsaved"), "the page does not know of unsaved work")
    page.close()


def preferences_are_kept_until_the_next_visit(browser, url):
    page = Page(browser, url)
    check(page.find("Tune"), "the panels are shown")
    page.key("Tab", "Tab", 9)
    wait_for("the panels are hidden", lambda: page.frames(1) or not page.find("Tune"))
    # What a browser does before it leaves a page.
    page.evaluate("""Object.defineProperty(document, "visibilityState", {value: "hidden", configurable: true});
                     document.dispatchEvent(new Event("visibilitychange", {bubbles: true}))""")
    kept = json.loads(page.evaluate("localStorage.getItem('satbox:/libsdl/satbox/preferences.json')"))
    check(kept["panels-visible"] is False, f"the hidden panels are kept: {kept}")
    check("theme" not in kept["view"], "the theme stays that of the browser")
    page.close()
    page = Page(browser, url, light=True)
    page.frames(5)
    check(not page.find("Tune"), "the panels are hidden in the next visit")
    check(page.corner_is_light(), "the theme is that of the browser in the next visit")
    page.screenshot("next_visit_light.png")
    page.close()


def pictures(browser, url):
    """For people to look at: sharp at both densities, dark and light, narrow."""
    for name, options in (("dense", {"density": 2}), ("light", {"light": True}), ("phone", {"size": (414, 820), "density": 3})):
        page = Page(browser, url, **options)
        size = page.evaluate("[canvas.width, canvas.height, innerWidth * devicePixelRatio, innerHeight * devicePixelRatio]")
        check(size[:2] == size[2:], f"the canvas has {size[:2]} pixels, the page {size[2:]}")
        wait_for("the picture has many colours", lambda: page.colors() > 30)
        page.screenshot(f"{name}.png")
        page.close()


def a_browser_without_webgl_is_told(browser, url):
    page = Page(browser, url, waits=False)
    page.call("Page.addScriptToEvaluateOnNewDocument", source="HTMLCanvasElement.prototype.getContext = () => null;")
    page.call("Page.reload")
    wait_for("the page says what is missing", lambda: "WebGL 2" in (page.failure() or ""))
    page.screenshot("no_webgl.png")
    page.close()


def main():
    global RUNNER, SITE
    SITE, chromium, RUNNER, folder = sys.argv[1:]
    if not os.path.isfile(os.path.join(SITE, "index.html")):
        print(f"skipped: there is no page in {SITE}; scripts/build_page.sh builds it")
        sys.exit(77)
    os.makedirs(folder, exist_ok=True)
    tests = [opens_quickly_and_is_small, the_hash_is_that_of_the_desktop, a_drag_moves_a_body, a_link_opens_its_scene,
             touch_drags_pinches_and_pans, a_tap_of_two_fingers_is_a_right_click, bodies_are_pasted_from_the_system,
             preferences_are_kept_until_the_next_visit, pictures, a_browser_without_webgl_is_told]
    failures = 0
    only = os.environ.get("ONLY")
    for isolated in (False, True):
        if isolated and not os.path.exists(os.path.join(SITE, "threads", "satbox.wasm")):
            continue
        with Site(SITE, isolated) as url:
            for test in tests if not isolated else tests[:3]:
                if only and test.__name__ != only:
                    continue
                try:
                    with Browser(chromium, folder) as browser:
                        test(browser, url)
                    print(f"passed: {test.__name__}{' (isolated)' if isolated else ''}", flush=True)
                except (Failed, subprocess.SubprocessError) as error:
                    failures += 1
                    print(f"FAILED: {test.__name__}{' (isolated)' if isolated else ''}: {error}", flush=True)
    shutil.rmtree(os.path.join(folder, "profile"), ignore_errors=True)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
