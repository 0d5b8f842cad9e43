#!/bin/sh
# All tests, for "make check": check.sh MAKE [FLAG...]
# Builds, runs every suite, runs the suites once more under the address and undefined-behaviour
# sanitizers, looks at the format, and ends with the one line "N passed, N failed" over all of it.
# A step that is not a suite (a build, the format) counts as one test.
set -u

counts=$(mktemp) || exit 2
trap 'rm -f "$counts"' EXIT
trap 'exit 130' INT TERM

# step WHAT COMMAND...: one test, whose output is shown as it comes.
step() {
    what=$1
    shift
    if "$@"; then
        echo "$what: passed"
        echo "1 0" >>"$counts"
    else
        echo "$what: FAILED"
        echo "0 1" >>"$counts"
    fi
}

step "build" "$@" --no-print-directory all
"$@" --no-print-directory --silent run-suites COUNTS="$counts"
step "build with sanitizers" "$@" --no-print-directory sanitized
"$@" --no-print-directory --silent run-sanitized COUNTS="$counts"
step "format" "$@" --no-print-directory --silent check-format

# A suite that was never run because its build failed is in that build's count.
awk '{ passed += $1; failed += $2 } END { printf "%d passed, %d failed\n", passed, failed; exit failed != 0 }' "$counts"
