#!/bin/sh
# Runs test suites one after the other and counts their tests.
#   run-suites.sh [-c FILE] SUITE...
# A suite is a Check program; its results are read from the TAP log that Check writes beside its own
# report. A suite that stops before its end, or leaves something in its $TMPDIR, counts as one more failed
# test. Ends with the line "N passed, N failed"; with -c the two numbers are added to FILE instead.
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
mkdir -m 1777 "$scratch/tmp" && export TMPDIR="$scratch/tmp"
trap 'exit 130' INT TERM

# Time limits are for tests that hang, and must not be met on a slow or busy machine.
export CK_TIMEOUT_MULTIPLIER="${CK_TIMEOUT_MULTIPLIER:-4}"

passed=0
failed=0
for suite; do
    : >"$scratch/tap"
    begin=$(date +%s)
    CK_TAP_LOG_FILE_NAME=$scratch/tap "$suite" >"$scratch/output" 2>&1 </dev/null
    code=$?
    seconds=$(($(date +%s) - begin))
    good=$(grep -c '^ok ' "$scratch/tap")
    bad=$(grep -c '^not ok ' "$scratch/tap")
    planned=$(sed -n 's/^1\.\.\([0-9]*\)$/\1/p' "$scratch/tap")
    broken=
    if [ "$planned" != $((good + bad)) ] || [ "$planned" = 0 ]; then
        broken="stopped before its end (exit code $code)"
    elif [ $code -ne 0 ] && [ "$bad" = 0 ]; then
        broken="exit code $code although no test failed"
    elif [ -n "$(ls -A "$TMPDIR")" ]; then
        broken="left behind: $(ls -A "$TMPDIR" | tr '\n' ' ')"
        rm -rf "${TMPDIR:?}"/*
    fi
    [ -z "$broken" ] || bad=$((bad + 1))
    printf '%-36s %4d passed, %d failed, %d s %s\n' "${suite##*/}" "$good" "$bad" "$seconds" "$broken"
    # A suite's table, lines that begin with a bar, is shown even if all is well.
    [ "$bad" != 0 ] || grep '^|' "$scratch/output"
    [ "$bad" = 0 ] || sed 's/^/    /' "$scratch/output"
    passed=$((passed + good))
    failed=$((failed + bad))
done

if [ -n "$counts" ]; then
    echo "$passed $failed" >>"$counts"
else
    echo "$passed passed, $failed failed"
fi
[ "$failed" = 0 ]
