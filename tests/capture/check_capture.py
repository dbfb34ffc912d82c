"""A captured world opens in satbox and agrees with the engine:

    check_capture.py ENGINE SATBOX_RUN FOLDER [--npm NPM] COMMAND...

COMMAND SCENE TRUTH captures a world (truth.h says what it writes). This program opens the scene with satbox-run and
compares, body by body: the outlines at the moment of the capture, the poses then, and poses and velocities after one
step of each engine. docs/capture.md has the tolerances, TOLERANCES below is what is tested. It prints the largest
difference of each group of bodies, the key of TOLERANCES: a body's name or the first word of it. With --npm, the packages of
package.json are installed first, and their folder precedes SCENE; without a network the test is skipped (status 77).
"""

import collections
import json
import math
import pathlib
import shutil
import subprocess
import sys

from tolerances import OUTLINE, POSITION_FIRST, TOLERANCES

State = collections.namedtuple("State", "x y angle vx vy spin")


def read_truth(path):
    """The lines of truth.h: outlines by body, states before and after the step, and the notes to expect."""
    outlines, states, notes, name = {}, {"before": {}, "after": {}, "streamed": {}}, [], None
    for line in path.read_text().splitlines():
        word, *rest = line.split()
        if word == "body":
            name = rest[0]
            outlines.setdefault(name, [])
        elif word in states:
            states[word][rest[0]] = State(*map(float, rest[1:]))
        elif word == "circle":
            x, y, radius = map(float, rest)
            outlines[name].append((radius, [(x, y)]))
        elif word == "polygon":
            numbers = list(map(float, rest))
            outlines[name].append((numbers[0], list(zip(numbers[1::2], numbers[2::2]))))
        elif word == "note":
            notes.append(line[len("note "):])
        else:
            raise SystemExit(f"{path}: unknown line {line!r}")
    return outlines, states, notes


def rotation(thing):
    if "rotation" in thing:
        return thing["rotation"]
    angle = thing.get("angle", 0.0)
    return math.cos(angle), math.sin(angle)


def placed(point, thing, key):
    """A point in a frame: `thing` has a rotation and, under `key`, an origin."""
    cosine, sine = rotation(thing)
    x, y = thing.get(key, [0, 0])
    return x + cosine * point[0] - sine * point[1], y + sine * point[0] + cosine * point[1]


def corners(shape):
    kind = shape["type"]
    if kind == "circle":
        return shape["radius"], [shape.get("center", [0, 0])]
    if kind in ("capsule", "segment"):
        return shape.get("radius", 0.0), [shape["p1"], shape["p2"]]
    if kind == "box":
        x, y = shape["size"][0] / 2, shape["size"][1] / 2
        return shape.get("radius", 0.0), [(-x, -y), (x, -y), (x, y), (-x, y)]
    if kind == "regular":
        turns = [2 * math.pi * i / shape["sides"] for i in range(shape["sides"])]
        return shape.get("radius", 0.0) * 0.0, [(shape["radius"] * math.cos(t), shape["radius"] * math.sin(t)) for t in turns]
    return shape.get("radius", 0.0), shape["vertices"]


def scene_outlines(body):
    result = []
    for shape in body["shapes"]:
        radius, points = corners(shape)
        result.append((radius, [placed(placed(p, shape, "offset"), body, "position") for p in points]))
    return result


def scene_state(body):
    cosine, sine = rotation(body)
    x, y = body.get("position", [0, 0])
    return State(x, y, math.atan2(sine, cosine), *body.get("linearVelocity", [0, 0]), body.get("angularVelocity", 0.0))


def outline_difference(mine, theirs):
    """The largest distance of a corner from the nearest of the other outline, over all shapes of a body; None if
    they have not the same number of shapes and corners."""
    if len(mine) != len(theirs):
        return None
    worst, left = 0.0, list(theirs)
    for radius, points in mine:
        best = None
        for candidate in left:
            if len(candidate[1]) != len(points):
                continue
            difference = max([abs(candidate[0] - radius)] +
                             [min(math.dist(p, q) for q in candidate[1]) for p in points] +
                             [min(math.dist(p, q) for q in points) for p in candidate[1]])
            if best is None or difference < best[0]:
                best = difference, candidate
        if best is None:
            return None
        worst = max(worst, best[0])
        left.remove(best[1])
    return worst


def turn(a, b):
    return abs(math.remainder(a - b, 2 * math.pi))


