#!/bin/sh
# All tests, for "make check": check.sh MAKE [FLAG...]
# Builds, runs every suite, runs the suites once more under the address and undefined-behaviour
# sanitizers, looks at the format and the spelling, and ends with the one line "N passed, N failed, N skipped" over all
# of it. A build, the documentation, the format, and the spelling count as one test each.
# Of the fixtures it grades a part, WARPLAB_PARTS=10 for a tenth, which is another one with the next commit; of labs that
# this commit or the working tree changes all of them (docs/fixtures.md).
# The suites find what a bare system has (bare-path.sh), and a CUDA Toolkit only where the caller gives NVCC: one that
# is installed would hide that a test needs it. The builds, the format and the spelling take what this machine has.
set -u

if [ ! -d grader/tests ]; then
    echo "the tests are not part of this hand-out" >&2
    exit 2
fi

scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
counts=$scratch/counts
: >"$counts"
: >"$counts.failed"

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
        echo "$what" >>"$counts.failed"
    fi
}

# Which part: the number of the commit. Where that is not known, as in a shallow clone or an archive, it is the day's.
round=$(($(date +%s) / 86400))
[ "$(git rev-parse --is-shallow-repository 2>/dev/null)" != false ] || round=$(git rev-list --count HEAD)
whole=$({ git diff --name-only HEAD~1 && git ls-files --others --exclude-standard; } 2>/dev/null |
    sed -nE 's,^(labs|solutions|grader/course)/([^/]+)/.*,\2,p' | sort -u | tr '\n' ' ')
export WARPLAB_PARTS="${WARPLAB_PARTS:-10}" WARPLAB_ROUND="${WARPLAB_ROUND:-$round}" WARPLAB_WHOLE="${WARPLAB_WHOLE-$whole}"
echo "fixtures: part $((WARPLAB_ROUND % WARPLAB_PARTS + 1)) of $WARPLAB_PARTS (WARPLAB_ROUND=$WARPLAB_ROUND)${WARPLAB_WHOLE:+, all of $WARPLAB_WHOLE}"

# Not below build/: the sandbox looks for bwrap as somebody else, who may have no way into this folder.
chmod 711 "$scratch"
path=$(NVCC=${NVCC:-} grader/mk/bare-path.sh "$scratch/programs") || exit 2
# suites TARGET: runs them. Without NVCC neither make nor ./grade looks for the toolkit.
suites() {
    target=$1
    shift
    env PATH="$path" NVCC="${NVCC:-}" "$@" --no-print-directory --silent "$target" COUNTS="$counts"
}

step "layers" grader/mk/check-layers.sh
step "layers in maintainers.md" grader/mk/check-layers.sh --shown docs/maintainers.md
step "functions.md" grader/mk/functions.sh shown grader/confine/functions.txt docs/functions.md
step "layers can fail" grader/mk/check-layers.sh --try
step "build" "$@" --keep-going --no-print-directory all
if [ "${CONFINE:-yes}" = no ]; then
    echo "build without grader/confine: skipped: \"build\" is that one"
    echo "0 0 1" >>"$counts"
else
    step "build without grader/confine" grader/mk/check-unconfined.sh "$@"
fi
step "documentation" grader/mk/docs.sh --check
suites run-suites "$@"
step "build with sanitizers" "$@" --keep-going --no-print-directory sanitized
suites run-sanitized "$@"
"$@" --no-print-directory --silent check-format COUNTS="$counts"
"$@" --no-print-directory --silent count-spelling COUNTS="$counts"

sed 's/^/failed: /' "$counts.failed"
# A suite that was never run because its build failed is in that build's count.
awk '{ passed += $1; failed += $2; skipped += $3 }
    END { printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped; exit failed != 0 }' "$counts"
