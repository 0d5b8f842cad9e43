#!/bin/sh
# Makes a lab out of the template in a copy of this repository, built as far as this one is, and tries it:
#   new-lab-check.sh
# It must build, its starter must get little and its solution everything, its fixtures their verdicts; and a name that
# is taken, or is none, must be refused.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
chmod 711 "$work"
lab=lab98
fail() {
    echo "new-lab-check: $1" >&2
    exit 1
}

cp -RP Makefile labs solutions "$work"
mkdir "$work/grader" "$work/build"
cp -RPp grader/* "$work/grader"
cp -RPp build/bin build/lib build/obj build/include build/precompiled "$work/build"
cp -p grade "$work"
cd "$work"
export TMPDIR="$work/tmp" BUILD=build
mkdir -m 1777 tmp

for wrong in lab3 lab lab100 ../x 'lab98 x'; do
    ! make NVCC= new-lab LAB="$wrong" 2>refused || fail "LAB=$wrong is taken"
    grep -q '^new-lab: ' refused || fail "LAB=$wrong is refused without a word"
done
! make NVCC= new-lab LAB=$lab TASK='x;y' 2>refused || fail "TASK=x;y is taken"

make NVCC= new-lab LAB=$lab TASK=rotate_left
make NVCC= $lab
code=0
score() { sqlite3 :memory: "SELECT json_extract(CAST(readfile('report.json') AS TEXT), '\$.score')"; }
./grade $lab --backend cpu --quiet --json report.json || code=$?
[ "$code" = 1 ] && [ "$(score)" -le 25 ] || fail "the starter has $(score) points"
./grade $lab --backend cpu --quiet --json report.json --submission solutions/$lab || fail "the solution has $(score) points"
for fixture in grader/course/$lab/fixtures/*/; do
    code=0
    ./grade $lab --backend cpu --quiet --json report.json --submission "$fixture" || code=$?
    case $fixture in
    */correct_*) [ $code = 0 ] || fail "$fixture has $(score) points" ;;
    *)
        [ $code = 1 ] || fail "$fixture ended with $code"
        most=$(sed -n 's/^score <= //p' "$fixture/expect")
        [ "$(score)" -le "$most" ] || fail "$fixture has $(score) points of at most $most"
        ;;
    esac
done
if command -v clang-format >/dev/null && [ -f "$OLDPWD/.clang-format" ]; then
    cp "$OLDPWD/.clang-format" .
    clang-format --dry-run -Werror labs/$lab/*.cu labs/$lab/*.h solutions/$lab/*.cu grader/course/$lab/spec.c grader/course/$lab/figure.c \
        grader/course/$lab/speed.h grader/course/$lab/naive/$lab.cu ||
        fail "the template is not formatted"
fi
echo "new-lab-check: passed"
