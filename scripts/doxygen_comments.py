#!/usr/bin/env python3
"""Doxygen's input filter: prints a public header with its comments as Doxygen reads them.

    doxygen_comments.py FILE

The headers have plain comments. A comment above a declaration becomes ///, one behind it ///<, and indented lines
become code. Line numbers do not change. Comments above a blank line and headings ("// --- queries ---") stay as they are.
"""

import re
import sys


def escaped(text):
    return re.sub(r"([#@\\%])", r"\\\1", text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


def converted(lines):
    trailing = None  # column of the comment behind the declaration above
    for number, line in enumerate(lines):
        match = re.match(r"^(\s*)//( ?)(.*)$", line)
        if match:
            indent, space, text = match.groups()
            block_end = number
            while block_end < len(lines) and re.match(r"^\s*//", lines[block_end]):
                block_end += 1
            is_detached = block_end < len(lines) and lines[block_end].strip() in ("", "{")
            if trailing is not None and len(indent) == trailing:
                yield f"{indent}///<{space}{escaped(text)}"
            elif text.startswith("---") or is_detached:
                yield line
            elif text.startswith("  "):  # code: a paragraph that Markdown leaves alone
                yield f"{indent}///     {text.strip()}"
            else:
                yield f"{indent}/// {escaped(text)}"
            continue
        trailing = None
        match = re.match(r"^(\s*[^\s#/}].*?[;,{}]|\s*\w+)(\s*)// (.*)$", line)
        if match and "namespace" not in line:
            trailing = len(match.group(1)) + len(match.group(2))
            yield f"{match.group(1)}{match.group(2)}///< {escaped(match.group(3))}"
        else:
            yield line


def main():
    with open(sys.argv[1], encoding="utf-8") as stream:
        text = stream.read()
    print("\n".join(converted(text.split("\n"))))


if __name__ == "__main__":
    main()
