#!/bin/sh
# Reads the CSV exports of one gradebook with sqlite3, and compares them with its JSON export:
#   check-csv.sh FOLDER     holds class.csv, class.canvas, class.moodle and class.json
# Every score must be in each of them, and nothing else that is a number.
set -eu

ask() {
    sqlite3 -noheader :memory: \
        ".import --csv $1/class.csv csv" ".import --csv $1/class.canvas canvas" ".import --csv $1/class.moodle moodle" \
        "CREATE TABLE json AS SELECT json_extract(value, '\$.student') AS student, json_extract(value, '\$.lab') AS lab,
            json_extract(value, '\$.score') AS score FROM json_each(CAST(readfile('$1/class.json') AS TEXT), '\$.results')" \
        "$2"
}

# compare WHAT ANSWER WANTED
compare() {
    if [ "$2" = "$3" ]; then
        echo "$1: $2, as in the JSON"
    else
        echo "$1: $2, but $3 in the JSON" >&2
        exit 1
    fi
}

sums="SELECT printf('%d scores, sum %.2f', count(score), sum(score)) FROM"
wanted=$(ask "$1" "$sums json")
compare "class.csv" "$(ask "$1" "$sums (SELECT nullif(score, '') + 0.0 AS score FROM csv)")" "$wanted"
for file in canvas moodle; do
    every=$(ask "$1" "SELECT group_concat('SELECT nullif(\"' || name || '\", '''') + 0.0 AS score FROM $file' ||
        CASE '$file' WHEN 'canvas' THEN ' WHERE \"Student\" <> ''    Points Possible''' ELSE '' END, ' UNION ALL ')
        FROM pragma_table_info('$file') WHERE cid >= (CASE '$file' WHEN 'canvas' THEN 5 ELSE 1 END) AND
        name NOT GLOB '* feedback'")
    compare "class.$file" "$(ask "$1" "$sums ($every)")" "$wanted"
done
students=$(ask "$1" "SELECT count(DISTINCT student) FROM json")
compare "students in class.canvas" "$(ask "$1" "SELECT count(*) - 1 FROM canvas")" "$students"
compare "students in class.moodle" "$(ask "$1" "SELECT count(*) FROM moodle")" "$students"
active="GLOB '[=+@-]*'"
compare "cells that a spreadsheet would run" "$(ask "$1" "SELECT (SELECT count(*) FROM csv WHERE student $active OR
    reason $active OR first_fault $active) + (SELECT count(*) FROM canvas WHERE Student $active OR \"SIS Login ID\" $active) +
    (SELECT count(*) FROM moodle WHERE \"ID number\" $active)")" 0
