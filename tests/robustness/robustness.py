#!/usr/bin/env python3
"""Runs the programs with random input and reports every run that does not end as required.

  robustness.py scenes SATBOX_RUN SOURCES [--count N]    mutated scene files
  robustness.py commands SATBOX_RUN SOURCES [--count N]  random command lines
  robustness.py kills SATBOX_RUN SOURCES [--count N]     SIGKILL at random moments while a world is saved
  robustness.py window SATBOX FOLDER [--seconds S]       random clicks, drags, keys and wheel turns (under xvfb-run)

--seed S selects the input; the same seed gives the same input. Failing input is kept in --kept FOLDER. The exit status is
0 if nothing failed.

Required: the program ends by itself, within a time limit, with status 0, 1 or 2. If the status is not 0, there is a
message on standard error and nothing on standard output. No output contains raw control characters, bidirectional
control characters or invalid UTF-8. With a sanitized program, a finding of the sanitizer is a failure too.
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SANITIZER_STATUS = 86  # not used by the programs themselves
TIME_LIMIT = 60  # s; the longest run takes a fraction of a second
STEPS = 3
# C0 without line feed, delete, C1, and bidirectional controls.
RAW = set(range(0x00, 0x0A)) | set(range(0x0B, 0x20)) | set(range(0x7F, 0xA0)) | \
    {0x061C, 0x200E, 0x200F} | set(range(0x202A, 0x202F)) | set(range(0x2066, 0x206A))


def environment():
    return dict(os.environ, ASAN_OPTIONS=f"exitcode={SANITIZER_STATUS}:detect_leaks=1",
                LSAN_OPTIONS=f"exitcode={SANITIZER_STATUS}", UBSAN_OPTIONS=f"exitcode={SANITIZER_STATUS}:print_stacktrace=1")


def run(command, folder):
    """Returns (status, output, errors), the latter two as bytes; the status is None after a time-out."""
    try:
        result = subprocess.run(command, capture_output=True, timeout=TIME_LIMIT, cwd=folder, env=environment(),
                                stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return None, b"", b""
    return result.returncode, result.stdout, result.stderr


def raw_characters(text):
    """The characters of `text` (bytes) that a terminal would interpret; or a note that it is not UTF-8."""
    try:
        return sorted({f"U+{ord(c):04X}" for c in text.decode() if ord(c) in RAW})
    except UnicodeDecodeError:
        return ["invalid UTF-8"]


def fault(status, output, errors):
    """The violated requirement, as a sentence; None if there is none."""
    if status is None:
        return f"did not end within {TIME_LIMIT} s"
    if status == SANITIZER_STATUS:
        return "the sanitizer reported:\n" + errors.decode(errors="replace")[:4000]
    if status not in (0, 1, 2):
        return f"ended with {status}: " + errors.decode(errors="replace")[:1000]
    found = raw_characters(output) + raw_characters(errors)
    if found:
        return f"printed {', '.join(found)}"
    if status != 0 and (len(errors.split()) < 3 or output.strip()):
        return f"ended with {status} without a message on standard error, or with output: {errors!r}, {output[:200]!r}"
    return None


class Report:
    def __init__(self, what, kept):
        self.what, self.kept, self.faults, self.statuses = what, pathlib.Path(kept), 0, {}

    def count(self, status):
        self.statuses[status] = self.statuses.get(status, 0) + 1

    def fail(self, name, sentence, content=None):
        self.faults += 1
        print(f"FAIL {self.what} {name}: {sentence}")
        if content is not None:
            self.kept.mkdir(parents=True, exist_ok=True)
            (self.kept / f"{self.what}-{name}").write_bytes(content)
            print(f"     kept as {self.kept / f'{self.what}-{name}'}")

    def end(self, total):
        ended = ", ".join(f"{number} with status {status}" for status, number in sorted(self.statuses.items(), key=str))
        print(f"{self.what}: {total} tried ({ended}), {self.faults} failed")
        return self.faults == 0


# --- scene files ---

ODD_NUMBERS = ["0", "-0.0", "-1", "1e308", "-1e308", "1e-308", "1e999", "-1e-300", "2147483648", "4294967296",
               "18446744073709551616", "2.0", "0.1", "1e39", "3.4e38", "1e-45", "NaN", "Infinity", "0x10", "1.", "+1", "01"]
ODD_VALUES = ["null", "true", "[]", "{}", '""', '"\\u0000"', '"\\u202e"', '"\\ud800"', '"\x1b[2J"', "[[[[]]]]",
              '"' + "a" * 300 + '"', "[0, 0]", "[1, 2, 3]", '{"type": "box"}']
ODD_BYTES = [b"\x00", b"\x1b", b"\xff", b"\xc3", b"\xe2\x80\xae", b"\xf0\x9f\x92\xa9", b"\\", b'"', b"{", b"]", b",", b"\r"]


def paths_of(value, path=()):
    """The paths of all values in a JSON document."""
    found = [path]
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        found += paths_of(child, path + (key,))
    return found


def value_at(document, path):
    for key in path:
        document = document[key]
    return document


class Verbatim(str):
    """Text that to_json() writes unchanged."""


def to_json(value):
    if isinstance(value, Verbatim):
        return str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)}: {to_json(child)}" for key, child in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(to_json(child) for child in value) + "]"
    return json.dumps(value)


def mutate_document(document, others, rng):
    """Makes one change: to a value, a key or a subtree."""
    path = rng.choice([p for p in paths_of(document) if p])
    parent, key = value_at(document, path[:-1]), path[-1]
    kind = rng.randrange(8)
    if kind <= 1:
        parent[key] = Verbatim(rng.choice(ODD_NUMBERS))
    elif kind == 2:
        parent[key] = Verbatim(rng.choice(ODD_VALUES))
    elif kind == 3:
        del parent[key]
    elif kind == 4 and isinstance(parent, dict):
        parent[rng.choice(["\x1b[31m", "\u202egnp", "x" * 200, key + "s", key.upper(), ""])] = parent.pop(key)
    elif kind == 4 or kind == 5:
        other = rng.choice(others)
        parent[key] = value_at(other, rng.choice(paths_of(other)))
    elif kind == 6 and isinstance(parent, list):
        parent[key:key] = [parent[key]] * rng.choice([1, 2, 50, 600])
    elif isinstance(parent[key], (int, float)) and not isinstance(parent[key], bool):
        parent[key] = parent[key] * rng.choice([-1, 0, 1e-3, 1e3, 1e6, 1e12, 0.999999, 1e-9])
    else:
        parent[key] = Verbatim(rng.choice(ODD_NUMBERS))
    return document


def mutate_bytes(text, rng):
    data = bytearray(text)
    for _ in range(rng.choice([1, 1, 2, 5])):
        start = rng.randrange(len(data) + 1)
        kind = rng.randrange(5)
        if kind == 0:
            data[start:start + 1] = bytes([rng.randrange(256)])
        elif kind == 1:
            data[start:start] = rng.choice(ODD_BYTES)
        elif kind == 2:
            del data[start:start + rng.choice([1, 2, 20])]
        elif kind == 3:
            del data[start:]
        else:
            end = start + rng.randrange(60)
            data[end:end] = data[start:end]
    return bytes(data)


def small(document):
    """Returns the scene with at most 12 bodies: the target is the reader, and small files are fast."""
    document = dict(document)
    if len(document.get("bodies", [])) > 12:
        document["bodies"] = document["bodies"][:12]
        document.pop("mouseJoints", None)
    return document


def scenes(options, rng, report):
    originals = [small(json.loads(path.read_text()))
                 for path in sorted(pathlib.Path(options.where, "assets/scenes").glob("*.json"))]
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "mutated.json")
        for i in range(options.count):
            document = json.loads(json.dumps(rng.choice(originals)))
            if rng.random() < 0.6:
                for _ in range(rng.choice([1, 1, 2, 4])):
                    text = to_json(mutate_document(document, originals, rng)).encode(errors="replace")
                    try:
                        document = json.loads(text)
                    except (ValueError, RecursionError):
                        break
                    if not (isinstance(document, (dict, list)) and document):
                        break
            else:
                text = mutate_bytes(json.dumps(document, indent=1).encode(), rng)
            file.write_bytes(text)
            ended = run([options.program, str(file), "--steps", str(STEPS), "--threads", "1", "--hash"], folder)
            report.count(ended[0])
            sentence = fault(*ended)
            if sentence is None and ended[0] not in (0, 1):
                sentence = f"a scene file ended with status {ended[0]}"
            if sentence is None and ended[0] == 1 and b"mutated.json" not in ended[2]:
                sentence = f"the message does not name the file: {ended[2]!r}"
            if sentence:
                report.fail(f"{options.seed}-{i}.json", sentence, text)
    return report.end(options.count)


# --- command lines ---

def commands(options, rng, report):
    sources = pathlib.Path(options.where)
    listed = subprocess.run([options.program, "--help"], capture_output=True, text=True, check=True).stdout
    flags = sorted({word.rstrip(",=").split("=")[0] for word in listed.split() if word.startswith("--")})
    names = sorted(path.stem for path in (sources / "assets/scenes").glob("*.json"))
    odd = ["", " ", "-", "--", "-1", "0", "1", "3", "1e9", "1e999", "nan", "inf", "99999999999999999999", "0x7", "\x1b[2J",
           "\u202eexe", "a" * 5000, "no_such_scene", "/", ".", "..", "/dev/null", "/dev/full", "/dev/zero", "missing/file.json",
           "substeps=4", "substeps=", "=4", "gravity.y=1e30", "gravity.y=nan", "solver=none", "substeps=4=5", "solver", "sse2", "avx2",
           "scalar", "out.csv", "out.json", "box_stack:substeps=2", "box_stack:", ":", "box_stack:substeps=x,,"]
    for i in range(options.count):
        words = []
        if rng.random() < 0.8:
            words.append(rng.choice(names))
        for _ in range(rng.randrange(5)):
            words.append(rng.choice(flags) if rng.random() < 0.7 else rng.choice(odd))
            if rng.random() < 0.6:
                words.append(rng.choice(odd + names))
        rng.shuffle(words)
        # Keeps runs short: if --steps is given twice, the last one counts or it is an error.
        if "--steps" not in words:
            words = ["--steps", str(STEPS), *words]
        else:
            words = [word for word in words if not (word.isdigit() and int(word) > 10000)]
        with tempfile.TemporaryDirectory() as folder:
            ended = run([options.program, *words], folder)
        report.count(ended[0])
        sentence = fault(*ended)
        if sentence:
            report.fail(f"{options.seed}-{i}.txt", sentence, "\n".join(words).encode(errors="replace"))
    return report.end(options.count)


# --- kills ---

def kills(options, rng, report):
    """A killed save leaves either the old or the new file; the next save removes temporary files."""
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder, "state.json")

        def saving(steps):
            return [options.program, "large_pyramid", "--steps", str(steps), "--threads", "1", "--state", str(state)]

        whole = []
        for steps in (0, 1):
            start = time.monotonic()
            status, _, errors = run(saving(steps), folder)
            took = time.monotonic() - start
            if status != 0:
                raise SystemExit(f"the world cannot be saved: {errors.decode(errors='replace')}")
            whole.append(state.read_bytes())
        seen = {"old": 0, "new": 0}
        left_over = 0
        for i in range(options.count):
            before = state.read_bytes()
            process = subprocess.Popen(saving(0 if before == whole[1] else 1), cwd=folder, env=environment(),
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(rng.uniform(0.2, 1.1) * took)
            process.send_signal(signal.SIGKILL)
            report.count(process.wait())
            after = state.read_bytes() if state.exists() else b""
            if after in whole:
                seen["old" if after == before else "new"] += 1
            else:
                report.fail(f"{options.seed}-{i}.json", f"the file is neither the old nor the new version: {len(after)} bytes", after)
                state.write_bytes(before)
            left_over += len(os.listdir(folder)) > 1
        status, _, errors = run(saving(0), folder)
        rest = sorted(set(os.listdir(folder)) - {"state.json"})
        if status != 0 or state.read_bytes() != whole[0]:
            report.fail("after", f"saving after the kills ended with {status}: {errors!r}")
        if rest:
            report.fail("after", f"left-over files: {rest}")
        print(f"kills: {seen['old']} left the old file, {seen['new']} the new one; {left_over} left a temporary file, all removed since")
    return report.end(options.count)


# --- the window ---

# All keys of the help, and some unused ones. Not Ctrl+Q.
KEYS = [*"abcdefghijklmnoprstuvwxyz", *"0123456789", "space", "Return", "Escape", "Tab", "Delete", "BackSpace", "Home", "End",
        "Left", "Right", "Up", "Down", "Prior", "Next", "comma", "period", "plus", "minus", "slash", "F1", "F5", "F11", "Pause"]
MODIFIERS = ["", "", "", "", "shift+", "ctrl+", "ctrl+shift+", "alt+"]
SCENES = ["welcome", "tumbler", "pyramid", "lab_needle", "vertex_contacts", "newtons_cradle"]


def window(options, rng, report):
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "screen"))
    import _window

    os.environ.update(environment(), ASAN_OPTIONS=f"exitcode={SANITIZER_STATUS}:detect_leaks=0")
    end = time.monotonic() + options.seconds
    done = 0

    def act(driver, width, height):
        x, y = rng.randrange(width), rng.randrange(height)
        widgets = [w for w in driver.widgets() if w["w"] > 0 and w["label"] != "World"]
        if widgets and rng.random() < 0.5:
            widget = rng.choice(widgets)
            x, y = _window.middle(widget)
        kind = rng.randrange(10)
        driver.move(x, y)
        if kind < 4:
            button = rng.choice([1, 1, 1, 2, 3])
            driver.press(button)
            if rng.random() < 0.4:
                driver.move(rng.randrange(width), rng.randrange(height))
            driver.release(button)
        elif kind == 4:
            for _ in range(rng.randrange(1, 6)):
                button = rng.choice([4, 5])
                driver.press(button)
                driver.release(button)
        elif kind == 5:
            _window.run("xdotool", "type", "--delay", "5", "--", rng.choice(["12", "-3.5", "1e99", "nan", "abc", "0"]))
        else:
            chord = rng.choice(MODIFIERS) + rng.choice(KEYS)
            if chord not in ("ctrl+q", "alt+F4"):
                driver.key(chord)

    round_number = 0
    while time.monotonic() < end:
        folder = os.path.join(options.where, f"round{round_number}")
        shutil.rmtree(folder, ignore_errors=True)
        size = rng.choice([(1024, 640), (1100, 700), (1240, 760)])
        log = os.path.join(folder, "output.txt")
        sentence = None
        driver = None
        since = time.monotonic()
        try:
            with _window.Window(options.program, folder, rng.choice(SCENES), size=f"{size[0]}x{size[1]}") as driver:
                while time.monotonic() < min(end, since + 90) and driver.process.poll() is None:
                    act(driver, *size)
                    done += 1
                if driver.process.poll() is None:
                    last = driver.frame()
                    driver.key("Pause")
                    _window.wait_for("the program still draws", lambda: driver.process.poll() is not None or driver.frame() > last)
                if driver.process.poll() is None:
                    driver.process.send_signal(signal.SIGTERM)
                    _window.wait_for("the program ends", lambda: driver.process.poll() is not None)
        except (_window.Failed, subprocess.SubprocessError, OSError) as error:
            sentence = str(error)
        status = driver.process.returncode if driver else None
        with open(log, "rb") as file:
            text = file.read()
        report.count(status)
        # Status 0 after a random click confirmed quitting; else the status of SIGTERM.
        if sentence is None and status not in (0, -signal.SIGTERM, 128 + signal.SIGTERM):
            sentence = f"ended with status {status}: {text.decode(errors='replace')[-4000:]}"
        if sentence is None and raw_characters(text):
            sentence = f"printed {raw_characters(text)}"
        if sentence:
            report.fail(f"{options.seed}-round{round_number}", sentence, text)
        round_number += 1
    print(f"window: {done} clicks, drags and keys in {round_number} windows")
    return report.end(round_number)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["scenes", "commands", "kills", "window"])
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("where", type=os.path.abspath, metavar="SOURCES|FOLDER")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kept", default="robustness-failures")
    options = parser.parse_args()
    options.kept = os.path.abspath(options.kept)
    kinds = {"scenes": scenes, "commands": commands, "kills": kills, "window": window}
    report = Report(options.what, options.kept)
    return 0 if kinds[options.what](options, random.Random(options.seed), report) else 1


if __name__ == "__main__":
    sys.exit(main())
