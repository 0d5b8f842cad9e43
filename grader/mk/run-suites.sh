#!/bin/sh
# Runs test suites, one more at a time than there are cores, for suites wait as well as work; counts their tests.
#   run-suites.sh [-c FILE] SUITE...
# Put the long ones first. Ends with the line "N passed, N failed"; with -c the two numbers are added to
# FILE instead.
set -u

counts=
if [ "${1:-}" = -c ]; then
    counts=$2
    shift 2
fi
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
# Programs in the sandbox, which are somebody else, must get through to it.
chmod 711 "$scratch"
trap 'exit 130' INT TERM

: >"$scratch/counts"
printf '%s\n' "$@" | xargs -P "$(($(nproc) + 1))" -n 1 "$(dirname "$0")/run-suite.sh" "$scratch"
# A suite that could not even be run is one failed test.
sum=$(awk -v suites=$# '{ passed += $1; failed += $2 } END { print passed + 0, failed + suites - NR }' "$scratch/counts")

if [ -n "$counts" ]; then
    echo "$sum" >>"$counts"
else
    echo "${sum% *} passed, ${sum#* } failed"
fi
[ "${sum#* }" = 0 ]
