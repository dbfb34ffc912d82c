"""Controls the page in headless Chromium by the DevTools protocol, through a pipe, and reads the state that the program
writes to its file system in memory (--record-ui). No wait has a fixed duration."""

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import sys
import threading
import time
import urllib.parse

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path[:0] = [os.path.join(ROOT, "scripts"), os.path.join(ROOT, "tests", "screen")]
from _window import Failed, RecordedState, check, wait_for  # noqa: E402, F401
from serve_page import serve  # noqa: E402

TIME_LIMIT = 60.0  # s; SwiftShader on a loaded machine draws few frames per second
UI_FILE = "/ui.json"


class Browser:
    """Chromium without a window. Use it as a context manager."""

    def __init__(self, program, folder):
        self.folder = folder
        to_browser, self.to = os.pipe()
        self.back, from_browser = os.pipe()
        # Away from 3 and 4, which Chromium's ends get.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (to_browser, from_browser)]
        profile = os.path.join(folder, "profile")
        shutil.rmtree(profile, ignore_errors=True)
        command = [program, "--headless=new", "--remote-debugging-pipe", f"--user-data-dir={profile}", "--no-first-run",
                   "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--hide-scrollbars",
                   "--disable-extensions", "--disable-background-networking", "about:blank"]
        if os.geteuid() == 0:
            command.insert(1, "--no-sandbox")  # Chromium refuses its sandbox to root
        self.log = open(os.path.join(folder, "chromium.txt"), "w")
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{ends[0]} 4>&{ends[1]} {ends[0]}<&- {ends[1]}>&-', "bash", *command],
            pass_fds=ends, stdout=self.log, stderr=self.log)
        for end in (to_browser, from_browser, *ends):
            os.close(end)
        self.number = 0
        self.unread = b""
        self.events = []

    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()

    def call(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        end = time.monotonic() + TIME_LIMIT
        while time.monotonic() < end:
            while b"\0" in self.unread:
                text, self.unread = self.unread.split(b"\0", 1)
                answer = json.loads(text)
                if answer.get("id") == self.number:
                    if "error" in answer:
                        raise Failed(f"{method}: {answer['error']['message']}")
                    return answer["result"]
                if "method" in answer:
                    self.events.append(answer)
            if select.select([self.back], [], [], 1.0)[0]:
                part = os.read(self.back, 1 << 20)
                if not part:
                    raise Failed("Chromium has ended; see chromium.txt")
                self.unread += part
        raise Failed(f"Chromium did not answer {method}")


class Site:
    """The server of the page, on a free port."""

    def __init__(self, folder, isolated=True):
        self.server = serve(folder, 0, isolated)
        self.url = f"http://localhost:{self.server.server_address[1]}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self.url

    def __exit__(self, *ignored):
        self.server.shutdown()
        self.server.server_close()


class Page(RecordedState):
    """A tab with satbox."""

    def __init__(self, browser, url, *arguments, fragment="", size=(1280, 800), density=1, light=False, waits=True):
        self.browser = browser
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Runtime.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=density, mobile=False)
        self.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light" if light else "dark"}])
        query = urllib.parse.urlencode([("arg", a) for a in ("--record-ui", UI_FILE, "--ui-scale", "1", *arguments)])
        self.call("Page.navigate", url=f"{url}?{query}{fragment}")
        if waits:
            wait_for(f"the first picture is drawn (the page says: {self.message()!r})", self.drawn)
            self.frames(5)

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise Failed(f"{expression}: {details.get('exception', {}).get('description', details['text'])}")
        return result["result"].get("value")

    # --- the state ---

    def drawn(self):
        """Milliseconds from the navigation to the first picture, or None. Fails if the page shows a failure."""
        failure = self.failure()
        if failure:
            raise Failed(f"the page says: {failure}")
        return self.evaluate("performance.getEntriesByName('satbox-drawn')[0]?.startTime")

    def message(self):
        return self.evaluate("document.getElementById('message')?.textContent")

    def failure(self):
        return self.evaluate("document.getElementById('cover')?.className === 'failed' ? message.textContent : ''")

    def widgets(self):
        text = self.evaluate(f"Module.FS.analyzePath('{UI_FILE}').exists ? Module.FS.readFile('{UI_FILE}', {{encoding: 'utf8'}}) : ''")
        return json.loads(text)["widgets"] if text else []

    def frames(self, count=2):
        """Waits until the program has drawn `count` more frames; moves the mouse, since an idle program draws none."""
        start = self.frame()
        turn = 0

        def done():
            nonlocal turn
            turn += 1
            self.call("Input.dispatchKeyEvent", type="keyDown" if turn % 2 else "keyUp", key="Shift", code="ShiftLeft",
                      windowsVirtualKeyCode=16)
            return int(self.world()["frame"]) >= start + count

        wait_for(f"{count} more frames", done)
        if turn % 2:
            self.call("Input.dispatchKeyEvent", type="keyUp", key="Shift", code="ShiftLeft", windowsVirtualKeyCode=16)

    def to_screen(self, x, y):
        """Page coordinates of a world position in metres."""
        world = self.world()
        left, top, width, height = world["rect"]
        scale = float(world["scale"])
        return (left + width / 2 + (x - float(world["x"])) * scale, top + height / 2 - (y - float(world["y"])) * scale)

    # --- input ---

    def key(self, key, code, number):
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code, windowsVirtualKeyCode=number)
            self.frames(1)

    def mouse(self, kind, x, y, buttons=1):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="none" if kind == "mouseMoved" else "left",
                  buttons=buttons, clickCount=0 if kind == "mouseMoved" else 1)
        self.frames(1)

    def chord(self, key, code, number, ctrl=2):
        """A key with Ctrl, which browsers give to the page and act on themselves, as Ctrl+V."""
        control = {"key": "Control", "code": "ControlLeft", "windowsVirtualKeyCode": 17}
        self.call("Input.dispatchKeyEvent", type="rawKeyDown", modifiers=ctrl, **control)
        self.call("Input.dispatchKeyEvent", type="rawKeyDown", key=key, code=code, windowsVirtualKeyCode=number, modifiers=ctrl,
                  commands=["paste"] if key == "v" else [])
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=code, windowsVirtualKeyCode=number, modifiers=ctrl)
        self.call("Input.dispatchKeyEvent", type="keyUp", **control)
        self.frames(1)

    def drag(self, start, end, pieces=6):
        self.mouse("mouseMoved", *start, buttons=0)
        self.mouse("mousePressed", *start)
        for i in range(1, pieces + 1):
            t = i / pieces
            self.mouse("mouseMoved", start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1]))
        self.mouse("mouseReleased", *end, buttons=0)

    def click(self, x, y):
        self.mouse("mouseMoved", x, y, buttons=0)
        self.mouse("mousePressed", x, y)
        self.mouse("mouseReleased", x, y, buttons=0)

    def touch(self, kind, *points):
        """`points`: (x, y) of each finger that is on the screen after this."""
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)])
        self.frames(1)

    # --- results ---

    def screenshot(self, name):
        path = os.path.join(self.browser.folder, name)
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))
        return path

    def colors(self):
        """The number of different colours among 10,000 points of the picture."""
        data = self.call("Page.captureScreenshot", format="png")["data"]
        return self.evaluate(f"""(async () => {{
            const image = await createImageBitmap(await (await fetch("data:image/png;base64,{data}")).blob());
            const canvas = new OffscreenCanvas(100, 100), context = canvas.getContext("2d");
            context.imageSmoothingEnabled = false;
            context.drawImage(image, 0, 0, 100, 100);
            return new Set(new Uint32Array(context.getImageData(0, 0, 100, 100).data.buffer)).size;
        }})()""")

    def corner_is_light(self):
        data = self.call("Page.captureScreenshot", format="png", clip={"x": 0, "y": 100, "width": 4, "height": 4, "scale": 1})["data"]
        return self.evaluate(f"""(async () => {{
            const image = await createImageBitmap(await (await fetch("data:image/png;base64,{data}")).blob());
            const context = new OffscreenCanvas(1, 1).getContext("2d");
            context.drawImage(image, 0, 0, 1, 1);
            return context.getImageData(0, 0, 1, 1).data[0] > 128;
        }})()""")

    def errors(self):
        """What the page and the program have written to the console as an error, and exceptions."""
        found = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            if event["method"] == "Runtime.exceptionThrown":
                found.append(event["params"]["exceptionDetails"].get("exception", {}).get("description", "exception"))
            if event["method"] == "Runtime.consoleAPICalled" and event["params"]["type"] in ("error", "assert"):
                found.append(" ".join(str(a.get("value", a.get("description"))) for a in event["params"]["args"]))
        return found

    def close(self):
        self.evaluate("self.Module && (Module.satboxUnsaved = false)")  # so that the browser does not ask
        self.call("Page.close")
