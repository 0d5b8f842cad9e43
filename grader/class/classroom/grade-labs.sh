#!/bin/sh
# Run by the workflow classroom.yml: grades the labs that a student has begun, and says so in GitHub's ways.
#   grade-labs.sh [LAB...]     without LAB: each whose labs/LAB/LAB.cu is not what the first commit had
# The reports go to the run's summary ($GITHUB_STEP_SUMMARY); the sum of points goes, as a notice, where GitHub
# Classroom looks for it. Exit code 0: full marks in all of them; 1: less somewhere; 2: the grader could not do its
# work, and no points are told.
set -u

summary=${GITHUB_STEP_SUMMARY:-/dev/null}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

begun() {
    first=$(git rev-list --max-parents=0 HEAD | tail -n 1)
    for folder in labs/lab*/; do
        lab=$(basename "$folder")
        git diff --quiet "$first" -- "labs/$lab/$lab.cu" || echo "$lab"
    done
}

# shellcheck disable=SC2046  # one name a word
[ $# -gt 0 ] || set -- $(begun)
worst=0
for lab; do
    code=2
    make "$lab" && {
        ./grade "$lab" --json "$work/$lab.json" >"$work/$lab.txt"
        code=$?
    }
    [ "$code" -lt 2 ] || {
        echo "$lab: the grader could not do its work: no points are told" >&2
        exit 2
    }
    cat "$work/$lab.txt"
    printf '## %s\n\n```\n%s\n```\n' "$lab" "$(cat "$work/$lab.txt")" >>"$summary"
    [ "$code" = 0 ] || worst=1
done
[ $# -gt 0 ] || {
    echo "no lab has been begun"
    exit 0
}
points=$(sqlite3 :memory: "$(for lab; do
    echo "SELECT json_extract(CAST(readfile('$work/$lab.json') AS TEXT), '\$.score') AS score UNION ALL"
done | sed '1i SELECT sum(score) FROM (' | sed '$s/UNION ALL$/)/')")
echo "::notice title=Autograding complete::Points $points/$((100 * $#))"
echo "::notice title=Autograding report::{\"totalPoints\":$points,\"maxPoints\":$((100 * $#))}"
exit $worst
