"""Controls a satbox window with xdotool, like a user, and reads the state that the program writes to a file.

No wait has a fixed duration: each one polls for a condition and fails with a message that names it.
"""

import glob
import json
import os
import re
import shutil
import subprocess
import sys
import time

TIME_LIMIT = 60.0  # s; a loaded machine draws only a few frames per second
POLL_INTERVAL = 0.05  # s
IDLE_TIME = 0.3  # s without a frame: the program is idle, or the machine is slow
# X key codes of F1 to F12 on usual keyboards. Given the names, some versions of xdotool press Alt too.
FUNCTION_KEYS = dict(zip(range(1, 13), [*range(67, 77), 95, 96]))


class Failed(Exception):
    pass


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=TIME_LIMIT).stdout


def wait_for(what, condition, time_limit=TIME_LIMIT):
    """Polls until `condition()` is neither None nor False; returns its value."""
    end = time.monotonic() + time_limit
    while time.monotonic() < end:
        result = condition()
        if result is not None and result is not False:
            return result
        time.sleep(POLL_INTERVAL)
    raise Failed(f"timed out after {time_limit:.0f} s: {what}")


class RecordedState:
    """What the program reports of itself (--record-ui), by `widgets()`."""

    def find(self, label, panel=None):
        for widget in self.widgets():
            if widget["label"] == label and panel in (None, widget["panel"]):
                return widget
        return None

    def world(self):
        """The rectangle of the widget "World" and its value, parsed."""
        widget = self.find("World", "")
        if not widget:
            return None
        facts = dict(part.split("=", 1) for part in widget["value"].split(" ") if "=" in part)
        facts["rect"] = (widget["x"], widget["y"], widget["w"], widget["h"])
        return facts

    def frame(self):
        return int(wait_for("the program writes its widgets", self.world)["frame"])

    def step(self):
        return int(self.world()["step"])


class Window(RecordedState):
    """A running satbox. Use it as a context manager; close() ends the program and returns the scene that it saved."""

    def __init__(self, program, folder, *arguments, size="1100x700"):
        self.folder = os.path.abspath(folder)
        os.makedirs(self.folder, exist_ok=True)
        self.ui_file = os.path.join(self.folder, "ui.json")
        self.state_file = os.path.join(self.folder, "state.json")
        for file in (self.ui_file, self.state_file):
            if os.path.exists(file):
                os.remove(file)
        # Isolates the program from the settings of earlier runs.
        environment = dict(os.environ, XDG_DATA_HOME=os.path.join(self.folder, "data"))
        environment["XDG_CONFIG_HOME"] = os.path.join(self.folder, "config")
        environment["XDG_STATE_HOME"] = os.path.join(self.folder, "state")
        command = [os.path.abspath(program), "--size", size, "--ui-scale", "1", "--record-ui", self.ui_file,
                   "--state-on-exit", self.state_file, *arguments]
        self.log = open(os.path.join(self.folder, "output.txt"), "w+")
        self.process = subprocess.Popen(command, cwd=self.folder, env=environment, stdout=self.log, stderr=self.log)
        try:
            self.id = wait_for("the window opens", self.find_id)
            wait_for("the first frames are drawn", self.world)
            run("xdotool", "windowfocus", "--sync", self.id)
            self.frames(5)  # until the camera has reached its final position
        except Exception:
            self.process.kill()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.log.close()

    def find_id(self):
        if self.process.poll() is not None:
            self.log.seek(0)
            raise Failed(f"satbox ended with {self.process.returncode}: {self.log.read()}")
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(self.process.pid)],
                               capture_output=True, text=True).stdout.split()
        return found[-1] if found else None

    # --- the state that the program reports ---

    def widgets(self):
        try:
            with open(self.ui_file) as file:
                return json.load(file)["widgets"]
        except (OSError, ValueError):
            return []

    def widget(self, label, panel=None):
        return wait_for(f"there is a widget {label!r}", lambda: self.find(label, panel))

    def bodies(self):
        return int(self.world()["bodies"])

    def paused(self):
        return self.world()["paused"] == "true"

    def to_screen(self, x, y):
        """Window coordinates of a world position in metres."""
        world = self.world()
        left, top, width, height = world["rect"]
        scale = float(world["scale"])
        return (left + width / 2 + (x - float(world["x"])) * scale,
                top + height / 2 - (y - float(world["y"])) * scale)

    # --- input ---

    def key(self, chord):
        run("xdotool", "key", re.sub(r"\bF(\d+)$", lambda key: str(FUNCTION_KEYS[int(key[1])]), chord))

    def keydown(self, key):
        run("xdotool", "keydown", key)

    def keyup(self, key):
        run("xdotool", "keyup", key)

    def hold(self, key, steps):
        """Holds the key while time makes this many steps."""
        self.keydown(key)
        start = self.step()
        wait_for(f"{steps} steps with {key}", lambda: self.step() >= start + steps)
        self.keyup(key)

    def move(self, x, y):
        run("xdotool", "mousemove", "--window", self.id, str(round(x)), str(round(y)))

    def press(self, button=1):
        run("xdotool", "mousedown", str(button))

    def release(self, button=1):
        run("xdotool", "mouseup", str(button))

    def drag(self, start, end, pieces=8, button=1):
        """Presses at `start`, moves to `end` in pieces, releases there."""
        self.move(*start)
        self.frames()
        self.press(button)
        self.frames()
        for i in range(1, pieces + 1):
            t = i / pieces
            self.move(start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1]))
            self.frames(1)
        self.release(button)
        self.frames()

    def click(self, x, y, button=1, waits=True):
        """`waits`: wait until the program has seen the release; false if it may have ended by then."""
        self.move(x, y)
        self.frames()
        self.press(button)
        self.frames()
        self.release(button)
        if waits:
            self.frames()

    def scroll_to(self, label, panel):
        """Turns the wheel over the open panel until a widget is visible; only visible widgets are recorded."""
        tab = self.widget(panel, "Tabs")
        world = self.widget("World", "")  # not the heading of the Tune panel
        lowest = world["y"] + world["h"] - 20
        self.move(tab["x"] + tab["w"] / 2, tab["y"] + 200)
        for _ in range(40):
            widget = self.find(label, panel)
            if widget and widget["y"] + widget["h"] < lowest:
                return widget
            self.press(5)
            self.release(5)
            self.frames(2)
        raise Failed(f"{label} did not become visible")

    def frames(self, count=2):
        """Waits until the program has drawn `count` more frames. An idle program draws none; then an unused key makes
        it draw again."""
        start = last = self.frame()
        since = time.monotonic()

        def drawn():
            nonlocal last, since
            now = self.frame()
            if now != last:
                last, since = now, time.monotonic()
            elif time.monotonic() - since > IDLE_TIME:
                self.key("Pause")
                since = time.monotonic()
            return now >= start + count

        wait_for(f"{count} more frames", drawn)

    # --- results ---

    def screenshot(self, name):
        """Presses F12 and moves the picture to `name` in the artefact folder."""
        before = {file for file in os.listdir(self.folder) if file.startswith("satbox-")}
        self.key("F12")

        def written():
            # A picture that is still being written has another extension.
            fresh = [f for f in os.listdir(self.folder)
                     if f.startswith("satbox-") and f.endswith(".png") and f not in before]
            return fresh[0] if fresh else None

        path = os.path.join(self.folder, wait_for("the screenshot is written", written))
        os.replace(path, os.path.join(self.folder, name))
        return os.path.join(self.folder, name)

    def close(self):
        """Quits with Ctrl+Q without saving; returns the scene of --state-on-exit, parsed."""
        self.key("ctrl+q")
        wait_for("the program ends or asks", lambda: self.process.poll() is not None or self.find("Discard", "Question"))
        if self.process.poll() is None:
            self.click(*middle(self.find("Discard", "Question")), waits=False)
        wait_for("the program ends", lambda: self.process.poll() is not None)
        if self.process.returncode != 0:
            self.log.seek(0)
            raise Failed(f"satbox ended with {self.process.returncode}: {self.log.read()}")
        with open(self.state_file) as file:
            return json.load(file)


