#!/usr/bin/env python3
"""Checks docs/references.md: every file in its tables exists and contains the names in the same row.

In the column "In the code", names and paths are in backticks. Paths have a slash and are relative to engine/, or begin
with tests/, or with satbox/ for a public header in engine/include. Names must occur in one of the files of the same row
or, if it has none, in some file of engine/.
"""

import os
import re
import sys

MIN_ROWS = 60  # fewer: the tables were not found


def code_cells(text):
    """Yields (line number, text of the second column) of the tables headed "What is published"."""
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else []
        if not cells:
            inside = False
        elif cells[0] == "What is published":
            inside = True
        elif inside and not set(cells[0]) <= {"-"}:
            yield number, cells[1] if len(cells) == 4 else None


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def engine_text(root):
    parts = []
    for folder, _, names in os.walk(os.path.join(root, "engine")):
        parts += [read(os.path.join(folder, name)) for name in names if name.endswith((".h", ".cpp", ".inl"))]
    return "\n".join(parts)


def file_of(path):
    if path.startswith("tests/"):
        return path
    return ("engine/include/" if path.startswith("satbox/") else "engine/") + path


def faults(root, text, min_rows=MIN_ROWS):
    found, rows, everything = [], 0, None
    for number, cell in code_cells(text):
        rows += 1
        where = f"docs/references.md:{number}"
        if cell is None:
            found.append(f"{where}: a row of these tables has four columns")
            continue
        tokens = re.findall(r"`([^`]+)`", cell)
        paths = [t for t in tokens if re.fullmatch(r"[\w./]+/[\w.]+", t)]
        files = [file_of(p) for p in paths]
        missing = [f for f in files if not os.path.isfile(os.path.join(root, f))]
        found += [f"{where}: there is no file {f}" for f in missing]
        if missing:
            continue
        if not files and everything is None:
            everything = engine_text(root)
        source = "\n".join(read(os.path.join(root, f)) for f in files) if files else everything
        for token in tokens:
            name = re.match(r"[\w:]+", token)
            if token in paths or not name:
                continue
            last = name.group(0).split("::")[-1]
            if not re.search(rf"\b{last}\b", source):
                found.append(f"{where}: {last} is not in {', '.join(files) or 'engine/'}")
        if not tokens:
            found.append(f"{where}: the row names no code")
    if rows < min_rows:
        found.append(f"docs/references.md: {rows} rows found, expected {min_rows} at least")
    return found


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    found = faults(root, read(os.path.join(root, "docs", "references.md")))
    for fault in found:
        print(fault)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
