#!/bin/sh
# model-fixtures.sh FOLDER CSV: from reports of gradings on a GPU with both backends (FOLDER/LAB+FIXTURE.json; those of
# the solutions are LAB+solution.json) makes a CSV, a line for each task that is right and timed, and prints how well the
# model agrees with the GPU. docs/results/model/README.md says what the columns are.
set -e
folder=$1 csv=$2
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT

# Lines "lab fixture task backend gbps threshold naive", and "lab fixture task points of" of the checks for speed.
for report in "$folder"/*+*.json; do
    name=$(basename "$report" .json)
    awk -v lab="${name%%+*}" -v fixture="${name#*+}" '
        { key = $1; value = $0; gsub(/[",:]/, "", key); sub(/^[^:]*:[ \t]*/, "", value); gsub(/[",]/, "", value) }
        key == "id" { id = value }
        key == "status" { status = value }
        key == "points" { points = value }
        key == "max_points" && id == "bandwidth" { print lab, fixture, task, points, value, status >checks }
        key == "task" { task = value }
        key == "backend" { backend = value }
        key == "gbps" { gbps = value }
        key == "threshold" { threshold = value }
        key == "naive_gbps" { print lab, fixture, task, backend, gbps, threshold, value }' \
        checks="$parts/checks" "$report" >>"$parts/speeds"
    [ ! -s "$parts/checks" ] || cat "$parts/checks" >>"$parts/points"
    rm -f "$parts/checks"
done

awk -v full=0.8 '
    function points_of(gbps, threshold, naive, most) {
        if (gbps >= threshold) return most
        return gbps <= naive ? 0 : int(most * log(gbps / naive) / log(threshold / naive) + 1e-9)
    }
    FNR == NR { gbps[$1, $2, $3, $4] = $5; threshold[$1, $2, $3, $4] = $6; naive[$1, $2, $3, $4] = $7; next }
    {
        l = $1; f = $2; t = $3; most = $5
        modelled = gbps[l, f, t, "cpu"]; measured = gbps[l, f, t, "gpu"]; reference = gbps[l, "solution", t, "gpu"]
        if (!(modelled > 0 && measured > 0 && reference > 0) || $6 == "skipped" || $6 == "open") next
        printf "%s,%s,%s,%d,%.4g,%.4g,%.4f,%.4f,%d,%d\n", l, f, t, most, modelled, measured,
            modelled * full / threshold[l, f, t, "cpu"], measured / reference,
            points_of(modelled, threshold[l, f, t, "cpu"], naive[l, f, t, "cpu"], most), $4
    }' "$parts/speeds" "$parts/points" | sort -V >"$parts/lines"
{
    echo lab,fixture,task,of,modelled_gbps,measured_gbps,modelled_of_reference,measured_of_reference,modelled_points,measured_points
    cat "$parts/lines"
} >"$csv"

awk -F, '
    function kind(points, most) { return points == 0 ? 0 : points == most ? 2 : 1 }
    function size(x) { return x < 0 ? -x : x }
    FNR == 1 || $2 == "solution" { next }
    {
        ratio = size(log($7 / $8)); count++
        near += ratio <= log(1.25); fair += ratio <= log(1.5)
        same += kind($9, $4) == kind($10, $4); three += size($9 - $10) <= 3
    }
    END {
        print "| tasks | speed of the reference within 1.25 | 1.5 | full, part or no marks the same | points within 3 |"
        print "| --- | --- | --- | --- | --- |"
        printf "| %d | %.0f %% | %.0f %% | %.0f %% | %.0f %% |\n", count, 100 * near / count, 100 * fair / count,
            100 * same / count, 100 * three / count
    }' "$csv"
