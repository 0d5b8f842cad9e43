#!/bin/sh
# Names what of a lab is still the template's, grader/template: check-template.sh LAB
# Handout, picture, deck and hints are what a lab teaches; those of the template teach nothing. A line is the template's if
# it is in no other lab's file.
set -eu
export LC_ALL=C

lab=$1
code=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Lines long enough to be somebody's: of a lab's hints, or of a whole file.
lines() { case $1 in *spec.c*) sed -n '/hints\[\] = {/,/^};/p' "$1" ;; *) cat "$1" ;; esac | sed 's/^ *//' | grep -E '^.{20}' | grep -v @ || true; }
# look TEMPLATE FILE OTHERS MOST: fails if more than so many of the template's lines are there
look() {
    [ -f "$2" ] || return 0
    for other in $3; do [ "$other" = "$2" ] || [ ! -f "$other" ] || lines "$other"; done >"$work/others"
    lines "$2" >"$work/own"
    left=$(lines "grader/template/$1" | { grep -vxF -f "$work/others" || true; } | { grep -xF -f "$work/own" || true; })
    count=$(printf '%s' "$left" | grep -c . || true)
    [ "$count" -gt "$4" ] || return 0
    echo "check-lab: $2: $5 still the template's: $count lines such as \"$(printf '%s\n' "$left" | head -n 1)\"" >&2
    code=1
}
look README.md.in "labs/$lab/README.md" "labs/*/README.md" 2 "the handout is"
look figure.c.in "grader/course/$lab/figure.c" "grader/course/*/figure.c" 2 "the picture is"
look deck.md.in "slides/$lab.md" "slides/*.md" 2 "the deck is"
look spec.c.in "grader/course/$lab/spec.c" "grader/course/*/spec.c" 0 "the hints are"
exit $code
