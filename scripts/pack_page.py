#!/usr/bin/env python3
"""Called by scripts/build_page.sh: writes page.js with the sizes of the program's files, and beside each file its
compressed form for servers that can send it (FILE.gz). Prints the bytes that a browser downloads."""

import gzip
import os
import sys

SIZES = "/*SIZES*/"


def pack(path):
    """Writes PATH.gz, the same bytes for the same file, and returns its size."""
    with open(path, "rb") as file:
        packed = gzip.compress(file.read(), 9, mtime=0)
    with open(path + ".gz", "wb") as file:
        file.write(packed)
    return len(packed)


def main(site, script):
    with open(script, encoding="utf-8") as file:
        text = file.read()
    if text.count(SIZES) != 1:
        sys.exit(f"{script}: {SIZES} must occur once")
    variants = {name: os.path.join(site, folder) for name, folder in (("single", ""), ("threads", "threads"))
                if os.path.exists(os.path.join(site, folder, "satbox.wasm"))}
    sizes = ", ".join(
        f"{name}: " + str(sum(os.path.getsize(os.path.join(folder, "satbox." + end)) for end in ("wasm", "data")))
        for name, folder in variants.items())
    with open(os.path.join(site, "page.js"), "w", encoding="utf-8") as file:
        file.write(text.replace(SIZES, sizes))
    shared = sum(pack(os.path.join(site, name)) for name in ("index.html", "page.js", "satbox.svg"))
    for name, folder in variants.items():
        files = sorted(file for file in os.listdir(folder) if file.startswith("satbox.") and file.endswith((".js", ".wasm", ".data")))
        total = shared
        for file in files:
            size = pack(os.path.join(folder, file))
            total += size
            print(f"{name}: {file}: {os.path.getsize(os.path.join(folder, file)):,} bytes, compressed {size:,}")
        print(f"{name}: download {total:,} bytes compressed")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: pack_page.py SITE PAGE.JS")
    main(*sys.argv[1:])
