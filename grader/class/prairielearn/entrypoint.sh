#!/bin/sh
# PrairieLearn runs this for a submission, in the kit's image: entrypoint.sh LAB
# The submission is in /grade/student, and results are read from /grade/results/results.json. If the grader itself
# fails, there is no such file, and PrairieLearn reports that.
set -u
lab=$1
grade=${WARPLAB_GRADE:-/grade} # elsewhere for tests
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/class" "$grade/results"
cp -RP "$grade/student" "$work/class/student"
cd "$(dirname "$0")/../../.." || exit 1
# Instructors read the output.
./grade batch "$work/class" --lab "$lab" -j 1 --db "$work/class.db" --sandbox container
./grade export prairielearn --db "$work/class.db" -o "$grade/results/results.json"
