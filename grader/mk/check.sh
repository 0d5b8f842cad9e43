#!/bin/sh
# All tests, for "make check": check.sh MAKE [FLAG...]
# Builds, runs every suite, runs the suites once more under the address and undefined-behaviour
# sanitizers, looks at the format and the spelling, and ends with the one line "N passed, N failed, N skipped" over all
# of it. A build, the format, and the spelling count as one test each.
set -u

if [ ! -d grader/tests ]; then
    echo "the tests are not part of this hand-out" >&2
    exit 2
fi

counts=$(mktemp) || exit 2
trap 'rm -f "$counts"' EXIT
trap 'exit 130' INT TERM

# step WHAT COMMAND...: one test, whose output is shown as it comes.
step() {
    what=$1
    shift
    if "$@"; then
        echo "$what: passed"
        echo "1 0 0" >>"$counts"
    else
        echo "$what: FAILED"
        echo "0 1 0" >>"$counts"
    fi
}

step "build" "$@" --keep-going --no-print-directory all
"$@" --no-print-directory --silent run-suites COUNTS="$counts"
step "build with sanitizers" "$@" --keep-going --no-print-directory sanitized
"$@" --no-print-directory --silent run-sanitized COUNTS="$counts"
"$@" --no-print-directory --silent check-format COUNTS="$counts"
"$@" --no-print-directory --silent count-spelling COUNTS="$counts"

# A suite that was never run because its build failed is in that build's count.
awk '{ passed += $1; failed += $2; skipped += $3 }
    END { printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped; exit failed != 0 }' "$counts"
