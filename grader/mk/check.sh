#!/bin/sh
# All tests, for "make check": check.sh [--all] MAKE [FLAG...]
# Builds twice, the second time under the address and undefined-behaviour sanitizers, runs every suite in the build that
# sees most in it (tests.mk), looks at the format and the spelling, and ends with the ten suites and steps that took
# longest and with the one line "N passed, N failed, N skipped" over all of it. A build, the documentation, the format,
# and the spelling count as one test each.
# Of the fixtures it grades a part, WARPLAB_PARTS=10 for a tenth, which is another one with the next commit; of labs that
# this commit or the working tree changes all of them (docs/fixtures.md). Suites whose inputs are as they were when
# grader/tests/passed.txt was written are skipped (run-suite.sh); none with WARPLAB_PASSED= (empty).
# With --all every suite is run in both builds, whatever its inputs, and a quarter of the fixtures; wordings that read oddly are printed (check-prose.sh).
# The suites find what a bare system has (bare-path.sh), and a CUDA Toolkit only where the caller gives NVCC: one that
# is installed would hide that a test needs it. The builds, the format and the spelling take what this machine has.
set -u

if [ ! -d grader/tests ]; then
    echo "the tests are not part of this hand-out" >&2
    exit 2
fi
all=
if [ "${1:-}" = --all ]; then
    all=yes
    shift
    set -- "$@" ALL=yes
fi

scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
counts=$scratch/counts
: >"$counts"
: >"$counts.failed"
: >"$counts.seconds"
begin=$(date +%s)

# step WHAT COMMAND...: one test, whose output is shown as it comes.
step() {
    what=$1
    shift
    own=$(mktemp "$scratch/times.XXXXXX")
    result=passed start=$(date +%s)
    times >"$own"
    "$@" || result=FAILED
    times >>"$own"
    wall=$(($(date +%s) - start))
    # Lines 2 and 4 are of the children: "1m2.345s 0m6.789s", user and system.
    used=$(awk -F '[ms ]+' 'NR % 2 == 0 { sum = 60 * ($1 + $3) + $2 + $4 - sum } END { printf "%.0f", sum }' "$own")
    echo "$what: $result, $wall s ($used s of processor time)"
    echo "$used $wall $what" >>"$counts.seconds"
    if [ $result = passed ]; then
        echo "1 0 0" >>"$counts"
    else
        echo "0 1 0" >>"$counts"
        echo "$what" >>"$counts.failed"
    fi
}
# aside WHAT COMMAND...: the same beside what follows, for what keeps one core busy; its output is shown in the end.
aside() { step "$@" >"$(mktemp "$scratch/aside.XXXXXX")" 2>&1 & }

# Which part: the number of the commit. Where that is not known, as in a shallow clone or an archive, it is the day's.
round=$(($(date +%s) / 86400))
[ "$(git rev-parse --is-shallow-repository 2>/dev/null)" != false ] || round=$(git rev-list --count HEAD)
whole=$({ git diff --name-only HEAD~1 && git ls-files --others --exclude-standard; } 2>/dev/null |
    sed -nE 's,^(labs|solutions|grader/course)/([^/]+)/.*,\2,p' | sort -u | tr '\n' ' ')
parts=10
[ -z "$all" ] || parts=4
export WARPLAB_PARTS="${WARPLAB_PARTS:-$parts}" WARPLAB_ROUND="${WARPLAB_ROUND:-$round}" WARPLAB_WHOLE="${WARPLAB_WHOLE-$whole}"
if [ -n "$all" ]; then export WARPLAB_ALL=yes WARPLAB_PASSED=; fi
export WARPLAB_PASSED="${WARPLAB_PASSED-grader/tests/passed.txt}"
rm -rf build/passed
echo "fixtures: part $((WARPLAB_ROUND % WARPLAB_PARTS + 1)) of $WARPLAB_PARTS (WARPLAB_ROUND=$WARPLAB_ROUND)${WARPLAB_WHOLE:+, all of $WARPLAB_WHOLE}"

# Not below build/: the sandbox looks for bwrap as somebody else, who may have no way into this folder.
chmod 711 "$scratch"
path=$(NVCC=${NVCC:-} grader/mk/bare-path.sh "$scratch/programs") || exit 2

step "layers" grader/mk/check-layers.sh
step "layers in maintainers.md" grader/mk/check-layers.sh --shown docs/maintainers.md
step "functions.md" grader/mk/functions.sh shown grader/confine/functions.txt docs/functions.md
step "layers can fail" grader/mk/check-layers.sh --try
[ -z "$all" ] || grader/mk/check-prose.sh
"$@" --no-print-directory --silent check-format count-spelling COUNTS="$counts" >"$scratch/aside.format" 2>&1 &
step "build" "$@" --keep-going --no-print-directory build plain-suites
step "build with sanitizers" "$@" --keep-going --no-print-directory sanitized
if [ "${CONFINE:-yes}" = no ]; then
    echo "build without grader/confine: skipped: \"build\" is that one"
    echo "0 0 1" >>"$counts"
else
    aside "build without grader/confine" grader/mk/check-unconfined.sh "$@"
fi
aside "documentation" grader/mk/docs.sh --check
# Without NVCC neither make nor ./grade looks for the toolkit.
env PATH="$path" NVCC="${NVCC:-}" "$@" --no-print-directory --silent run-suites COUNTS="$counts"
wait
cat "$scratch"/aside.*

sed 's/^/failed: /' "$counts.failed"
times_of=build/seconds${all:+-all}.txt
sort -k 1,1nr "$counts.seconds" >"$times_of"
echo "the ten longest, in seconds of processor time and by the clock:"
sed -n '1,10s/^\([0-9]*\) \([0-9]*\) /\1\t\2\t/p' "$times_of"
times >"$scratch/times"
awk -F '[ms ]+' -v wall=$(($(date +%s) - begin)) \
    'NR == 2 { printf "all of it: %.0f s of processor time, %d s by the clock\n", 60 * ($1 + $3) + $2 + $4, wall }' "$scratch/times"
# A suite that was never run because its build failed is in that build's count.
awk '{ passed += $1; failed += $2; skipped += $3 }
    END { printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped; exit failed != 0 }' "$counts"
