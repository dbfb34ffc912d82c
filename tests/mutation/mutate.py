#!/usr/bin/env python3
"""Small changes of meaning to engine/, one by one: some test of behaviour has to fail for each.

mutate.py [--only TEXT] [--rest] [--jobs N] [--list] [TABLE]: prints a row for each mutation and exits with status 1 if one
survives. The golden hashes (tests/determinism) do not count: they say that something changed, not what is wrong.

The table has four lines for each mutation, with an empty line after: a name, the file, the text that is there exactly
once, and its replacement.

Each of --jobs workers has a copy of the sources with a build folder of its own (build/mutation/N), where only what
includes the changed file is built again. The tests that are likeliest to fail run first: those that killed the
mutation in an earlier run, then those of the mirrored file and folder, then what is quick, then all others. With
ccache the copies share their objects.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import queue
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / "build" / "mutation"
MEMORY = WORK / "killers.json"  # mutation -> test of an earlier run
PROGRAM = "build/release/bin/satbox-tests"
NOT_COUNTED = ["*golden*", "*one_hash*", "*on_every_machine*", "*every_compiler*"]
QUICK = 0.02  # s: such tests run before slower ones of other folders
SLOW = 3.0  # s: such tests of the mutation's own folder run after quick ones of others
# Folder of a mutation -> folders of the tests that are likeliest to notice it.
LIKELY = {
    "engine/math": ["tests/engine/math", "tests/engine/collision", "tests/engine/geometry"],
    "engine/collision": ["tests/engine/collision"],
    "engine/dynamics": ["tests/engine/dynamics", "tests/engine/world", "tests/physics"],
    "engine/solver": ["tests/engine/solver", "tests/physics", "tests/engine/world"],
    "engine/world": ["tests/engine/world", "tests/physics"],
    "engine/geometry": ["tests/engine/geometry"],
    "engine/scene": ["tests/engine/scene"],
}


def read_table(path):
    mutations = []
    for number, block in enumerate(path.read_text().strip().split("\n\n")):
        lines = [line for line in block.split("\n") if not line.startswith("#")]
        if not lines:
            continue
        if len(lines) != 4:
            sys.exit(f"{path}: block {number + 1} has {len(lines)} lines; a mutation has 4: name, file, text, replacement")
        mutations.append(lines)
    return mutations


class Tree:
    """A copy of the sources with a build folder."""

    def __init__(self, number):
        self.path = WORK / str(number)
        self.environment = dict(os.environ)
        if shutil.which("ccache"):  # paths relative to the copy, so that all copies have the same objects
            self.environment.setdefault("CMAKE_CXX_COMPILER_LAUNCHER", "ccache")
            self.environment["CCACHE_BASEDIR"] = str(self.path)
            self.environment["CCACHE_NOHASHDIR"] = "1"

    def copy_sources(self):
        """Only files that changed, so that a later run builds little."""
        listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True,
                                text=True)
        names = [name for name in listed.stdout.split("\n") if name and (ROOT / name).is_file()]
        for name in names:
            source, copy = ROOT / name, self.path / name
            if copy.is_file() and copy.read_bytes() == source.read_bytes():
                continue
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)
        for folder in ("engine", "tests"):  # a file that was removed or renamed would still be compiled
            for path in (self.path / folder).rglob("*"):
                if path.is_file() and str(path.relative_to(self.path)) not in names:
                    path.unlink()

    def configure(self):
        subprocess.run(["cmake", "--preset", "release", "-DSATBOX_BUILD_APP=OFF"], cwd=self.path, check=True,
                       env=self.environment, stdout=subprocess.DEVNULL)

    def build(self, jobs):
        return subprocess.run(["cmake", "--build", "build/release", "-j", str(jobs), "--target", "satbox-tests"],
                              cwd=self.path, env=self.environment, capture_output=True, text=True)

    def tests(self):
        """(name, file) of all that counts."""
        run = subprocess.run([PROGRAM, "--list-test-cases", "--reporters=xml", "--test-case-exclude=" + ",".join(NOT_COUNTED)],
                             cwd=self.path, check=True, capture_output=True, text=True)
        found = re.findall(r'<TestCase name="([^"]+)"[^>]*filename="([^"]+)"', run.stdout)
        return [(name, file[file.index("tests/"):]) for name, file in found]

    def run_tests(self, names, limit):
        """(the test that fails first or None, seconds of each that ended); limit: of processor time, s."""
        if not names:
            return None, {}
        command = [PROGRAM, "--abort-after=1", "--duration=true", "--test-case=" + ",".join(names)]
        run = subprocess.run(command, cwd=self.path, capture_output=True, text=True, errors="replace",
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)))
        seconds = {name: float(value) for value, name in re.findall(r"^([0-9.]+) s: (\S+)$", run.stdout, re.MULTILINE)}
        if run.returncode == 0:
            return None, seconds
        if run.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return "(a test does not end)", seconds
        failed = re.findall(r"^TEST CASE:\s+(\S+)", run.stdout, re.MULTILINE)
        return (failed[-1] if failed else f"(status {run.returncode})"), seconds


def batches(mutation, tests, seconds, killer):
    """The names of the tests in the order in which they run, in batches, likeliest first."""
    folder, stem = str(pathlib.PurePath(mutation[1]).parent), pathlib.PurePath(mutation[1]).stem
    likely = LIKELY.get(folder, [])
    ranked = [[], [], [], []]
    for name, file in tests:
        takes = seconds.get(name, 1.0)
        if name == killer or file.endswith(f"/test_{stem}.cpp"):
            rank = 0
        elif any(file.startswith(place + "/") for place in likely) and takes < SLOW:
            rank = 1
        elif takes < QUICK:
            rank = 2
        else:
            rank = 3
        ranked[rank].append(name)
    return [names for names in ranked if names]


def judge(tree, mutation, tests, seconds, killer):
    """("killed", the test) or ("SURVIVED", "") or ("INVALID", why)."""
    name, file, text, replacement = mutation
    path = tree.path / file
    original = path.read_text()
    if original.count(text) != 1:
        return "INVALID", f"{file} has the text {original.count(text)} times"
    path.write_text(original.replace(text, replacement))
    try:
        if tree.build(1).returncode != 0:
            return "INVALID", "does not compile"
        for names in batches(mutation, tests, seconds, killer):
            usual = sum(seconds.get(name, 1.0) for name in names)
            failure, _ = tree.run_tests(names, int(60 + 8 * usual))
            if failure:
                return "killed", failure
        return "SURVIVED", ""
    finally:
        path.write_text(original)


def main():
    parser = argparse.ArgumentParser(description="Small changes of meaning to engine/, one by one: does a test fail?")
    parser.add_argument("table", nargs="?", default=pathlib.Path(__file__).with_name("mutations.txt"), type=pathlib.Path)
    parser.add_argument("--only", default="", help="mutations whose name or file contains this")
    parser.add_argument("--rest", action="store_true", help="those that no earlier run has killed")
    parser.add_argument("--jobs", default=2, type=int, help="how many mutations at a time")
    parser.add_argument("--list", action="store_true", help="only check that each text is there exactly once")
    options = parser.parse_args()

    mutations = [m for m in read_table(options.table) if options.only in m[0] or options.only in m[1]]
    if options.list:
        wrong = [m for m in mutations if (ROOT / m[1]).read_text().count(m[2]) != 1]
        for name, file, text, _ in wrong:
            print(f"INVALID   {name}: {file} has the text {(ROOT / file).read_text().count(text)} times")
        print(f"{len(mutations)} mutations, {len(wrong)} invalid")
        return 1 if wrong or not mutations else 0

    killers = json.loads(MEMORY.read_text()) if MEMORY.is_file() else {}
    if options.rest:
        mutations = [m for m in mutations if m[0] not in killers]
    begin = time.monotonic()
    trees = [Tree(number) for number in range(1, max(1, min(options.jobs, len(mutations))) + 1)]
    for tree in trees:
        tree.copy_sources()
        tree.configure()
        clean = tree.build(options.jobs)
        if clean.returncode != 0:
            sys.exit("the sources do not build:\n" + clean.stdout[-2000:])
    tests = trees[0].tests()
    # Interleaved, so that the parts take about as long.
    names = [name for name, _ in tests]
    parts = [names[i::len(trees)] for i in range(len(trees))]
    with concurrent.futures.ThreadPoolExecutor(len(trees)) as pool:
        clean_runs = list(pool.map(lambda part: trees[0].run_tests(part, 3600), parts))
    seconds = {}
    for failure, of_part in clean_runs:
        seconds.update(of_part)
        if failure:
            sys.exit(f"a test fails without any mutation: {failure}")
    print(f"{len(tests)} tests, {sum(seconds.values()):.0f} s; built after {time.monotonic() - begin:.0f} s", flush=True)

    waiting = queue.Queue()
    for mutation in mutations:
        waiting.put(mutation)
    verdicts = []
    lock = threading.Lock()

    def work(tree):
        while True:
            try:
                mutation = waiting.get_nowait()
            except queue.Empty:
                return
            start = time.monotonic()
            verdict, detail = judge(tree, mutation, tests, seconds, killers.get(mutation[0]))
            with lock:
                verdicts.append(verdict)
                if verdict == "killed":
                    killers[mutation[0]] = detail
                MEMORY.write_text(json.dumps(killers, indent=1))
                print(f"{verdict:9} {mutation[0]} | {pathlib.PurePath(mutation[1]).name} | {detail} | "
                      f"{time.monotonic() - start:.0f} s", flush=True)

    workers = [threading.Thread(target=work, args=(tree,)) for tree in trees]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    killed, survived, invalid = (verdicts.count(v) for v in ("killed", "SURVIVED", "INVALID"))
    print(f"{len(verdicts)} mutations: {killed} killed, {survived} survived, {invalid} invalid; "
          f"{(time.monotonic() - begin) / 60:.0f} min")
    return 1 if survived or invalid or not mutations else 0


if __name__ == "__main__":
    sys.exit(main())
