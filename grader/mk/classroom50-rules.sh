#!/bin/sh
# Whether Classroom 50 would take a result file: classroom50-rules.sh FILE CLASSROOM ASSIGNMENT OWNER
# The rules are those of validate_result in foundation50/classroom50,
# cli/gh-teacher/skeleton/dotgithub/scripts/collect_scores.py. Names the first that is broken, and ends with 1.
set -eu
q() { printf "'%s'" "$(printf %s "$1" | sed "s/'/''/g")"; }
broken=$(sqlite3 :memory: "
CREATE TABLE result AS SELECT CAST(readfile($(q "$1")) AS TEXT) AS r;
CREATE TABLE test AS SELECT value AS t FROM result, json_each(r, '\$.tests');
SELECT rule FROM (
SELECT 1 AS n, 'it is a JSON object' AS rule, json_valid(r) AND json_type(r) = 'object' AS good FROM result
UNION ALL SELECT 2, 'schema', json_extract(r, '\$.schema') = 'classroom50/result/v1' FROM result
UNION ALL SELECT 3, 'classroom', json_extract(r, '\$.classroom') = $(q "$2") FROM result
UNION ALL SELECT 4, 'assignment', json_extract(r, '\$.assignment') = $(q "$3") FROM result
UNION ALL SELECT 5, 'owner', lower(json_extract(r, '\$.owner')) = lower($(q "$4")) FROM result
UNION ALL SELECT 6, 'assignment_type', json_extract(r, '\$.assignment_type') = 'individual' FROM result
UNION ALL SELECT 7, 'submission is a tag submit/...', json_extract(r, '\$.submission') LIKE 'submit/%' FROM result
UNION ALL SELECT 8, field || ' is a text', coalesce(json_type(r, '\$.' || field) = 'text' AND json_extract(r, '\$.' || field) <> '', 0)
    FROM result, (SELECT 'commit' AS field UNION SELECT 'release' UNION SELECT 'review' UNION SELECT 'datetime')
UNION ALL SELECT 9, 'datetime has a time zone', json_extract(r, '\$.datetime') GLOB '????-??-??T??:??:??Z' FROM result
UNION ALL SELECT 10, 'score and max-score are integers', coalesce(json_type(r, '\$.score') = 'integer'
    AND json_type(r, '\$.max-score') = 'integer', 0) FROM result
UNION ALL SELECT 11, 'score is from 0 to max-score', json_extract(r, '\$.score') BETWEEN 0 AND json_extract(r, '\$.max-score') FROM result
UNION ALL SELECT 12, 'tests is a list', coalesce(json_type(r, '\$.tests') = 'array', 0) FROM result
UNION ALL SELECT 13, 'each test has a name', coalesce(json_type(t, '\$.test-name') = 'text' AND json_extract(t, '\$.test-name') <> '', 0) FROM test
UNION ALL SELECT 14, 'passed is true or false', coalesce(json_type(t, '\$.passed') IN ('true', 'false'), 0) FROM test
UNION ALL SELECT 15, 'points of a test are integers', coalesce(json_type(t, '\$.score') = 'integer'
    AND json_type(t, '\$.max-score') = 'integer', 0) FROM test
UNION ALL SELECT 16, 'points of a test are from 0 to its most', json_extract(t, '\$.score') BETWEEN 0 AND json_extract(t, '\$.max-score') FROM test
UNION ALL SELECT 17, 'the sum of tests is the score', json_extract(r, '\$.score') =
    (SELECT coalesce(sum(json_extract(t, '\$.score')), 0) FROM test) FROM result
) WHERE good IS NOT 1 ORDER BY n LIMIT 1" 2>&1) || true
[ -z "$broken" ] || {
    echo "classroom50-rules: $1: $broken" >&2
    exit 1
}
