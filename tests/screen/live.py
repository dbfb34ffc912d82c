"""A program that is followed while it runs: its world appears, the picture is paused and goes on, a fork goes on with
satbox's solver, and Follow returns to the program."""

import socket
import struct
import threading
import time

from _window import Window, check, main, middle, wait_for

SCENE = b"""{"format": "satbox-scene", "version": 1, "title": "A game", "bodies": [
  {"type": "static", "position": [0, -0.5], "shapes": [{"type": "box", "size": [40, 1]}]},
  {"position": [0, 0.5], "name": "runner", "shapes": [{"type": "circle", "radius": 0.5}]},
  {"position": [3, 0.5], "name": "crate", "shapes": [{"type": "box", "size": [1, 1]}]}]}"""


def frame(name, payload):
    return name + struct.pack("<I", len(payload)) + payload


class Program(threading.Thread):
    """Moves the runner to the right by 1 cm in each of 60 steps a second."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.port, self.steps, self.ends, self.fault = port, 0, False, None

    def run(self):
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=20) as connection:
                connection.sendall(frame(b"SBL1", b"A game engine") + frame(b"scen", struct.pack("<I3Q", 3, 10, 11, 12) + SCENE))
                while not self.ends:
                    self.steps += 1
                    x = 0.01 * self.steps - 6
                    connection.sendall(frame(b"step", struct.pack("<fIIIddfffff", 1 / 60, 0, 1, 1, x, 0.5, 1, 0, 0.6, 0, 0)))
                    time.sleep(1 / 60)
        except OSError as error:
            self.fault = error


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def strip(window):
    widget = window.find("Program", "Live")
    return widget["value"] if widget else ""


def follow_pause_and_fork(program, folder):
    port = free_port()
    with Window(program, folder, "box_stack", "--listen", str(port)) as window:
        check(strip(window) == f"Listening on port {port}: no program is connected", "the strip says that it listens")
        window.screenshot("waiting.png")
        game = Program(port)
        game.start()
        wait_for("the world of the program is there", lambda: window.bodies() == 3 and "live" in strip(window))
        first = window.step()
        wait_for("its steps arrive", lambda: window.step() > first + 20)
        window.screenshot("live.png")
        window.key("space")
        wait_for("the picture is paused", lambda: "picture paused" in strip(window))
        at = window.step()
        sent = game.steps
        wait_for("the program runs on", lambda: game.steps > sent + 30)
        check(window.step() == at, "the picture stays where it was paused")
        window.key("o")
        wait_for("a single step is shown", lambda: window.step() == at + 1)
        window.screenshot("paused.png")
        window.key("space")
        wait_for("it catches up with the program", lambda: window.step() >= sent + 30 and "live" in strip(window))
        window.click(*middle(window.widget("Fork here", "Live")))
        wait_for("the fork is the user's", lambda: "runs on" in strip(window))
        forked = window.step()
        wait_for("satbox makes steps", lambda: window.step() > forked + 10)
        window.screenshot("fork.png")
        window.click(*middle(window.widget("Follow", "Live")))
        wait_for("the program is followed again", lambda: "live" in strip(window))
        game.ends = True
        game.join()
        check(game.fault is None, f"the program could send all it had: {game.fault}")
        wait_for("the window says that it is over", lambda: "no program is connected" in strip(window))
        check(window.paused(), "time stops when the program ends")
        window.click(*middle(window.widget("Stop listening", "Live")))
        wait_for("the strip is gone", lambda: window.find("Program", "Live") is None)
        state = window.close()
        names = [body.get("name") for body in state["bodies"]]
        check(names[1:] == ["runner", "crate"], f"the bodies of the program are there: {names}")
        runner = state["bodies"][1]["position"][0]
        expected = 0.01 * game.steps - 6
        check(abs(runner - expected) < 0.011, f"the runner is where the program left it: {runner}, {expected}")


def refuse_nonsense(program, folder):
    port = free_port()
    with Window(program, folder, "box_stack", "--listen", str(port)) as window:
        bodies = window.bodies()
        with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
            connection.sendall(frame(b"SBL1", b"Liar") + frame(b"scen", struct.pack("<IQ", 1, 1) + b'{"format": 3}'))
            error = wait_for("an error is shown", lambda: window.find("Error"))
            check("the scene of the program: /format" in error["value"], f"it says where: {error['value']}")
            check(window.bodies() == bodies, "the open scene is unchanged")
        window.close()


if __name__ == "__main__":
    main(follow_pause_and_fork, refuse_nonsense)
