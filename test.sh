#!/usr/bin/env bash
# ./test.sh [CTEST-ARGS]: installs missing packages, builds everything, and runs all tests with ctest.
# Screen tests run under Xvfb. SATBOX_PRESET selects another preset than release.
set -euo pipefail
satbox_root="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
. "$satbox_root/scripts/setup.sh"

preset="${SATBOX_PRESET:-release}"
satbox_setup run test
# Configures every time: a library that tests need may have been installed since the last run.
satbox_configure "$preset"
satbox_build "$preset"
exec ctest --test-dir "$satbox_root/build/$preset" --output-on-failure --no-tests=error -j "$(satbox_cores)" "$@"
