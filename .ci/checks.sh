# shellcheck shell=bash
# Sourced by .ci/run and .ci/nightly. A failed check does not stop the following ones; the run ends with a table.

results=()
failed=0
check() { # check NAME COMMAND...
  local name="$1" start=$SECONDS status
  shift
  printf '\n===== %s\n' "$name"
  "$@"
  status=$?
  if [ "$status" -eq 0 ]; then
    results+=("$(printf 'pass  %4d s  %s' $((SECONDS - start)) "$name")")
  else
    results+=("$(printf 'FAIL  %4d s  %s (exit status %d)' $((SECONDS - start)) "$name" "$status")")
    failed=1
  fi
}

# build_and_test PRESET LABEL [TARGET...]
build_and_test() {
  local preset="$1" label="$2"
  shift 2
  satbox_configure "$preset" && satbox_build "$preset" "$@" &&
    ctest --test-dir "build/$preset" --output-on-failure --no-tests=error -j "$(satbox_cores)" -L "$label"
}

# summarise NAME: prints the table; returns 0 only if everything passed.
summarise() {
  printf '\n===== summary\n'
  printf '%s\n' "${results[@]}"
  if [ "$failed" -eq 0 ]; then
    echo "$1: everything passed"
  else
    echo "$1: FAILED, see the lines marked FAIL"
  fi
  return "$failed"
}

# check_same_bits TARGET: cross-compiles and compares hashes; reports a skip if tools are missing.
check_same_bits() {
  local missing
  missing="$(scripts/cross_check.sh --tools "$1" | tr '\n' ' ')"
  if [ -z "$missing" ]; then
    check "same bits on other machines: $1" env SATBOX_PRESET=ci scripts/cross_check.sh "$1"
  else
    results+=("skip     0 s  same bits on other machines: $1 (not installed: $missing)")
  fi
}
