#!/usr/bin/env bash
# scripts/build_page.sh [--single]: builds satbox as a page for browsers into build/page/site (docs/browser.md). Fetches
# the sources of SDL2, Dear ImGui, FreeType and zlib as Debian source packages into build/page/sources, without a change of
# the system's apt configuration, and builds them and the window with Emscripten: without threads, and with threads for
# pages that are isolated. --single: only without threads. Prints the size of what a browser downloads.
#
# scripts/serve_page.py serves the page; ctest --preset ci -L browser tests it in Chromium.
set -euo pipefail
{ # bash reads the whole block before it runs, so the script may be edited during a long run
cd "$(dirname "${BASH_SOURCE[0]}")/.."
satbox_root="$PWD"
. scripts/setup.sh

page=build/page
variants=(single threads)
# Where Debian has the modules of Emscripten's scripts; a nodejs that is not Debian's does not look there.
export NODE_PATH="/usr/share/nodejs${NODE_PATH:+:$NODE_PATH}"
case "${1:-}" in
  "") ;;
  --single) variants=(single) ;;
  *)
    echo "usage: scripts/build_page.sh [--single]" >&2
    exit 2
    ;;
esac

fail() {
  satbox_say "build_page.sh: $1"
  exit 1
}

satbox_setup page || exit 1
for program in em++ apt-get dpkg-source cmake ninja python3; do
  command -v "$program" >/dev/null || fail "$program is missing; on Debian, ./run.sh and this script install what they need."
done

# The source packages, from the repositories that apt uses for binary packages. Lists and packages stay in build/page.
fetch_sources() {
  local folder="$page/sources" log="$satbox_root/$page/apt.log" release
  mkdir -p "$folder/lists/partial"
  # shellcheck disable=SC2016 # apt-get replaces $(...)
  apt-get indextargets --format '$(ORIGIN)|$(REPO_URI)|$(RELEASE)|$(COMPONENT)|$(SIGNED_BY)' 'Created-By: Packages' |
    awk -F'|' '($1 == "Debian" || $1 == "Ubuntu") && !seen[$0]++ {
      print "deb-src " ($5 ~ /^\// ? "[signed-by=" $5 "] " : "") $2, $3, $4 }' >"$folder/sources.list"
  [ -s "$folder/sources.list" ] || fail "apt has no repository of Debian or Ubuntu to fetch sources from. Run apt-get update."
  local private=(-o "Dir::Etc::SourceList=$satbox_root/$folder/sources.list" -o Dir::Etc::SourceParts=-
    -o "Dir::State::Lists=$satbox_root/$folder/lists" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache=)
  if [ "$(id -u)" -eq 0 ]; then private+=(-o APT::Sandbox::User=root); fi
  for release in libsdl2 imgui freetype zlib; do
    if compgen -G "$folder/$release-*/" >/dev/null; then continue; fi
    satbox_say "Fetching the source package $release"
    if [ -z "$(find "$folder/lists" -maxdepth 1 -name '*Sources*' -print -quit)" ]; then
      apt-get "${private[@]}" update >"$log" 2>&1 || fail "the lists of source packages could not be fetched; see $log"
    fi
    (cd "$folder" && apt-get "${private[@]}" source --only-source "$release" >>"$log" 2>&1) ||
      fail "the source package $release could not be fetched; see $log"
  done
}

source_of() { # source_of PACKAGE: its unpacked folder
  local found
  found="$(compgen -G "$satbox_root/$page/sources/$1-*/" | sort -V | tail -n 1)"
  printf '%s' "${found%/}"
}

# variant_flags VARIANT: options of CMake
variant_flags() {
  if [ "$1" = threads ]; then echo -DSATBOX_PAGE_THREADS=ON; else echo -DSATBOX_PAGE_THREADS=OFF; fi
}

build_libraries() { # build_libraries VARIANT
  local folder="$page/$1"
  if [ -e "$folder/prefix/lib/libimgui.a" ] && [ "$folder/prefix/lib/libimgui.a" -nt cmake/page/CMakeLists.txt ]; then return; fi
  satbox_say "Building the libraries ($1)"
  {
    cmake -G Ninja -S cmake/page -B "$folder/libraries" -DCMAKE_BUILD_TYPE=Release "$(variant_flags "$1")" \
      -DCMAKE_TOOLCHAIN_FILE="$satbox_root/cmake/toolchains/wasm32-web.cmake" -DCMAKE_INSTALL_PREFIX="$satbox_root/$folder/prefix" \
      -DSDL_SOURCE="$(source_of libsdl2)" -DIMGUI_SOURCE="$(source_of imgui)" -DFREETYPE_SOURCE="$(source_of freetype)" \
      -DZLIB_SOURCE="$(source_of zlib)" &&
      ninja -C "$folder/libraries" install
  } >"$folder/libraries.log" 2>&1 || fail "the libraries could not be built; see $folder/libraries.log"
}

build_program() { # build_program VARIANT
  local folder="$page/$1"
  if [ ! -e "$folder/program/build.ninja" ]; then
    cmake --preset page -B "$folder/program" "$(variant_flags "$1")" \
      -DSATBOX_PAGE_LIBRARIES="$satbox_root/$folder/prefix" -DSATBOX_PAGE_FONTS="$satbox_root/$page/fonts" >&2 ||
      fail "configuring failed: see the messages above"
  fi
  cmake --build "$folder/program" -j "$(satbox_cores)" --target satbox -- -k 0 >&2 || fail "the program could not be built ($1)"
}

# The faces that the window uses (app/platform/font_files.cpp), reduced to the glyphs that it loads
# (app/widgets/fonts.cpp) if fonttools is installed.
copy_fonts() {
  local file glyphs="U+0020-017F,U+0370-03FF,U+2000-214F,U+2190-22FF,U+25A0-25FF"
  mkdir -p "$page/fonts"
  for file in opentype/inter/Inter-Regular.otf opentype/inter/Inter-SemiBold.otf truetype/dejavu/DejaVuSans.ttf; do
    [ -e "/usr/share/fonts/$file" ] || fail "the font /usr/share/fonts/$file is missing (packages fonts-inter and fonts-dejavu-core)"
    if [ -e "$page/fonts/${file##*/}" ]; then continue; fi
    if command -v pyftsubset >/dev/null; then
      pyftsubset "/usr/share/fonts/$file" --unicodes="$glyphs" --layout-features= --output-file="$page/fonts/${file##*/}" ||
        fail "pyftsubset could not reduce ${file##*/}"
    else
      cp "/usr/share/fonts/$file" "$page/fonts/"
    fi
  done
}

make_site() {
  local site="$page/site" variant folder
  rm -rf "$site"
  mkdir -p "$site"
  cp assets/page/index.html assets/icons/satbox.svg "$site/"
  for variant in "${variants[@]}"; do
    folder="$site"
    if [ "$variant" != single ]; then folder="$site/$variant"; fi
    mkdir -p "$folder"
    cp "$page/$variant/program/bin/"satbox.{js,wasm,data} "$folder/"
    if [ -e "$page/$variant/program/bin/satbox.worker.js" ]; then cp "$page/$variant/program/bin/satbox.worker.js" "$folder/"; fi
  done
  python3 scripts/pack_page.py "$site" assets/page/page.js
}

mkdir -p "$page"
fetch_sources
copy_fonts
for variant in "${variants[@]}"; do
  mkdir -p "$page/$variant"
  build_libraries "$variant"
  build_program "$variant"
done
make_site
}
