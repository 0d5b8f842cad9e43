#!/bin/sh
# Makes a lab out of grader/template: new-lab.sh LAB TASK
# LAB is its name, lab15 say; TASK the function that students write. The lab is whole: it builds, its starter grades
# low, its solution gets full marks, and its own tests pass. What it teaches is nothing yet: docs/writing-a-lab.md.
set -eu

lab=$1
task=$2
template=grader/template

stop() {
    echo "new-lab: $1" >&2
    exit 2
}

echo "$lab" | grep -Eqx 'lab[1-9][0-9]?' || stop "which lab? For example: make new-lab LAB=lab15 TASK=stencil"
echo "$task" | grep -Eqx '[a-z][a-z0-9_]{0,62}' || stop "TASK is the name of a C function, in small letters: $task"
for place in "labs/$lab" "solutions/$lab" "grader/course/$lab/spec.c" "grader/course/$lab/figure.c" "grader/course/$lab/naive" "grader/course/$lab/fixtures"; do
    [ ! -e "$place" ] || stop "$place is there already"
done

# make_file TEMPLATE PLACE
make_file() {
    mkdir -p "$(dirname "$2")"
    sed "s/@lab@/$lab/g; s/@LAB@/$(echo "$lab" | tr a-z A-Z)/g; s/@task@/$task/g; s/@title@/Lab ${lab#lab}/g" \
        "$template/$1" >"$2"
    echo "  $2"
}

make_file README.md.in "labs/$lab/README.md"
make_file lab.h.in "labs/$lab/$lab.h"
make_file lab.cu.in "labs/$lab/$lab.cu"
make_file try.cu.in "labs/$lab/try.cu"
make_file solution.cu.in "solutions/$lab/$lab.cu"
make_file spec.c.in "grader/course/$lab/spec.c"
make_file speed.h.in "grader/course/$lab/speed.h"
make_file naive.cu.in "grader/course/$lab/naive/$lab.cu"
make_file figure.c.in "grader/course/$lab/figure.c"
for fixture in "$template"/fixtures/*; do
    name=${fixture##*/}
    make_file "fixtures/$name/lab.cu.in" "grader/course/$lab/fixtures/$name/$lab.cu"
    make_file "fixtures/$name/expect.in" "grader/course/$lab/fixtures/$name/expect"
done
