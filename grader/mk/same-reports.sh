#!/bin/sh
# Usage: same-reports.sh OLD NEW EVERY [NAMES]: whether two builds of the engine, named by their simtcc, report the same to
# the byte. Programs: each lab's solution and every EVERYth fixture, the litmus tests, the planted mistakes and the
# engine's own programs, each in four orders. Compared are the report and what the program printed.
# NAMES, a regular expression, chooses programs by name.
# The old build's results are kept in build/same-reports/old, and used again while OLD is the same file.
set -u
old=$1 new=$2 every=$3 names=${4:-.}
out=build/same-reports
schedules='forward reverse lockstep random:1'
mkdir -p "$out/old" "$out/new"
[ "$(cksum <"$old")" = "$(cat "$out/old/of" 2>/dev/null)" ] || { rm -rf "$out/old"/*; cksum <"$old" >"$out/old/of"; }

# Lines of the form: name, arguments of the program, what simtcc takes.
programs() {
    for try in labs/*/try.cu; do
        lab=$(basename "$(dirname "$try")")
        echo "$lab 20011 -Ilabs/include -Ilabs/$lab solutions/$lab/$lab.cu $try"
        for fixture in grader/course/"$lab"/fixtures/*/; do
            [ -f "$fixture$lab.cu" ] &&
                echo "$lab-$(basename "$fixture") 5003 -Ilabs/include -Ilabs/$lab $fixture$lab.cu $try"
        done | awk -v every="$every" 'NR % every == 0'
    done
    for source in grader/tests/litmus/*.cu grader/tests/engine/mistakes/*.cu grader/tests/schedules/*.cu \
        grader/tests/engine/*.cu; do
        echo "$(basename "$(dirname "$source")")-$(basename "$source" .cu) - $source"
    done
}

# Times, and addresses of the host, differ from run to run.
settle() { sed -E 's/0x[57][0-9a-f]{11}\b/0xHOST/g; s,/tmp/simtcc-[^/]*/,,g; s/^(one core of the CPU.*) [0-9.]+ ms/\1 ms/'; }

run() { # arguments, program, folder
    [ "$1" = - ] && set -- '' "$2" "$3"
    for schedule in $schedules; do
        echo "== $schedule"
        rm -f "$3/report"
        SIMT_SCHEDULE=$schedule SIMT_REPORT=$3/report timeout 60 "$2" $1 </dev/null 2>&1 | settle
        [ -f "$3/report" ] && settle <"$3/report"
    done
}

differ=0 count=0
programs | grep -E "^[^ ]*($names)" >"$out/programs"
while read -r name arguments sources; do
    count=$((count + 1))
    for side in old new; do
        [ $side = old ] && [ -f "$out/old/$name" ] && continue
        [ $side = old ] && simtcc=$old || simtcc=$new
        if "$simtcc" $sources -o "$out/$side.program" >"$out/$side/$name.log" 2>&1; then
            run "$arguments" "$out/$side.program" "$out" >"$out/$side/$name"
        else
            settle <"$out/$side/$name.log" >"$out/$side/$name"
        fi
    done
    cmp -s "$out/old/$name" "$out/new/$name" || {
        differ=$((differ + 1))
        echo "differs: diff $out/old/$name $out/new/$name"
    }
done <"$out/programs"
echo "$count programs, $differ of them differ"
[ $differ = 0 ]
