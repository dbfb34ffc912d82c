#!/usr/bin/env python3
"""coverage.py BUILD [--list]: line and branch coverage of engine/ from the counters in BUILD, by folder.

A line counts once, however many objects and template instances have it: it is covered where any of them ran it. Of the
branches of a line, as gcov numbers them, those are left out that only an exception takes; the others are covered where
any object took them. A condition with && or || has a branch for each of its parts.
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]


def objects(build):
    return sorted(str(path) for path in pathlib.Path(build).rglob("*.gcda"))


def read(build):
    """file -> line -> (count, [branch counts])."""
    files = collections.defaultdict(dict)
    found = objects(build)
    for first in range(0, len(found), 20):
        run = subprocess.run(["gcov", "--json-format", "--branch-probabilities", "--stdout", *found[first:first + 20]],
                             check=True, capture_output=True, text=True, cwd=build)
        for text in run.stdout.splitlines():
            for entry in json.loads(text)["files"] if text.startswith("{") else []:
                take(files, entry)
    return files


def take(files, entry):
    name = os.path.relpath(os.path.realpath(entry["file"]), ROOT)
    if not name.startswith("engine/"):
        return
    for line in entry["lines"]:
        branches = [b["count"] for b in line["branches"] if not b["throw"]]
        old = files[name].get(line["line_number"])
        if old is None:
            files[name][line["line_number"]] = (line["count"], branches)
            continue
        count = old[0] + line["count"]
        # Instances with other branches: those of the one with most of them.
        if len(branches) != len(old[1]):
            files[name][line["line_number"]] = (count, max(branches, old[1], key=len))
        else:
            files[name][line["line_number"]] = (count, [a + b for a, b in zip(branches, old[1])])


def share(hit, total):
    return f"{100.0 * hit / total:6.2f} %" if total else "       -"


def main():
    parser = argparse.ArgumentParser(description="Line and branch coverage of engine/")
    parser.add_argument("build")
    parser.add_argument("--list", action="store_true", help="name what is not covered")
    options = parser.parse_args()
    files = read(os.path.abspath(options.build))
    if not files:
        sys.exit(f"{options.build} has no counters: run scripts/coverage.sh")
    sums = collections.defaultdict(lambda: [0, 0, 0, 0])
    for name, lines in sorted(files.items()):
        for number, (count, branches) in sorted(lines.items()):
            for key in (str(pathlib.PurePath(name).parent), "engine"):
                total = sums[key]
                total[0] += count > 0
                total[1] += 1
                total[2] += sum(b > 0 for b in branches)
                total[3] += len(branches)
            if options.list and (count == 0 or 0 in branches):
                missed = "never run" if count == 0 else f"{branches.count(0)} of {len(branches)} branches never taken"
                print(f"{name}:{number}: {missed}")
    print(f"{'folder':22}{'lines':>9}{'covered':>10}{'branches':>10}{'taken':>10}")
    for key in sorted(sums, key=lambda k: (k == "engine", k)):
        lines_hit, lines, taken, branches = sums[key]
        print(f"{key:22}{lines:9}{share(lines_hit, lines):>10}{branches:10}{share(taken, branches):>10}")


if __name__ == "__main__":
    main()
