#!/bin/sh
# model-fixtures.sh FOLDER CSV: from the reports that measure-fixtures.sh left in FOLDER makes a CSV, a line for each task
# that is right and timed, and prints how well the model agrees with the GPU. docs/results/model/README.md says what the
# columns are.
set -e
folder=$1 csv=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for report in "$folder"/cpu/*+*.json "$folder"/gpu/*+*.json "$folder"/same/*+*.json; do
    name=$(basename "$report" .json)
    echo "INSERT INTO report VALUES ('$(basename "$(dirname "$report")")', '${name%%+*}', '${name#*+}', CAST(readfile('$(realpath "$report")') AS TEXT));"
done >"$work/reports.sql"

cat >"$work/table.sql" <<'END'
CREATE TABLE report (kind, lab, fixture, body);
.read reports.sql
CREATE TABLE speed AS
    SELECT kind, lab, fixture, b.value ->> 'task' AS task, b.value ->> 'gbps' AS gbps,
        b.value ->> 'threshold' AS mark
    FROM report, json_each(body, '$.bandwidth') AS b WHERE b.value ->> 'gbps' > 0;
CREATE TABLE points AS
    SELECT kind, lab, fixture, c.value ->> 'task' AS task, c.value ->> 'points' AS points,
        c.value ->> 'max_points' AS most
    FROM report, json_each(body, '$.checks') AS c
    WHERE c.value ->> 'id' = 'bandwidth' AND c.value ->> 'status' NOT IN ('skipped', 'open');
CREATE TABLE fixture AS
    SELECT m.lab, m.fixture, m.task, mp.most AS "of", m.gbps AS modelled_gbps, g.gbps AS measured_gbps,
        s.gbps AS same_size_gbps, m.gbps / mr.gbps AS modelled_of_reference,
        g.gbps / gr.gbps AS measured_of_reference, s.gbps / sr.gbps AS same_size_of_reference,
        mp.points AS modelled_points, gp.points AS measured_points
    FROM speed AS m JOIN speed AS g USING (lab, fixture, task) JOIN points AS mp USING (lab, fixture, task)
        JOIN points AS gp USING (lab, fixture, task) LEFT JOIN speed AS s
            ON (s.kind, s.lab, s.fixture, s.task) = ('same', m.lab, m.fixture, m.task)
        JOIN speed AS mr ON (mr.kind, mr.lab, mr.fixture, mr.task) = ('cpu', m.lab, 'solution', m.task)
        JOIN speed AS gr ON (gr.kind, gr.lab, gr.fixture, gr.task) = ('gpu', m.lab, 'solution', m.task)
        LEFT JOIN speed AS sr ON (sr.kind, sr.lab, sr.fixture, sr.task) = ('same', m.lab, 'solution', m.task)
    WHERE m.kind = 'cpu' AND g.kind = 'gpu' AND mp.kind = 'cpu' AND gp.kind = 'gpu'
    ORDER BY CAST(substr(m.lab, 4) AS INTEGER), m.fixture, m.task;
.mode csv
.headers on
.once lines.csv
SELECT lab, fixture, task, "of", printf('%.4g', modelled_gbps) AS modelled_gbps,
    printf('%.4g', measured_gbps) AS measured_gbps, printf('%.4g', same_size_gbps) AS same_size_gbps,
    printf('%.4f', modelled_of_reference) AS modelled_of_reference,
    printf('%.4f', measured_of_reference) AS measured_of_reference,
    printf('%.4f', same_size_of_reference) AS same_size_of_reference, modelled_points, measured_points
FROM fixture;
.mode markdown
SELECT against, count(*) AS tasks, printf('%.0f %%', 100 * avg(ratio <= ln(1.25))) AS "within 1.25",
    printf('%.0f %%', 100 * avg(ratio <= ln(1.5))) AS "1.5",
    printf('%.0f %%', 100 * avg(same_kind)) AS "full, part or no marks the same",
    printf('%.0f %%', 100 * avg(abs(modelled_points - measured_points) <= 3)) AS "points within 3"
FROM (
    SELECT *, (modelled_points > 0) + (modelled_points = "of")
            = (measured_points > 0) + (measured_points = "of") AS same_kind,
        abs(ln(modelled_of_reference / of_reference)) AS ratio
    FROM (
        SELECT *, 'of the reference, at the GPU''s size' AS against, measured_of_reference AS of_reference FROM fixture
        UNION ALL SELECT *, 'of the reference, at the engine''s size', same_size_of_reference FROM fixture
        UNION ALL SELECT *, 'the time, at the engine''s size', same_size_gbps / modelled_gbps * modelled_of_reference
            FROM fixture)
    WHERE fixture <> 'solution' AND of_reference > 0)
GROUP BY against;
END
(cd "$work" && sqlite3 -bail :memory: <table.sql)
cp "$work/lines.csv" "$csv"
