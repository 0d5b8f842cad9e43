#!/bin/sh
# Grades the files in the working directory, a clone of the hand-out, with the kit that this script is part of:
#   grade-push.sh [LAB...]     without LAB: the lab that $ASSIGNMENT names, otherwise each whose file is not the starter
# The reports go to standard output, and to the run's summary ($GITHUB_STEP_SUMMARY). result.json has the points, in the
# form of Classroom 50; its classroom, assignment and addresses come from the environment that its runner sets.
# Exit code 0: full marks in all labs; 1: less in some lab; 2: the grader itself failed, and no result is written. If
# $CLASSROOM is set (by its runner), 1 becomes 0, because there 1 would mean that the grader failed.
set -u

kit=$(cd "$(dirname "$0")/../../.." && pwd)
summary=${GITHUB_STEP_SUMMARY:-/dev/null}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
# A file of this name in the repository is not a result.
rm -f result.json

begun() {
    for folder in "$kit"/labs/lab*/; do
        lab=$(basename "$folder")
        [ ! -f "labs/$lab/$lab.cu" ] || cmp -s "labs/$lab/$lab.cu" "$folder/$lab.cu" || echo "$lab"
    done
}

# A container may have no sandbox inside: then the container is the sandbox, and the report says so.
grade() {
    "$kit/grade" "$@" >"$work/text" 2>"$work/error"
    code=$?
    [ "$code" != 2 ] || {
        "$kit/grade" "$@" --sandbox container >"$work/text" 2>>"$work/error"
        code=$?
    }
    return $code
}

# Text for SQL.
q() { printf "'%s'" "$(printf %s "$1" | sed "s/'/''/g")"; }

write_result() {
    # The time of the hand-in: the commit's time; in a folder without commits, now.
    when=$(TZ=UTC git -c safe.directory='*' log -1 --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd 2>/dev/null) && [ -n "$when" ] ||
        when=$(date -u +%Y-%m-%dT%H:%M:%SZ)
    address=${GITHUB_SERVER_URL:-https://github.com}/${GITHUB_REPOSITORY:-unknown}
    commit=${COMMIT_URL:-$address/commit/${GITHUB_SHA:-unknown}}
    tag=${SUBMISSION_TAG:-submit/${GITHUB_SHA:-unknown}}
    {
        echo "CREATE TABLE tests(name, passed, points, most);"
        for lab; do
            echo "INSERT INTO tests SELECT $(q "$lab") || ': ' || json_extract(value, '\$.title') || coalesce(', ' || json_extract(value, '\$.task'), ''),
                json_extract(value, '\$.status') = 'passed', json_extract(value, '\$.points'), json_extract(value, '\$.max_points')
                FROM json_each(CAST(readfile($(q "$work/$lab.json")) AS TEXT), '\$.checks')
                WHERE json_extract(value, '\$.max_points') > 0 OR json_extract(value, '\$.status') = 'failed';"
        done
        echo "SELECT json_object('schema', 'classroom50/result/v1', 'classroom', $(q "${CLASSROOM:-warplab}"),
            'assignment', $(q "${ASSIGNMENT:-labs}"), 'assignment_type', $(q "${ASSIGNMENT_TYPE:-individual}"),
            'owner', $(q "${OWNER:-${USERNAME:-${GITHUB_ACTOR:-unknown}}}"), 'submission', $(q "$tag"), 'commit', $(q "$commit"),
            'release', $(q "${RELEASE_URL:-$address/releases/tag/$tag}"), 'review', $(q "${REVIEW_URL:-$commit}"),
            'datetime', $(q "$when"), 'graded_at', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'),
            'score', coalesce(sum(points), 0), 'max-score', coalesce(sum(most), 0),
            'tests', json_group_array(json_object('test-name', name, 'passed', json(CASE WHEN passed THEN 'true' ELSE 'false' END),
                'score', points, 'max-score', most)) FILTER (WHERE name IS NOT NULL)) FROM tests;"
    } | sqlite3 :memory: >"$work/result.json" && mv "$work/result.json" result.json
}

if [ $# = 0 ] && [ -n "${ASSIGNMENT:-}" ] && [ -d "$kit/labs/$ASSIGNMENT" ]; then
    set -- "$ASSIGNMENT"
elif [ $# = 0 ]; then
    # shellcheck disable=SC2046  # one name a word
    set -- $(begun)
fi
worst=0
for lab; do
    # A missing file is graded as an empty one: it earns no points, like one that does not compile.
    [ -f "labs/$lab/$lab.cu" ] || { mkdir -p "$work/none" && : >"$work/none/$lab.cu"; }
    file=labs/$lab/$lab.cu
    [ -f "$file" ] || file=$work/none/$lab.cu
    grade "$lab" --submission "$file" --json "$work/$lab.json"
    code=$?
    [ "$code" -lt 2 ] || {
        cat "$work/error" >&2
        echo "$lab: the grader could not do its work: no points are told" >&2
        exit 2
    }
    cat "$work/text"
    printf '## %s\n\n```\n%s\n```\n' "$lab" "$(cat "$work/text")" >>"$summary"
    [ "$code" = 0 ] || worst=1
done
[ $# -gt 0 ] || echo "no lab has been begun"
write_result "$@" || exit 2
[ -z "${CLASSROOM:-}" ] || exit 0
exit $worst
