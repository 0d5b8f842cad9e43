#!/bin/sh
# Runs one test suite for run-suites.sh, in parallel with others: run-suite.sh SCRATCH SUITE
# A suite is a Check program; its results are read from the TAP log that Check writes beside its own report. One below
# build/asan is run in build/asan/top, a repository of links where ./grade is the sanitized one.
# A suite that stops before its end, or leaves something in its $TMPDIR, counts as one more failed test. A test that
# is impossible on this machine has passed for Check, but has left a line with the reason in $WARPLAB_SKIPPED
# (grader/tests/skip.h), and counts as skipped. So does, as one test, a suite that has a line "SUITE: REASON" in the
# list $WARPLAB_LEFT_OUT; and one that has a line "SUITE HASH DATE" in the list $WARPLAB_PASSED, if that is the hash of
# its present inputs (suite-inputs.sh). That hash and the outcome are left in build/passed/SUITE.
# Shows the outcome in one piece, and adds a line with the three numbers to SCRATCH/counts, "PROCESSOR WALL SUITE" to
# SCRATCH/seconds, the reasons to SCRATCH/reasons, and the failures to SCRATCH/failures.
set -u

scratch=$1
suite=$2
name=${suite##*/}
label=$name top=$PWD
case $suite in
build/asan/*) label="$name (sanitized)" suite=$PWD/$suite ;;
esac
own=$(mktemp -d "$scratch/$name.XXXXXX") && chmod 711 "$own" && mkdir -m 1777 "$own/tmp" || exit 1
export TMPDIR="$own/tmp" WARPLAB_SKIPPED="$own/skipped"

# lacks REASON WHY: counts the whole suite as one skipped test.
lacks() {
    exec 9>"$scratch/lock"
    flock 9
    echo "$label: $1"
    echo "0 0 1" >>"$scratch/counts"
    echo "$2 ($label, the whole suite)" >>"$scratch/reasons"
    exit 0
}
left_out=$([ -z "${WARPLAB_LEFT_OUT:-}" ] || sed -n "s/^$name: //p" "$WARPLAB_LEFT_OUT") || exit 1
[ -z "$left_out" ] || lacks "left out: $left_out" "$left_out"
source=grader/tests/$name.c
inputs=$([ ! -f "$source" ] || "$(dirname "$0")/suite-inputs.sh" "$source") || exit 1
passed=$([ -z "$inputs" ] || [ -z "${WARPLAB_PASSED:-}" ] || sed -n "s/^$name $inputs //p" "$WARPLAB_PASSED") || exit 1
[ -z "$passed" ] || lacks "skipped, its inputs have not changed since it passed on $passed ($inputs)" "the inputs have not changed"
[ "$label" = "$name" ] || cd build/asan/top || exit 1

# Time limits are for tests that hang, and must not be reached on a slow or busy machine.
export CK_TIMEOUT_MULTIPLIER="${CK_TIMEOUT_MULTIPLIER:-4}"
# Tests expect the English output of programs.
export LC_ALL=C

: >"$own/tap"
: >"$WARPLAB_SKIPPED"
begin=$(date +%s)
CK_TAP_LOG_FILE_NAME=$own/tap "$suite" >"$own/output" 2>&1 </dev/null
code=$?
times >"$own/times"
seconds=$(($(date +%s) - begin))
# The second line is for the children: "1m2.345s 0m6.789s", user and system.
processor=$(awk -F '[ms ]+' 'NR == 2 { printf "%.0f", 60 * ($1 + $3) + $2 + $4 }' "$own/times")

good=$(grep -c '^ok ' "$own/tap")
bad=$(grep -c '^not ok ' "$own/tap")
skipped=$(wc -l <"$WARPLAB_SKIPPED")
planned=$(sed -n 's/^1\.\.\([0-9]*\)$/\1/p' "$own/tap")
broken=
if [ "$planned" != $((good + bad)) ] || [ "$planned" = 0 ]; then
    broken="stopped before its end (exit code $code)"
elif [ $code -ne 0 ] && [ "$bad" = 0 ]; then
    broken="exit code $code although no test failed"
elif [ "$skipped" -gt "$good" ]; then
    broken="skipped $skipped of $good tests"
    skipped=0
elif [ -n "$(ls -A "$TMPDIR")" ]; then
    broken="left behind: $(ls -A "$TMPDIR" | tr '\n' ' ')"
fi
[ -z "$broken" ] || bad=$((bad + 1))
good=$((good - skipped))

exec 9>"$scratch/lock"
flock 9
printf '%-36s %4d passed, %d failed, %d skipped, %d s (%d s of processor time) %s\n' "$label" "$good" "$bad" "$skipped" \
    "$seconds" "$processor" "$broken"
if [ "$bad" = 0 ]; then
    # A suite's table, lines that begin with a bar, is shown even if all is well.
    grep '^|' "$own/output"
else
    sed 's/^/    /' "$own/output"
    # Check writes "file:line:F:case:test:round: message", with an E if the test did not finish.
    { grep -E ':[FE]:' "$own/output" || echo "${broken:-$bad failed}"; } | sed "s/^/$label: /" >>"$scratch/failures"
fi
echo "$good $bad $skipped" >>"$scratch/counts"
echo "$processor $seconds $label" >>"$scratch/seconds"
sed "s/\$/ ($label)/" "$WARPLAB_SKIPPED" >>"$scratch/reasons"
case $inputs/$2 in
?*/build/*) mkdir -p "$top/build/passed" && echo "$inputs, $bad failed, $skipped skipped" >>"$top/build/passed/$name" ;;
esac
exit 0
