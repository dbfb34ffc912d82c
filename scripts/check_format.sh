#!/usr/bin/env bash
# Checks the format of all C++ files (.clang-format, clang-format 14; other versions format a few things differently).
# `scripts/check_format.sh --fix` formats them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
satbox_root="$PWD"
. scripts/setup.sh

if ! formatter="$(satbox_clang_format)"; then
  if [ "${1:-}" = --fix ]; then
    echo "Nothing was formatted: clang-format 14 is not installed (Debian 12: clang-format-14)." >&2
    exit 1
  fi
  echo "format: skipped, since clang-format 14 is not installed (Debian 12: clang-format-14)"
  exit 0
fi

sources() { find engine app tests tools examples python \( -name '*.cpp' -o -name '*.h' -o -name '*.inl' \) -print0 | sort -z; }

if [ "${1:-}" = --fix ]; then
  sources | xargs -0 -r "$formatter" --style=file -i
  exit
fi
wrong="$(sources | xargs -0 -r "$formatter" --style=file --dry-run -Werror 2>&1 | sed -n 's/:[0-9]*:[0-9]*: error: .*//p' | uniq -c)" || true
if [ -n "$wrong" ]; then
  echo "Not formatted (number of places, file); scripts/check_format.sh --fix formats them:"
  echo "$wrong"
  exit 1
fi
echo "format: no errors"
