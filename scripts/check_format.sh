#!/usr/bin/env bash
# Checks that every C++ file is formatted by .clang-format with clang-format 14 (other versions format a few things
# differently). `scripts/check_format.sh --fix` formats them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

formatter=""
for candidate in clang-format-14 clang-format; do
  if "$candidate" --version 2>/dev/null | grep -q 'version 14\.'; then
    formatter="$candidate"
    break
  fi
done
if [ -z "$formatter" ]; then
  echo "clang-format 14 was not found (Debian: clang-format-14)" >&2
  exit 1
fi

sources() { find engine app tests -name '*.cpp' -print0 -o -name '*.h' -print0 | sort -z; }

if [ "${1:-}" = --fix ]; then
  sources | xargs -0 -r "$formatter" --style=file -i
  exit
fi
wrong="$(sources | xargs -0 -r "$formatter" --style=file --dry-run -Werror 2>&1 | sed -n 's/:[0-9]*:[0-9]*: error: .*//p' | uniq -c)" || true
if [ -n "$wrong" ]; then
  echo "Not formatted (places, file); scripts/check_format.sh --fix formats them:"
  echo "$wrong"
  exit 1
fi
echo "format: all well"
