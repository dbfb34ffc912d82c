#!/usr/bin/env python3
"""Small changes of meaning to engine/, one by one: some test of behaviour has to fail for each.

mutate.py [--only TEXT] [--jobs N] [TABLE]: prints a row for each mutation, and exits with status 1 if one survives.
Needs a few seconds of building and up to a minute of tests for each. The golden hashes (tests/determinism) do not count:
they say that something changed, not what is wrong.

The table has four lines for each mutation, with an empty line after: a name, the file, the text that is there exactly
once, and what replaces it.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TREE = ROOT / "build" / "mutation"  # a copy of the sources with a build folder of its own
NOT_COUNTED = "*golden*,*one_hash*,*on_every_machine*"


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


def copy_sources():
    """Only files that changed, so that a later run builds little."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True)
    for name in listed.stdout.split("\n"):
        source, copy = ROOT / name, TREE / name
        if not name or not source.is_file():
            continue
        if copy.is_file() and copy.read_bytes() == source.read_bytes():
            continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, copy)


def build(jobs):
    return subprocess.run(["cmake", "--build", "build/release", "-j", str(jobs), "--target", "satbox-tests"],
                          cwd=TREE, capture_output=True, text=True)


def first_failure():
    """The test that fails first, or None."""
    try:
        run = subprocess.run(["build/release/bin/satbox-tests", "--abort-after=1", f"--test-case-exclude={NOT_COUNTED}"],
                             cwd=TREE, capture_output=True, text=True, timeout=900)
    except subprocess.TimeoutExpired:
        return "(does not end)"
    if run.returncode == 0:
        return None
    names = re.findall(r"^TEST CASE:\s+(\S+)", run.stdout, re.MULTILINE)
    return names[-1] if names else f"(status {run.returncode})"


def main():
    parser = argparse.ArgumentParser(description="Small changes of meaning to engine/, one by one: does a test fail?")
    parser.add_argument("table", nargs="?", default=pathlib.Path(__file__).with_name("mutations.txt"), type=pathlib.Path)
    parser.add_argument("--only", default="", help="mutations whose name contains this")
    parser.add_argument("--jobs", default=2, type=int, help="how many compilers at a time")
    options = parser.parse_args()

    mutations = [m for m in read_table(options.table) if options.only in m[0]]
    copy_sources()
    subprocess.run(["cmake", "--preset", "release", "-DSATBOX_BUILD_APP=OFF"],
                   cwd=TREE, check=True, stdout=subprocess.DEVNULL)
    clean = build(options.jobs)
    if clean.returncode != 0:
        sys.exit("the sources do not build:\n" + clean.stdout[-2000:])
    failure = first_failure()
    if failure:
        sys.exit(f"a test fails without any mutation: {failure}")

    survived = invalid = 0
    for name, file, text, replacement in mutations:
        path = TREE / file
        original = path.read_text()
        if original.count(text) != 1:
            invalid += 1
            print(f"INVALID   {name}: {file} has the text {original.count(text)} times", flush=True)
            continue
        path.write_text(original.replace(text, replacement))
        try:
            built = build(options.jobs)
            if built.returncode != 0:
                invalid += 1
                print(f"INVALID   {name}: does not compile", flush=True)
                continue
            failure = first_failure()
        finally:
            path.write_text(original)
        if failure:
            print(f"killed    {name}: {failure}", flush=True)
        else:
            survived += 1
            print(f"SURVIVED  {name}", flush=True)
    print(f"{len(mutations)} mutations: {len(mutations) - survived - invalid} killed, {survived} survived, {invalid} invalid")
    return 1 if survived or invalid or not mutations else 0


if __name__ == "__main__":
    sys.exit(main())
