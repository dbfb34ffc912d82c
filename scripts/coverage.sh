#!/usr/bin/env bash
# scripts/coverage.sh [--list] [--report-only]: builds the unit tests with gcov's counters (g++), runs them, and prints
# line and branch coverage of engine/ by folder. --list names every line and branch that no test reaches; --report-only
# reads the counters of the last run. Needs g++ with its gcov, and python3. scripts/coverage.py defines what is counted.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
satbox_root="$PWD"
. scripts/setup.sh

report=()
run=1
for argument in "$@"; do
  case "$argument" in
  --list) report+=(--list) ;;
  --report-only) run=0 ;;
  *)
    echo "usage: scripts/coverage.sh [--list] [--report-only]" >&2
    exit 2
    ;;
  esac
done

build="build/coverage"
if [ "$run" -eq 1 ]; then
  satbox_setup run test
  # -Og: at -O0 the physics tests take many minutes; higher levels move and merge lines. The counters are atomic, since
  # tests use threads. This build type does not evaluate SATBOX_ASSERT, so asserts have no branches.
  cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Coverage -DCMAKE_CXX_FLAGS_COVERAGE="-Og -g1 -fno-inline" \
    -DCMAKE_CXX_FLAGS="--coverage -fprofile-abs-path -fprofile-update=atomic" -DCMAKE_EXE_LINKER_FLAGS=--coverage \
    -DSATBOX_BUILD_APP=OFF -DSATBOX_BUILD_BENCH=OFF >/dev/null
  cmake --build "$build" --target satbox-tests -j "$(satbox_cores)"
  find "$build" -name '*.gcda' -delete
  # Tests with golden hashes are excluded: they execute much code without checking that it is correct.
  "$build/bin/satbox-tests" --minimal=true --test-case-exclude='*golden*,*one_hash_on_every_machine*' || echo "coverage: some tests failed, see above" >&2
fi
exec python3 scripts/coverage.py "$build" ${report[@]+"${report[@]}"}
