#!/bin/sh
# Whether Warplab works without grader/confine: check-unconfined.sh MAKE [FLAG...]
# Builds with CONFINE=no in a copy of what is built, looks whether anything there needs a function of that
# component, and grades a solution and a submission without an answer.
set -eu
export LC_ALL=C
tree=build/unconfined
trap 'rm -rf "$tree"' EXIT
rm -rf "$tree"
mkdir -p "$tree/build"
cp -PRp Makefile grader labs solutions docs slides "$tree/"
for part in bin include lib locale obj precompiled; do cp -PRp "build/$part" "$tree/build/"; done
(cd "$tree/build/lib" && rm -f libconfine.a bounds_*.o guarded.txt simt_stores.so)

nm -g --defined-only build/lib/libconfine.a build/obj/grader/confine/machine_code.o | awk 'NF == 3 { print $3 }' | sort -u >"$tree/own"
test -s "$tree/own"
"$@" --no-print-directory --silent -C "$tree" CONFINE=no build >"$tree/log" 2>&1 || {
    cat "$tree/log"
    exit 1
}
nm -u "$tree"/build/lib/*.a | awk 'NF == 2 { print $2 }' | sort -u >"$tree/needed"
test -s "$tree/needed"
comm -12 "$tree/own" "$tree/needed" >"$tree/both"
[ ! -s "$tree/both" ] || {
    echo "needed of grader/confine, which CONFINE=no leaves out:"
    cat "$tree/both"
    exit 1
}

# grades LAB FILE SCORE: fails unless the submission has that score, on the CPU engine.
grades() {
    (cd "$tree" && ./grade "$1" --submission "$2" --backend cpu >log 2>&1) || :
    grep -q "^Score: $3 / 100" "$tree/log" || {
        echo "with CONFINE=no $2 has not $3 points:"
        cat "$tree/log"
        exit 1
    }
}
for lab in lab3 lab9; do grades "$lab" "solutions/$lab" 100; done
grades lab3 labs/lab3 5
