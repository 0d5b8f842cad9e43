#!/bin/sh
# Writes down what the last `make check` or `make check-all` found:
# - grader/tests/passed.txt: the inputs with which each suite that declares some (suite-inputs.sh) passed. A suite whose
#   inputs have changed since keeps its line, and is named: it will be run.
# - docs/maintainers.md, between <!-- seconds --> and <!-- /seconds -->: the processor time of suites and steps in
#   `make check`. What was not run keeps its row; what took less than five seconds is added up.
set -eu
export LC_ALL=C

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
sort -o $list $list

page=docs/maintainers.md
[ -f build/seconds.txt ] || { echo "no times: build/seconds.txt is written by make check" >&2; exit 2; }
new=$(mktemp)
trap 'rm -f "$new"' EXIT
awk -v least=5 '
    function row(sum, name, plain, sanitized) {
        printf "%06d\t| %s | %s | %s |\n", sum, name, plain ? plain : "", sanitized ? sanitized : "" | "sort -r | cut -f 2"
    }
    FNR == NR {
        sanitized = sub(/ \(sanitized\)$/, "")
        seconds = $1
        sub(/^[0-9]+ [0-9]+ /, "")
        name = /^test_/ ? "`" $0 "`" : $0
        time[name, sanitized] = seconds
        names[name]
        next
    }
    /^<!-- seconds -->/ { print; print "| suite or step | plain | sanitized |"; print "| --- | --: | --: |"; within = 1; next }
    /^<!-- \/seconds -->/ {
        for (name in names) {
            plain = time[name, 0] + 0; sanitized = time[name, 1] + 0
            if (plain + sanitized >= least) row(plain + sanitized, name, plain, sanitized)
            else { others_plain += plain; others_sanitized += sanitized }
        }
        row(0, "all others", others_plain, others_sanitized)
        close("sort -r | cut -f 2")
        within = 0
    }
    within {
        split($0, cell, / *\| */)
        file = "grader/tests/" substr(cell[2], 2, length(cell[2]) - 2) ".c"
        if (cell[2] ~ /^`test_/ && !(cell[2] in names) && (getline line <file) > 0) row(cell[3] + cell[4], cell[2], cell[3], cell[4])
        next
    }
    { print; fflush() }' build/seconds.txt $page >"$new"
cat "$new" >$page
