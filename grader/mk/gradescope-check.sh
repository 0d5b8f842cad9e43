#!/bin/sh
# Runs an autograder as Gradescope does, with its files under /autograder, in namespaces of its own:
#   gradescope-check.sh ZIP LAB
# The reference must get full marks, the starter less, a submission without the lab's file 0 with the reason.
set -eu

zip=$(realpath "$1")
lab=$2
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM
chmod 755 "$place"
mkdir "$place/source" "$place/results" "$place/submission"
# jar and unzip are not everywhere; bsdtar reads zips too.
if command -v unzip >/dev/null; then unzip -q "$zip" -d "$place/source"; else bsdtar -xf "$zip" -C "$place/source"; fi
cp -p "$place/source/run_autograder" "$place/"

# Everything of this machine at its place, and /autograder beside it.
inside() {
    binds=
    for entry in /*; do
        if [ -L "$entry" ]; then
            binds="$binds --symlink $(readlink "$entry") $entry"
        elif [ "$entry" != /autograder ] && [ -d "$entry" ]; then
            binds="$binds --dev-bind $entry $entry"
        fi
    done
    # shellcheck disable=SC2086  # a list of words
    (cd / && bwrap $binds --bind "$place" /autograder --chdir /autograder -- "$@")
}

inside /autograder/source/setup.sh >"$place/setup.log" 2>&1 || {
    tail -n 20 "$place/setup.log" >&2
    echo "gradescope-check: setup.sh failed" >&2
    exit 1
}
echo "setup.sh: built"

ask() {
    sqlite3 :memory: "SELECT json_extract(CAST(readfile('$place/results/results.json') AS TEXT), '$1')"
}

# try WHAT FOLDER CONDITION-ON-SCORE
try() {
    rm -rf "$place/submission" "$place/results/results.json"
    cp -R "$2" "$place/submission"
    inside /autograder/run_autograder >"$place/run.log" 2>&1 || {
        cat "$place/run.log" >&2
        echo "gradescope-check: $1: no results" >&2
        exit 1
    }
    score=$(ask '$.score')
    # shellcheck disable=SC2086  # an operator and a number
    if [ "${score%.*}" $3 ]; then
        echo "$1: $score points of a score $3: $(ask '$.output')"
    else
        echo "gradescope-check: $1: $score is not $3" >&2
        sqlite3 :memory: "SELECT json_extract(value, '\$.name') || ': ' || json_extract(value, '\$.output') FROM
            json_each(CAST(readfile('$place/results/results.json') AS TEXT), '\$.tests')
            WHERE json_extract(value, '\$.score') < json_extract(value, '\$.max_score')" >&2
        cat "$place/run.log" >&2
        exit 1
    fi
}

mkdir "$place/nothing"
echo "see the other file" >"$place/nothing/notes.txt"
try "the reference" "solutions/$lab" "-eq 100"
try "the starter" "labs/$lab" "-lt 50"
try "no file of the lab" "$place/nothing" "-eq 0"
echo "  ... $(ask '$.tests[0].output')"
echo "gradescope-check: passed"
