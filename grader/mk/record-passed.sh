#!/bin/sh
# Writes grader/tests/passed.txt: with which inputs each suite that declares some (suite-inputs.sh) has passed here last.
# A suite whose inputs have changed since keeps its line, and is named: it will be run.
set -eu
list=grader/tests/passed.txt
for source in $(grep -l '^// Inputs: ' grader/tests/test_*.c); do
    name=$(basename "$source" .c)
    inputs=$(grader/mk/suite-inputs.sh "$source")
    if [ "$inputs" = "$(cat "build/passed/$name" 2>/dev/null)" ]; then
        sed -i "/^$name /d" $list
        echo "$name $inputs $(date +%F)" >>$list
    elif ! grep -q "^$name $inputs " $list; then
        echo "$name has not passed with its inputs as they are: make check runs it" >&2
    fi
done
LC_ALL=C sort -o $list $list
