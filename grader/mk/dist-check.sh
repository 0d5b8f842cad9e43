#!/bin/sh
# Tries the students' hand-out as a student would: dist-check.sh TARBALL
# Nothing of the solutions or tests may be in it, and what is in it must build and grade in a folder of its own.
set -eu

tarball=$1
top=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
fail() {
    echo "check-dist: $1" >&2
    exit 1
}

tar -xzf "$tarball" -C "$work"
cd "$work"/*

# No folder of theirs, and no file with their contents under another name.
for folder in solutions grader/tests slides; do
    [ ! -e "$folder" ] || fail "$folder is in it"
done
find . -type f -exec sha256sum {} + | cut -d' ' -f1 | sort -u >"$work/sums"
for secret in "$top"/solutions/*/* "$top"/grader/tests/fixtures/*/*/*; do
    sum=$(sha256sum "$secret" | cut -d' ' -f1)
    ! grep -q "$sum" "$work/sums" || fail "${secret#"$top"/} is in it, under some name"
done

make -j"$(nproc)" lab3
code=0
./grade lab3 --backend cpu --json "$work/report.json" || code=$?
[ "$code" = 1 ] || fail "grading the starter ended with $code, not 1"
make demo >"$work/demo" || fail "make demo"
grep -q '^Score: ' "$work/demo" || fail "make demo printed no report"
! make check 2>"$work/check" || fail "make check passed without tests"
grep -q 'not part of' "$work/check" || fail "make check did not say why it cannot"
echo "check-dist: passed, $(tar -tzf "$top/$tarball" | grep -cv '/$') files, $(stat -c %s "$top/$tarball") bytes"
