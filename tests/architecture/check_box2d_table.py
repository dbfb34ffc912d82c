#!/usr/bin/env python3
"""Checks docs/from-box2d.md against the public headers, so that the table cannot go stale.

    check_box2d_table.py ROOT [--box2d INCLUDE]

Every identifier in backticks in the second
column, and in the prose around the tables, must occur in a header, outside comments; in `A::b`, b must occur in a
header that declares A. Names after `std::` and `glm::`, and names of files, are skipped. With --box2d, the first column
must have each function of Box2D's headers exactly once. Prints what is missing; the exit status is 1 if anything is.
"""

import argparse
import pathlib
import re
import sys

MIN_ROWS = 300  # fewer: the tables were not found
# Words of C++, and names that stand for variables of the reader's program.
WORDS = set("auto bool const double float if int nullptr return uint64_t operator new".split())
EXAMPLES = set("a b d f m p q t v x y dt fn hull points recorder player saved local pose moving target sensor".split())


def strip_comments(text):
    return re.sub(r"//[^\n]*", "", re.sub(r"/\*.*?\*/", "", text, flags=re.S))


def read_headers(folder):
    return {path: strip_comments(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.h"))}


def table_rows(text):
    """Line number, first column (empty for prose) and the text to check."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("| `b2"):
            cells = line.strip().strip("|").split(" | ")
            yield number, cells[0], " | ".join(cells[1:])
        elif not line.startswith(("|", "#")):
            yield number, "", line


def identifiers(code):
    """Names in a code span, with the class before `::` if there is one: (scope or None, name)."""
    code = re.sub(r"\b(?:std|glm)(?:::\w+)+", " ", code)
    if re.fullmatch(r"[\w./*-]+/[\w./*-]+|\w+\.(?:h|py|md)|[0-9a-f]{40}|satbox::(?:engine|lab|scene)", code):
        return
    code = re.sub(r"(?<![\w.])\d[\w.]*", " ", code)
    for match in re.finditer(r"(?:(\w+)::)?([A-Za-z_]\w*)(?!\w|::)", code):
        yield match.group(1), match.group(2)


def faults(headers, table, box2d=None):
    """What is wrong, a line each, and the numbers of rows, of functions of Box2D and of names of satbox."""
    words = {path: set(re.findall(r"\w+", text)) for path, text in headers.items()}
    every_word = set().union(*words.values())

    def declares(path, scope):
        pattern = rf"\b(?:struct|class|namespace|using)\s+(?:\w+_API\s+|alignas\(\d+\)\s+)*{scope}\b"
        return re.search(pattern, headers[path]) is not None

    missing, functions, rows, names = [], [], 0, set()
    for number, column, satbox in table_rows(table):
        rows += column != ""
        functions += re.findall(r"`(b2\w+)`", column)
        if column and not satbox.strip():
            missing.append(f"line {number}: no answer")
        for code in re.findall(r"`([^`]+)`", satbox):
            for scope, name in identifiers(code):
                if name in WORDS or (scope is None and name in EXAMPLES):
                    continue
                names.add((scope, name))
                if scope is None or scope == "satbox":
                    found = name in every_word
                else:
                    found = any(name in words[path] and declares(path, scope) for path in headers)
                if not found:
                    missing.append(f"line {number}: {scope + '::' if scope else ''}{name} in `{code}`")

    if box2d:
        text = "\n".join(box2d.values())
        pattern = r"(?:B2_API|B2_INLINE|B2_ID_INLINE)\s+[^;{(#]*?\b(b2\w+)\s*\("
        known = set(re.findall(pattern, text))
        missing += [f"not in the table: {name}" for name in sorted(known - set(functions))]
        missing += [f"not in Box2D: {name}" for name in sorted(set(functions) - known)]
    missing += [f"more than once: {name}" for name in sorted(set(functions)) if functions.count(name) > 1]

    if rows < MIN_ROWS:
        missing.append(f"{rows} rows found, expected at least {MIN_ROWS}")
    return missing, (rows, len(set(functions)), len(names))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--box2d", type=pathlib.Path)
    args = parser.parse_args()
    headers = read_headers(args.root / "engine/include")
    table = (args.root / "docs/from-box2d.md").read_text(encoding="utf-8")
    missing, (rows, functions, names) = faults(headers, table, read_headers(args.box2d) if args.box2d else None)
    for line in missing:
        print(f"docs/from-box2d.md: {line}")
    print(f"{rows} rows, {functions} functions of Box2D, {names} names of satbox, {len(missing)} faults")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
