#!/bin/sh
# Runs test suites, one more at a time than there are cores, for suites wait as well as work; counts their tests.
#   run-suites.sh [-c FILE] SUITE...
# Those that took longest when docs/maintainers.md was written are started first, so that none is alone at the end.
# Says once why tests were skipped, names what failed, and ends with the line "N passed, N failed, N skipped"; with -c
# the three numbers are added to FILE instead, what failed to FILE.failed, and each suite's time to FILE.seconds.
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

for part in counts reasons failures seconds; do : >"$scratch/$part"; done
# The table has a line "| SUITE | seconds |" for each that took long, where SUITE may end in " (sanitized)".
printf '%s\n' "$@" | awk -F ' [|(]|[|] ' '
    FNR == NR { if ($2 ~ /^test_/ && $(NF - 1) > seconds[$2]) seconds[$2] = $(NF - 1); next }
    { name = $0; sub(/.*\//, "", name); print seconds[name] + 0 "\t" $0 }' docs/maintainers.md - |
    sort -s -k 1,1nr | cut -f 2 | xargs -P "$(($(nproc) + 1))" -n 1 "$(dirname "$0")/run-suite.sh" "$scratch"
# A suite that could not even be run is one failed test.
sum=$(awk -v suites=$# '{ passed += $1; failed += $2; skipped += $3 } END { print passed + 0, failed + suites - NR, skipped + 0 }' \
    "$scratch/counts")
sort "$scratch/reasons" | uniq -c | sed 's/^ *\([0-9]*\) /skipped \1: /'
# shellcheck disable=SC2086  # three numbers
set -- $sum

if [ -n "$counts" ]; then
    echo "$sum" >>"$counts"
    cat "$scratch/failures" >>"$counts.failed"
    cat "$scratch/seconds" >>"$counts.seconds"
else
    sed 's/^/failed: /' "$scratch/failures"
    echo "$1 passed, $2 failed, $3 skipped"
fi
[ "$2" = 0 ]
