#!/bin/sh
# Writes down what the last `make check` found:
# - grader/tests/passed.txt: the inputs with which each suite that declares some (suite-inputs.sh) passed. A suite whose
#   inputs have changed since keeps its line, and is named: it will be run.
# - docs/maintainers.md, from <!-- seconds --> on: the processor time of steps and suites that took five seconds or more.
#   What was not run keeps its row.
set -eu
export LC_ALL=C

list=grader/tests/passed.txt
for source in $(grep -l '^// Inputs: ' grader/tests/test_*.c); do
    name=$(basename "$source" .c)
    inputs=$(grader/mk/suite-inputs.sh "$source")
    if [ "$(sort -u "build/passed/$name" 2>/dev/null)" = "$inputs, 0 failed, 0 skipped" ]; then
        sed -i "/^$name /d" $list
        echo "$name $inputs $(date +%F)" >>$list
    elif ! grep -q "^$name $inputs " $list; then
        echo "$name has not passed with its inputs as they are: make check runs it" >&2
    fi
done
sort -o $list $list

page=docs/maintainers.md
rows=$(sed -nE 's/^\| ([^|]*) \| ([0-9]+) \|$/\2 0 \1/p' $page | cat - build/seconds.txt |
    sed -E 's/^([0-9]+) [0-9]+ (.*)/\1\t\2/' |
    awk -F '\t' '{ time[$2] = $1 } END { for (name in time) if (time[name] >= 5) print time[name] "\t| " name " | " time[name] " |" }' |
    sort -rn | cut -f 2)
sed -i '/^<!-- seconds -->/,/^<!-- \/seconds -->/ { /^| [^|]* | [0-9]* |$/d }' $page
printf '%s\n' "$rows" >build/rows
sed -i '/^<!-- seconds -->/,/^| --- |/ { /^| --- |/r build/rows
}' $page
