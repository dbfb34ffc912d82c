#!/usr/bin/env python3
"""coverage.py BUILD [--list]: line and branch coverage of engine/ from gcov's counters in BUILD, by folder.

All objects of BUILD count, even those that no program links or runs: these have a .gcno file, but no .gcda file.

A line counts once, however many objects and template instances contain it. It is covered if any of them ran it. Lines
that only exceptions reach do not count: most are closing braces, where objects are destroyed.

Branches are those of gcov: each operand of && or || has two, a switch has one per target. Two kinds are not counted:
- The branches of a call that may throw. gcov gives it two, to the next statement and to the handler; the first would be
  covered whenever its line is.
- Branches in blocks that only exceptions reach. The compiler generates these to decide what to destroy.
A branch is covered if any object or instance of the same function took it. If instances have different branches, as with
`if constexpr`, each variant counts.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]

# Lines of gcov's text.
SOURCE = re.compile(r" *(\S+?)\*?: *(\d+):(.*)")
BLOCK = re.compile(r" *(\S+?)\*?: *\d+-block +\d+$")
BRANCH = re.compile(r"branch +\d+ (?:taken (\d+)|never executed)")


class Line:
    """`count`: executions. `branches`: (position of the function, number of branches) -> counts. `counts_as_line`:
    false if only exceptions reach it."""

    def __init__(self):
        self.count = 0
        self.counts_as_line = False
        self.branches = {}

    def add(self, count, function, branches):
        self.count += count
        if branches:
            key = (function, len(branches))
            old = self.branches.get(key, [0] * len(branches))
            self.branches[key] = [a + b for a, b in zip(old, branches)]

    def counts(self):
        return [count for counts in self.branches.values() for count in counts]


def conditional(branches, unwinding):
    """Counts of the branches of conditions: without the pairs (next statement, handler) of calls, and without those
    marked in `unwinding`."""
    kept = []
    skip = False
    for i, (branch, unwinds) in enumerate(zip(branches, unwinding)):
        if skip:
            skip = False
        elif not branch["throw"]:
            kept.append((branch, unwinds))
        elif kept and (kept[-1][0]["fallthrough"] or i + 1 == len(branches)):
            kept.pop()
        else:
            skip = True
    return [branch["count"] for branch, unwinds in kept if not unwinds]


def read(build):
    """file -> line number -> Line, for the files in engine/."""
    files = collections.defaultdict(lambda: collections.defaultdict(Line))
    for path in sorted(pathlib.Path(build).rglob("*.gcno")):
        unwinding, reached = read_unwinding(gcov(path, "--all-blocks", "--branch-counts"))
        for text in gcov(path, "--json-format").splitlines():
            for entry in json.loads(text)["files"] if text.startswith("{") else []:
                take(files, entry, unwinding, reached)
    return files


def gcov(path, *options):
    command = ["gcov", "--branch-probabilities", "--stdout", "--relative-only", "--source-prefix", str(ROOT), *options,
               str(path.resolve())]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8", errors="replace").stdout


def read_unwinding(listing):
    """Returns (file, line) -> [(counts, marks)], one per function, where a mark is true if the branch is in a block
    that only exceptions reach; and the set of lines that are also reached otherwise. Only gcov's text output has this:
    it marks such blocks by $$$$$, and lines with only such blocks by =====."""
    found = collections.defaultdict(list)
    reached = set()
    name, number, unwinds = "", 0, False
    for text in listing.splitlines():
        if branch := BRANCH.match(text):
            counts, marks = found[name, number][-1]
            counts.append(int(branch[1] or 0))
            marks.append(unwinds)
        elif block := BLOCK.match(text):
            unwinds = block[1] == "$$$$$"
        elif source := SOURCE.match(text):
            number, unwinds = int(source[2]), source[1] == "====="
            if number == 0 and source[3].startswith("Source:"):
                name = source[3].removeprefix("Source:")
            found[name, number].append(([], []))
            if not unwinds:
                reached.add((name, number))
    return found, reached


def take(files, entry, unwinding, reached):
    name = os.path.relpath(os.path.join(ROOT, entry["file"]), ROOT)
    if not name.startswith("engine/"):
        return
    positions = {f["name"]: (f["start_line"], f["start_column"]) for f in entry["functions"]}
    for line in entry["lines"]:
        counts = [branch["count"] for branch in line["branches"]]
        marks = next((m for c, m in unwinding[name, line["line_number"]] if c == counts), [False] * len(counts))
        function = positions.get(line.get("function_name"))
        known = files[name][line["line_number"]]
        known.add(line["count"], function, conditional(line["branches"], marks))
        known.counts_as_line |= line["count"] > 0 or (name, line["line_number"]) in reached


def share(hit, total):
    return f"{100.0 * hit / total:6.2f} %" if total else "       -"


def main():
    parser = argparse.ArgumentParser(description="Line and branch coverage of engine/")
    parser.add_argument("build")
    parser.add_argument("--list", action="store_true", help="list the lines and branches that are not covered")
    options = parser.parse_args()
    build = os.path.abspath(options.build)
    if next(pathlib.Path(build).rglob("*.gcda"), None) is None:
        sys.exit(f"{options.build} has no counters: run scripts/coverage.sh first")
    sums = collections.defaultdict(lambda: [0, 0, 0, 0])
    for name, lines in sorted(read(build).items()):
        for number, line in sorted(lines.items()):
            if not line.counts_as_line:
                continue
            branches = line.counts()
            for key in (str(pathlib.PurePath(name).parent), "engine"):
                total = sums[key]
                total[0] += line.count > 0
                total[1] += 1
                total[2] += sum(count > 0 for count in branches)
                total[3] += len(branches)
            if options.list and (line.count == 0 or 0 in branches):
                missed = "never run" if line.count == 0 else f"{branches.count(0)} of {len(branches)} branches never taken"
                print(f"{name}:{number}: {missed}")
    print(f"{'folder':22}{'lines':>9}{'covered':>10}{'branches':>10}{'taken':>10}")
    for key in sorted(sums, key=lambda k: (k == "engine", k)):
        lines_hit, lines, taken, branches = sums[key]
        print(f"{key:22}{lines:9}{share(lines_hit, lines):>10}{branches:10}{share(taken, branches):>10}")


if __name__ == "__main__":
    main()
