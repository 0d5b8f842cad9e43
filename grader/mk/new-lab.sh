#!/bin/sh
# Makes a lab out of grader/template: new-lab.sh LAB PROTOTYPE
# LAB is its name, lab16 say; PROTOTYPE is that of the launcher that students write, such as
# 'void f(const float *a, float *y, int rows, int cols)': what is const is read, what is called scratch is scratch, all else
# is written, and int n, or int rows and int cols, say how large all of them are. A name alone is one for ints.
# The lab is whole: it builds, its starter grades low, its solution gets full marks, and its own tests pass. What it teaches
# is nothing yet: docs/writing-a-lab.md.
set -eu

lab=$1
prototype=$2
template=grader/template

stop() {
    echo "new-lab: $1" >&2
    exit 2
}

# fill FILE: one of the template's, for this lab
fill() { awk -v lab="$lab" -v prototype="$prototype" -f "${0%/*}/prototype.awk" -f "${0%/*}/prototype-code.awk" "$1"; }

echo "$lab" | grep -Eqx 'lab[1-9][0-9]?' ||
    stop "which lab? For example: make new-lab LAB=lab16 PROTOTYPE='void f(const float *a, float *y, int rows, int cols)'"
case $prototype in
'') stop "which prototype? For example: PROTOTYPE='void f(const float *a, float *y, int n)'" ;;
*[!a-z0-9_]*) ;;
*) prototype="void $prototype(const int *d_in, int *d_out, int *d_scratch, int n)" ;;
esac
fill /dev/null
for place in "labs/$lab" "solutions/$lab" "slides/$lab.md" "grader/course/$lab/spec.c" "grader/course/$lab/figure.c" "grader/course/$lab/naive" "grader/course/$lab/fixtures"; do
    [ ! -e "$place" ] || stop "$place is there already"
done

# What is a word of the language, or a function that there is already, only a compiler knows.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fill "$template/lab.h.in" >"$scratch/$lab.h"
fill "$template/solution.cu.in" >"$scratch/$lab.cu"
fill "$template/try.cu.in" >"$scratch/try.cu"
"${BUILD:-build}/bin/simtcc" -Ilabs/include -I"$scratch" "$scratch/$lab.cu" "$scratch/try.cu" -o "$scratch/try" 2>"$scratch/said" ||
    stop "no lab can be made of $prototype: the compiler says: $(sed -n 's/.*error: //p' "$scratch/said" | head -n 1)"

# make_file TEMPLATE PLACE
make_file() {
    mkdir -p "$(dirname "$2")"
    fill "$template/$1" >"$2"
    case $2 in
    *.c | *.h | *.cu) [ ! -f .clang-format ] || ! command -v clang-format >/dev/null || clang-format -i "$2" ;;
    esac
    echo "  $2"
}

make_file README.md.in "labs/$lab/README.md"
make_file deck.md.in "slides/$lab.md"
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
