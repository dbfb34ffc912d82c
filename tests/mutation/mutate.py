#!/usr/bin/env python3
"""Mutation testing of engine/: applies one small change of behaviour at a time; some test must fail for each.

mutate.py [--only TEXT] [--rest] [--jobs N] [--list] [TABLE]: prints a row for each mutation and exits with status 1 if one
survives. The golden hashes (tests/determinism) are excluded: they detect a change, but not that it is wrong.

The table has four lines for each mutation, followed by an empty line: a name, the file, a text that occurs in it exactly
once, and its replacement.

Each of the --jobs workers has a copy of the sources with its own build folder (build/mutation/N), so that only the files
that include the changed one are rebuilt. The tests that are most likely to fail run first: the one that killed the
mutation in an earlier run, then those of the mirrored file and folder, then fast ones, then all others. With ccache the
copies share object files.
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
KILLERS_FILE = WORK / "killers.json"  # mutation -> test that killed it in an earlier run
PROGRAM = "build/release/bin/satbox-tests"
NOT_COUNTED = ["*golden*", "*one_hash*", "*on_every_machine*", "*every_compiler*"]
FAST = 0.02  # s: faster tests of other folders run before slower ones
SLOW = 3.0  # s: slower tests of the mutation's own folder run after the fast ones of other folders
# Folder of a mutation -> folders of the tests that are most likely to detect it.
LIKELY = {
    "engine/math": ["tests/engine/math", "tests/engine/collision", "tests/engine/geometry"],
    "engine/collision": ["tests/engine/collision"],
    "engine/model": ["tests/engine/model", "tests/engine/world", "tests/physics"],
    "engine/constraints": ["tests/engine/constraints", "tests/physics", "tests/engine/world"],
    "engine/step": ["tests/engine/step", "tests/physics", "tests/engine/world"],
    "engine/world": ["tests/engine/world", "tests/physics"],
    "engine/lab": ["tests/engine/lab", "tests/engine/world"],
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
        if shutil.which("ccache"):  # paths relative to the copy, so that all copies share objects
            self.environment.setdefault("CMAKE_CXX_COMPILER_LAUNCHER", "ccache")
            self.environment["CCACHE_BASEDIR"] = str(self.path)
            self.environment["CCACHE_NOHASHDIR"] = "1"

    def copy_sources(self):
        """Copies only files that changed, so that a later run rebuilds little."""
        listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True,
                                text=True)
        names = [name for name in listed.stdout.split("\n") if name and (ROOT / name).is_file()]
        for name in names:
            source, copy = ROOT / name, self.path / name
            if copy.is_file() and copy.read_bytes() == source.read_bytes():
                continue
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)
        for folder in ("engine", "tests"):  # else removed or renamed files would still be compiled
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
        """Returns (name, file) of all tests that are not excluded."""
        run = subprocess.run([PROGRAM, "--list-test-cases", "--reporters=xml", "--test-case-exclude=" + ",".join(NOT_COUNTED)],
                             cwd=self.path, check=True, capture_output=True, text=True)
        found = re.findall(r'<TestCase name="([^"]+)"[^>]*filename="([^"]+)"', run.stdout)
        return [(name, file[file.index("tests/"):]) for name, file in found]

    def run_tests(self, names, limit):
        """Returns (first failing test or None, {test: seconds} of those that ended). `limit`: processor time, s."""
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
    """Returns batches of test names, the most likely to fail first."""
    folder, stem = "/".join(pathlib.PurePath(mutation[1]).parts[:2]), pathlib.PurePath(mutation[1]).stem
    likely = LIKELY.get(folder, [])
    ranked = [[], [], [], []]
    for name, file in tests:
        takes = seconds.get(name, 1.0)
        if name == killer or file.endswith(f"/test_{stem}.cpp"):
            rank = 0
        elif any(file.startswith(likely_folder + "/") for likely_folder in likely) and takes < SLOW:
            rank = 1
        elif takes < FAST:
            rank = 2
        else:
            rank = 3
        ranked[rank].append(name)
    return [names for names in ranked if names]


def test_mutation(tree, mutation, tests, seconds, killer):
    """Returns ("killed", test), ("SURVIVED", "") or ("INVALID", reason)."""
    name, file, text, replacement = mutation
    path = tree.path / file
    original = path.read_text()
    if original.count(text) != 1:
        return "INVALID", f"{file} contains the text {original.count(text)} times"
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
    parser = argparse.ArgumentParser(description="Mutation testing of engine/: applies one small change at a time and checks that a test fails.")
    parser.add_argument("table", nargs="?", default=pathlib.Path(__file__).with_name("mutations.txt"), type=pathlib.Path)
    parser.add_argument("--only", default="", help="only mutations whose name or file contains this")
    parser.add_argument("--rest", action="store_true", help="only mutations that no earlier run has killed")
    parser.add_argument("--jobs", default=2, type=int, help="number of mutations in parallel")
    parser.add_argument("--list", action="store_true", help="only check that each text occurs exactly once in its file")
    options = parser.parse_args()

    mutations = [m for m in read_table(options.table) if options.only in m[0] or options.only in m[1]]
    if options.list:
        wrong = [m for m in mutations if (ROOT / m[1]).read_text().count(m[2]) != 1]
        for name, file, text, _ in wrong:
            print(f"INVALID   {name}: {file} contains the text {(ROOT / file).read_text().count(text)} times")
        print(f"{len(mutations)} mutations, {len(wrong)} invalid")
        return 1 if wrong or not mutations else 0

    killers = json.loads(KILLERS_FILE.read_text()) if KILLERS_FILE.is_file() else {}
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
    # Interleaved, so that all shares take about equally long.
    names = [name for name, _ in tests]
    shares = [names[i::len(trees)] for i in range(len(trees))]
    with concurrent.futures.ThreadPoolExecutor(len(trees)) as pool:
        clean_runs = list(pool.map(lambda share: trees[0].run_tests(share, 3600), shares))
    seconds = {}
    for failure, share_seconds in clean_runs:
        seconds.update(share_seconds)
        if failure:
            sys.exit(f"a test fails without a mutation: {failure}")
    print(f"{len(tests)} tests, {sum(seconds.values()):.0f} s; built after {time.monotonic() - begin:.0f} s", flush=True)

    pending = queue.Queue()
    for mutation in mutations:
        pending.put(mutation)
    results = []
    lock = threading.Lock()

    def work(tree):
        while True:
            try:
                mutation = pending.get_nowait()
            except queue.Empty:
                return
            start = time.monotonic()
            result, detail = test_mutation(tree, mutation, tests, seconds, killers.get(mutation[0]))
            with lock:
                results.append(result)
                if result == "killed":
                    killers[mutation[0]] = detail
                KILLERS_FILE.write_text(json.dumps(killers, indent=1))
                print(f"{result:9} {mutation[0]} | {pathlib.PurePath(mutation[1]).name} | {detail} | "
                      f"{time.monotonic() - start:.0f} s", flush=True)

    workers = [threading.Thread(target=work, args=(tree,)) for tree in trees]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    killed, survived, invalid = (results.count(v) for v in ("killed", "SURVIVED", "INVALID"))
    print(f"{len(results)} mutations: {killed} killed, {survived} survived, {invalid} invalid; "
          f"{(time.monotonic() - begin) / 60:.0f} min")
    return 1 if survived or invalid or not mutations else 0


if __name__ == "__main__":
    sys.exit(main())
