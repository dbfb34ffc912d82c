"""A streamed world arrives step by step, with the changes that its program makes:

    check_stream.py ENGINE FOLDER [--npm NPM] COMMAND...

This program listens on a port as a window of satbox does. COMMAND SCENE TRUTH PORT runs a world and streams it (truth.h
says how). The frames must be those of docs/live.md: a hello, a scene whenever something other than motion has changed and
not more often, and all steps. At the end the bodies must be where the engine has them.
"""

import json
import math
import pathlib
import socket
import struct
import subprocess
import sys

from check_capture import install_packages, read_truth, rotation

STEPS, SCENES = 300, 3  # at the beginning, when bodies are added, when one is removed and friction changes
TOLERANCE = 1e-5  # m and m/s: floats, some of them scaled from pixels


class Stream:
    """Frames out of bytes."""

    def __init__(self):
        self.pending = b""
        self.engine, self.scenes, self.steps, self.skipped, self.bodies = None, [], 0, 0, {}

    def feed(self, data):
        self.pending += data
        while len(self.pending) >= 8:
            name, (length,) = self.pending[:4], struct.unpack("<I", self.pending[4:8])
            if len(self.pending) < 8 + length:
                return
            self.frame(name, self.pending[8 : 8 + length])
            self.pending = self.pending[8 + length :]

    def frame(self, name, data):
        if name == b"SBL1":
            assert self.engine is None, "two hellos"
            self.engine = data.decode()
        elif name == b"scen":
            (count,) = struct.unpack("<I", data[:4])
            keys = struct.unpack(f"<{count}Q", data[4 : 4 + 8 * count])
            scene = json.loads(data[4 + 8 * count :])
            assert len(set(keys)) == count == len(scene["bodies"]), "not one key for each body"
            self.scenes.append(dict(zip(keys, scene["bodies"])))
            self.names = [body.get("name", "") for body in scene["bodies"]]
            self.bodies = {}
            for body in scene["bodies"]:
                cosine, sine = rotation(body)
                self.bodies[body.get("name", "")] = (*body.get("position", [0, 0]), math.atan2(sine, cosine), *body.get("linearVelocity", [0, 0]), body.get("angularVelocity", 0))
        elif name == b"step":
            dt, skipped, count = struct.unpack("<fII", data[:12])
            assert min(abs(dt - 1 / rate) for rate in (60, 50)) < 1e-6, f"a step of {dt} s"
            assert len(data) == 12 + 40 * count, "a step of the wrong length"
            self.steps += 1
            self.skipped += skipped
            last = -1
            for place, x, y, cosine, sine, vx, vy, spin in struct.iter_unpack("<Iddfffff", data[12:]):
                assert last < place < len(self.names), f"place {place} after {last}"
                last = place
                self.bodies[self.names[place]] = (x, y, math.atan2(sine, cosine), vx, vy, spin)
        else:
            raise AssertionError(f"a frame named {name}")


def read_posts(data):
    """The bodies of the HTTP requests that are complete, and what is left."""
    bodies = b""
    while b"\r\n\r\n" in data:
        head, rest = data.split(b"\r\n\r\n", 1)
        lines = head.decode().split("\r\n")
        assert lines[0].startswith("POST /live?session="), lines[0]
        length = int(next(line.split(":")[1] for line in lines if line.lower().startswith("content-length:")))
        if len(rest) < length:
            break
        bodies, data = bodies + rest[:length], rest[length:]
        yield bodies, data
        bodies = b""


def receive(listening, program):
    stream, clients, posts = Stream(), {}, {}
    listening.settimeout(0.02)
    while program.poll() is None or clients:
        try:
            client, _ = listening.accept()
            client.settimeout(0.02)
            clients[client] = b""
        except socket.timeout:
            pass
        for client in list(clients):
            try:
                data = client.recv(1 << 20)
            except socket.timeout:
                continue
            except ConnectionResetError:
                data = b""
            if not data:
                del clients[client]
                continue
            clients[client] += data
            if clients[client].startswith(b"POST"):
                for body, rest in read_posts(clients[client]):
                    clients[client] = rest
                    stream.feed(body)
                    client.sendall(b"HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n")
            elif len(clients[client]) >= 4:
                stream.feed(clients[client])
                clients[client] = b""
    return stream


def main():
    engine, folder, *command = sys.argv[1:]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    if command[0] == "--npm":
        modules = folder.parent / "capture" / "node"
        reason = install_packages(command[1], modules)
        if reason:
            print(f"stream: skipped, since npm could not install the engines: {reason}")
            return 77
        command = [*command[2:], modules]
    scene, truth = folder / f"{engine}.json", folder / f"{engine}.txt"
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        with subprocess.Popen([*command, scene, truth, str(port)]) as program:
            stream = receive(listening, program)
        assert program.returncode == 0, f"{command} ended with {program.returncode}"
    faults = []
    if len(stream.scenes) != SCENES:
        faults.append(f"{len(stream.scenes)} scenes, expected {SCENES}")
    # The first calls only connect; in JavaScript, more of them pass until satbox has answered.
    if not STEPS - 50 <= stream.steps + stream.skipped <= STEPS:
        faults.append(f"{stream.steps} steps and {stream.skipped} skipped, expected {STEPS} in all")
    stayed = set.intersection(*(set(scene) for scene in stream.scenes)) if stream.scenes else set()
    if stream.scenes and len(stayed) != len(stream.scenes[0]):
        faults.append("a body that was there from the beginning has changed its key")
    states = read_truth(truth)[1]["streamed"]
    worst = 0.0
    for name, expected in states.items():
        if name not in stream.bodies:
            faults.append(f"{name} did not arrive")
            continue
        got = stream.bodies[name]
        differences = [abs(math.remainder(g - e, 2 * math.pi)) if i == 2 else abs(g - e) / max(1, abs(e)) for i, (g, e) in enumerate(zip(got, expected))]
        worst = max(worst, *differences)
        if max(differences) > TOLERANCE:
            faults.append(f"{name} arrived as {got}, expected {tuple(expected)}")
    if "late_2" not in stream.bodies or "late_1" in stream.bodies:
        faults.append("late_1 is still there, or late_2 is not")
    print(f"{engine}: {stream.engine}, {len(stream.scenes)} scenes, {stream.steps} steps, {stream.skipped} skipped, {len(states)} bodies differ by {worst:.1e} at most")
    for fault in faults:
        print("FAULT", fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