def middle(widget):
    return widget["x"] + widget["w"] / 2, widget["y"] + widget["h"] / 2


def check(condition, sentence):
    if not condition:
        raise Failed(sentence)


def body(scene, name):
    for candidate in scene["bodies"]:
        if candidate.get("name") == name:
            return candidate
    raise Failed(f"the scene has no body {name!r}")


# A floor with its top at y = 0, and a box of 1 m on it at x = 0.
BOX_ON_FLOOR = {
    "format": "satbox-scene",
    "version": 1,
    "title": "Box on floor",
    "camera": {"center": [0, 3], "height": 10},
    "bodies": [
        {"name": "floor", "type": "static", "position": [0, -0.5],
         "shapes": [{"type": "box", "size": [40, 1]}]},
        {"name": "box", "position": [0, 0.5], "shapes": [{"type": "box", "size": [1, 1]}]},
    ],
}


def saved_position(window, scene, name):
    """Where a body is, from the file that Ctrl+S writes."""
    before = os.stat(scene).st_mtime_ns
    window.key("ctrl+s")
    wait_for("the file is written", lambda: os.stat(scene).st_mtime_ns != before)
    with open(scene) as file:
        return body(json.load(file), name)["position"]


def check_recording(program, folder):
    """The text of the recording that F9 has begun to write, which must replay to the same bits."""
    recording = wait_for("the recording is there", lambda: glob.glob(os.path.join(folder, "*.satbox")) or None)[0]
    runner = os.path.join(os.path.dirname(os.path.abspath(program)), "satbox-run")
    wait_for("the recording is complete and verifies",
             lambda: subprocess.run([runner, "--replay", recording, "--verify"], capture_output=True).returncode == 0)
    with open(recording) as file:
        return file.read()


def write_scene(folder, scene, name="box_on_floor.json"):
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        json.dump(scene, file, indent=1)
    return os.path.abspath(path)


def main(*tests):
    """Runs the tests under a window manager; argv: program, folder for artefacts."""
    program, folder = sys.argv[1], sys.argv[2]
    manager = None
    try:
        manager = subprocess.Popen(["openbox"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except FileNotFoundError:
        print("openbox was not found: running without a window manager")
    failures = 0
    try:
        for test in tests:
            own = os.path.join(folder, test.__name__)
            shutil.rmtree(own, ignore_errors=True)  # removes the settings of earlier runs
            os.makedirs(own)
            try:
                test(program, own)
                print(f"passed: {test.__name__}", flush=True)
            except (Failed, subprocess.SubprocessError) as error:
                failures += 1
                print(f"FAILED: {test.__name__}: {error}", flush=True)
    finally:
        if manager:
            manager.terminate()
    sys.exit(1 if failures else 0)
