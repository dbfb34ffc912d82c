#!/usr/bin/env bash
# scripts/build_docs.sh [FOLDER]: writes the reference of the public headers as HTML to FOLDER (build/docs by default).
# Needs Doxygen, which it installs if it can. Every warning of Doxygen is an error.
set -euo pipefail
satbox_root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
. "$satbox_root/scripts/setup.sh"

folder="${1:-$satbox_root/build/docs}"
satbox_setup docs
if ! command -v doxygen >/dev/null; then
  satbox_say "doxygen was not found."
  exit 1
fi
mkdir -p "$folder"
version="$(sed -n 's/^#define SATBOX_VERSION_[A-Z]* \([0-9]*\)$/\1/p' "$satbox_root/engine/include/satbox/version.h" | paste -sd.)"
cd "$satbox_root"
doxygen - <<SETTINGS
PROJECT_NAME           = satbox
PROJECT_NUMBER         = $version
PROJECT_BRIEF          = "2D rigid-body physics: the engine's interface"
OUTPUT_DIRECTORY       = "$folder"
INPUT                  = engine/include/satbox docs/embedding.md
USE_MDFILE_AS_MAINPAGE = docs/embedding.md
RECURSIVE              = YES
STRIP_FROM_PATH        = engine/include
STRIP_FROM_INC_PATH    = engine/include
FILTER_PATTERNS        = *.h="python3 -B scripts/doxygen_comments.py"
MACRO_EXPANSION        = YES
EXPAND_ONLY_PREDEF     = YES
PREDEFINED             = SATBOX_API= SATBOX_C_API= SATBOX_INLINE=inline
EXTRACT_ALL            = YES
WARN_IF_UNDOCUMENTED   = NO
WARN_AS_ERROR          = FAIL_ON_WARNINGS
WARN_NO_PARAMDOC       = NO
JAVADOC_AUTOBRIEF      = YES
SORT_MEMBER_DOCS       = NO
BUILTIN_STL_SUPPORT    = YES
QUIET                  = YES
GENERATE_LATEX         = NO
GENERATE_HTML          = YES
HAVE_DOT               = NO
SETTINGS
echo "$folder/html/index.html"