class Comparison:
    def __init__(self, engine, satbox_run, folder):
        self.engine, self.satbox_run, self.folder = engine, satbox_run, folder
        self.faults = []

    def expect(self, is_true, sentence):
        if not is_true:
            self.faults.append(sentence)

    def run(self, scene, steps):
        state = self.folder / f"{self.engine}_{steps}.json"
        result = subprocess.run([self.satbox_run, scene, "--steps", str(steps), "--state", state], capture_output=True,
                                text=True, timeout=60)
        self.expect(result.returncode == 0, f"satbox-run failed: {result.stderr}")
        notes = json.loads(scene.read_text()).get("notes", [])
        self.expect(result.stderr.splitlines() == [f"satbox-run: {scene.stem}: note: {note}" for note in notes],
                    f"satbox-run printed other lines than the notes: {result.stderr}")
        return {body["name"]: body for body in json.loads(state.read_text())["bodies"] if "name" in body}

    def check_outlines(self, outlines, bodies):
        worst = 0.0
        for name, theirs in outlines.items():
            mine = scene_outlines(bodies[name])
            difference = outline_difference(mine, theirs)
            self.expect(difference is not None, f"{name}: has not the same shapes: {mine}, expected {theirs}")
            worst = max(worst, difference or 0.0)
        self.expect(worst <= OUTLINE, f"outlines differ by {worst:.3g} m, expected {OUTLINE}")
        print(f"{self.engine}: outlines of {len(outlines)} bodies differ by {worst:.2e} m at most")

    def check_states(self, before, after, theirs, expected_before):
        settings = json.loads((self.folder / f"{self.engine}.json").read_text())["settings"]
        rate, substeps = settings["stepRate"], settings["substeps"] if settings["solver"] == "soft-step" else 1
        groups = collections.defaultdict(lambda: [0.0, 0.0, 0.0, 0.0])
        moved = collections.Counter()
        for name, there in theirs.items():
            start, here, was = scene_state(before[name]), scene_state(after[name]), expected_before[name]
            self.expect(math.hypot(start.x - was.x, start.y - was.y) <= OUTLINE and turn(start.angle, was.angle) <= OUTLINE,
                        f"{name}: begins at {start}, expected {was}")
            x, y, angle = there.x, there.y, there.angle
            if POSITION_FIRST.get(self.engine):
                # The engine moves bodies by the velocity before the step, satbox by that after it.
                x, y = x + (there.vx - was.vx) / rate, y + (there.vy - was.vy) / rate
                angle += (there.spin - was.spin) / rate
            # satbox turns by atan(h w) in a substep: less by (h w)^3 / 3, and origins that are up to 1 m from the centre
            # of mass move that much less. The smaller spin of the step counts, so that this excuses little.
            lag = substeps * (1.05 * min(abs(was.spin), abs(there.spin)) / (rate * substeps)) ** 3 / 3
            values = (max(0, math.hypot(here.x - x, here.y - y) - lag), max(0, turn(here.angle, angle) - lag),
                      math.hypot(here.vx - there.vx, here.vy - there.vy), abs(here.spin - there.spin))
            tolerances = TOLERANCES[self.engine]
            group = name if name in tolerances else name.split("_")[0]
            moved[group] += 1
            tolerance = tolerances.get(group)
            self.expect(tolerance is not None, f"{name}: no tolerance for its group")
            if tolerance and any(v > t for v, t in zip(values, tolerance)):
                self.faults.append(f"{name}: after a step {here}, expected {there}: differs by "
                                   f"{', '.join(f'{v:.3g}' for v in values)}, allowed {tolerance}")
            groups[group] = [max(a, b) for a, b in zip(groups[group], values)]
        for group, (distance, angle, velocity, spin) in groups.items():
            print(f"{self.engine}: {moved[group]:3} {group:<13} {distance:.1e} m  {angle:.1e} rad  {velocity:.1e} m/s  {spin:.1e} rad/s")

    def check_notes(self, expected, scene):
        notes = json.loads(scene.read_text()).get("notes", [])
        for sentence in expected:
            self.expect(any(note.startswith(sentence) for note in notes), f"no note begins with {sentence!r}: {notes}")
        for note in notes:
            self.expect(any(note.startswith(sentence) for sentence in expected), f"unexpected note {note!r}")


def install_packages(npm, folder):
    """Installs the packages of package.json in a folder, unless they are there. Returns why not, or an empty string."""
    wanted = pathlib.Path(__file__).with_name("package.json")
    installed = folder / "installed.json"
    if installed.exists() and installed.read_text() == wanted.read_text():
        return ""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(wanted, folder / "package.json")
    result = subprocess.run([npm, "install", "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts",
                             "--fetch-retries=1", "--fetch-timeout=20000"], cwd=folder, capture_output=True, text=True)
    if result.returncode != 0:
        return (result.stderr.strip().splitlines() or ["no message"])[0]
    shutil.copyfile(wanted, installed)
    return ""


def main():
    engine, satbox_run, folder, *command = sys.argv[1:]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    if command[0] == "--npm":
        reason = install_packages(command[1], folder / "node")
        if reason:
            print(f"capture: skipped, since npm could not install the engines: {reason}")
            return 77
        command = [*command[2:], folder / "node"]
    scene, truth = folder / f"{engine}.json", folder / f"{engine}.txt"
    subprocess.run([*command, scene, truth], check=True, timeout=120)
    outlines, states, notes = read_truth(truth)
    comparison = Comparison(engine, satbox_run, folder)
    before = comparison.run(scene, 0)
    after = comparison.run(scene, 1)
    missing = [name for name in outlines if name not in before]
    if missing:
        raise SystemExit(f"bodies were lost: {missing}")
    comparison.check_outlines(outlines, before)
    comparison.check_states(before, after, states["after"], states["before"])
    comparison.check_notes(notes, scene)
    for fault in comparison.faults:
        print("FAULT", fault)
    return 1 if comparison.faults else 0


if __name__ == "__main__":
    sys.exit(main())
