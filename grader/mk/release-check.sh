#!/bin/sh
# What does a hand-out give away? release-check.sh LAB...
# Each starter's launchers are put in the place of each other lab's that have the same parameters, and graded there. Says
# which have more than 25 points, and ends with 1 if any has.
set -eu
export LC_ALL=C
most=25
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# Lines "NAME TYPE,TYPE,...|PARAMETER,PARAMETER,..." of the launchers that a lab's header declares.
launchers() {
    awk '{ sub(/\/\/.*/, ""); text = text " " $0 }
        END {
            while (match(text, /\/\*([^*]|\*+[^*\/])*\*+\//)) text = substr(text, 1, RSTART - 1) substr(text, RSTART + RLENGTH)
            count = split(text, part, ";")
            for (i = 1; i <= count; i++) {
                if (!match(part[i], /void +[a-z_0-9]+\([^()]*\) *$/)) continue
                found = substr(part[i], RSTART + 5)
                name = types = found
                sub(/\(.*/, "", name); gsub(/ /, "", name)
                sub(/^[^(]*\(/, "", types); sub(/\).*/, "", types)
                parameters = types
                gsub(/ +/, " ", parameters)
                gsub(/[a-zA-Z_0-9]+ *(,|$)/, "&\n", types); gsub(/[a-zA-Z_0-9]+ *,?\n/, ",", types)
                gsub(/ +/, "", types)
                print name " " types "|" parameters
            }
        }' "labs/$1/$1.h"
}

# give LAB: its starter with the files of its folder in it, whose declarations become those of C++: no other lab may
# define them as C's.
give() {
    awk -v folder="labs/$1/" '
        /^#include "/ {
            split($0, part, "\"")
            file = folder part[2]
            if ((getline line < file) > 0) {
                do {
                    if (line ~ /#ifdef __cplusplus/) within = 1
                    if (!within) print line
                    if (line ~ /#endif/) within = 0
                } while ((getline line < file) > 0)
                close(file)
                next
            }
        }
        { print }' "labs/$1/$1.cu"
}

# call NAME PARAMETERS BY: a launcher that calls another one.
call() {
    arguments=$(echo "$2" | tr ',' '\n' | sed 's/.*[^a-zA-Z_0-9]\([a-zA-Z_0-9]*\) *$/\1/' | paste -sd ,)
    printf 'extern "C" void %s(%s) { %s(%s); }\n' "$1" "$2" "$3" "$arguments"
}

found=0
tried=0
for from in "$@"; do
    launchers "$from" >"$work/from"
    for to in "$@"; do
        [ "$from" != "$to" ] || continue
        launchers "$to" >"$work/to"
        cut -d'|' -f1 "$work/to" | cut -d' ' -f2 | sort -u >"$work/types"
        while read -r name rest; do
            type=${rest%%|*}
            grep -Fqx -- "$type" "$work/types" || continue
            mkdir -p "$work/$to"
            give "$from" >"$work/$to/$to.cu"
            while read -r task needs; do
                [ "${needs%%|*}" != "$type" ] || [ "$task" = "$name" ] || call "$task" "${needs#*|}" "$name" >>"$work/$to/$to.cu"
            done <"$work/to"
            code=0
            ./grade "$to" --submission "$work/$to" --backend cpu --full >"$work/report" 2>&1 || code=$?
            points=$(sed -n 's/^Score: \([0-9.]*\) .*/\1/p' "$work/report")
            [ "$code" -le 1 ] && [ -n "$points" ] && grep -q 'compilation  *3 / 3' "$work/report" &&
                ! grep -q 'nothing could be run' "$work/report" || {
                cat "$work/report"
                echo "release-check: $name of $from could not be graded in $to" >&2
                exit 2
            }
            tried=$((tried + 1))
            if [ "${points%.*}" -gt "$most" ]; then
                echo "$name of $from, as it is given out, has $points points in $to: give $from out when $to is due"
                found=$((found + 1))
            fi
        done <"$work/from"
    done
done
echo "release-check: $tried tried, $found with more than $most points"
[ "$found" = 0 ]
