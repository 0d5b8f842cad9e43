#!/bin/sh
# Makes a lab out of the template in a copy of this repository, built as far as this one is, and tries it:
#   new-lab-check.sh
# For each of several prototypes it must build, its starter must get little and its solution everything, its fixtures their
# verdicts; its deck must be whole. A name that is taken, or is none, and a prototype that cannot be described are refused.
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

cp -RP Makefile labs solutions slides "$work"
mkdir "$work/grader" "$work/build"
cp -RPp grader/* "$work/grader"
cp -RPp build/bin build/lib build/obj build/include build/precompiled "$work/build"
cp -p grade "$work"
mkdir -p "$work/docs/results/model"
cp -p docs/results/model/measured.csv "$work/docs/results/model"
[ ! -f .clang-format ] || cp -p .clang-format "$work"
cd "$work"
export TMPDIR="$work/tmp" BUILD=build
mkdir -m 1777 tmp

for wrong in lab3 lab lab100 ../x 'lab98 x'; do
    ! make NVCC= new-lab LAB="$wrong" 2>refused || fail "LAB=$wrong is taken"
    grep -q '^new-lab: ' refused || fail "LAB=$wrong is refused without a word"
done
! make NVCC= new-lab LAB=$lab TASK='x;y' 2>refused || fail "TASK=x;y is taken"

# refuses PROTOTYPE WORDS: with a sentence that has these words, and before anything is made
refuses() {
    ! make NVCC= new-lab LAB=$lab PROTOTYPE="$1" 2>refused || fail "PROTOTYPE=$1 is taken"
    grep "^new-lab: " refused | grep -qF "$2" || fail "of PROTOTYPE=$1 it is said: $(cat refused)"
    [ "$(grep -c "^new-lab: " refused)" = 1 ] && [ ! -e labs/$lab ] || fail "PROTOTYPE=$1 is refused too late"
}
refuses 'void f(const float **a, float *y, int n)' 'pointer to pointers'
refuses 'void f(const float *a, float *y)' 'nothing says how large'
refuses 'void f(const float *a, float *y, int n, int rows, int cols)' 'or a length in brackets: a[n]'
refuses 'void f(const float *a, float *y, float b, float c, float d, int n)' 'at most two real numbers'
refuses 'void f(float *y, int n)' 'nothing is read'
refuses 'void f(const float *a, const float *y, int n)' 'nothing is written'
refuses 'void f(const struct pair *a, int *y, int n)' 'no known type'
refuses 'void f(const float *a, float *y, int n, int k, int m)' '"int m": which number'
refuses 'void f(const int *a, __half *y, int n)' 'halves are made of floats'
refuses 'void f(const __nv_bfloat16 *a, float *y, int n)' 'no such type yet'
refuses 'void f(const double4 *a, double *y, int n)' 'no known type'
refuses 'void f(const float4 *a, double2 *y, int n)' 'vectors of 4 do not go together'
refuses 'void f(const float a[4 + k], float *y, int n)' '"k" is no int among the parameters'
refuses 'void f(const float a[2][3], float *y, int n)' 'no plain parameter'
refuses 'int f(const float *a, float *y, int n)' 'void NAME(PARAMETERS)'
refuses "void f(const float *a, float *y, int n)'" 'void NAME(PARAMETERS)'
refuses '' 'which prototype?'
refuses 'void f(const float *a, float *y, long n)' '"long n": which number'
refuses 'void f(const float *f, float *y, int n)' 'the lab has a f already'
refuses 'void f(const float *p, float *y, int n)' 'the lab has a p already'
refuses 'void f(const int *offsets, float *y, int n)' 'need their lengths'
refuses 'void f(const float a[p * q], float b[r * s], int p, int q, int r, int s)' 'at most three sizes'
refuses 'void f(const float a[n * n + m], float *y, int n, int m)' 'the only size'
refuses 'void total(const float *a, float *y, int n)' 'the lab has a total already'
refuses 'void main(const float *a, float *y, int n)' 'the lab has a main already'
refuses 'void int(const float *a, float *y, int n)' 'the compiler says'
refuses 'void printf(const float *a, float *y, int n)' 'the compiler says: conflicting declaration'
refuses 'void f(const float *threadIdx, float *y, int n)' 'the compiler says'

score() { sqlite3 :memory: "SELECT json_extract(CAST(readfile('report.json') AS TEXT), '\$.score')"; }

# A lab for a prototype, or a name alone: "$@" is the argument of make that says so.
try_lab() {
    lab=$1
    shift
    make NVCC= new-lab LAB="$lab" "$@" >made || fail "$*: $(cat made)"
    grep -q "^to commit: git add .*labs/$lab solutions/$lab grader/course/$lab slides/$lab.md$" made || fail "what is to be committed is not said"
    make NVCC= "$lab"
    code=0
    ./grade "$lab" --backend cpu --quiet --json report.json || code=$?
    [ "$code" = 1 ] && [ "$(score)" -le 25 ] || fail "$*: the starter has $(score) points"
    ./grade "$lab" --backend cpu --quiet --json report.json --submission "solutions/$lab" || fail "$*: the solution has $(score) points"
    for fixture in grader/course/"$lab"/fixtures/*/; do
        code=0
        ./grade "$lab" --backend cpu --quiet --json report.json --submission "$fixture" || code=$?
        case $fixture in
        */correct_*) [ $code = 0 ] || fail "$*: $fixture has $(score) points" ;;
        *)
            [ $code = 1 ] || fail "$*: $fixture ended with $code"
            most=$(sed -n 's/^score <= //p' "$fixture/expect")
            [ "$(score)" -le "$most" ] || fail "$*: $fixture has $(score) points of at most $most"
            ;;
        esac
    done
    build/bin/simtcc -Ilabs/include -Ilabs/"$lab" solutions/"$lab"/"$lab".cu labs/"$lab"/try.cu -o try
    ./try 1000 || fail "$*: try.cu finds the solution wrong"
    awk -f slides/tools/structure.awk "slides/$lab.md" || fail "$*: its deck is not whole"
}

# wrong LAB SCRIPT WORDS: the solution, changed by a sed script, has a wrong answer of which these words are said
wrong() {
    mkdir -p wrong
    sed "$2" "solutions/$1/$1.cu" >"wrong/$1.cu"
    ! cmp -s "wrong/$1.cu" "solutions/$1/$1.cu" || fail "$1: s of $2 changes nothing"
    code=0
    ./grade "$1" --backend cpu --submission "wrong/$1.cu" >said || code=$?
    [ $code = 1 ] || fail "$1: after $2 the grade ends with $code"
    tr -s ' \n' ' ' <said | grep -qE "$3" || fail "$1: after $2 it is said: $(cat said)"
}
try_lab lab91 PROTOTYPE='void widen(const __half *x, float *y, int n)'
wrong lab91 's/y\[i\] = 2 \* sum/y[i] = __half2float(x[i]) * 40000.0f * 40000.0f/' 'in element [0-9]+, got [-0-9.e+]+: off by'
try_lab lab92 PROTOTYPE='void twice(const float4 *a, float4 *b, int n)'
wrong lab92 's/2 \* sum.y, 2 \* sum.z/2 * sum.z, 2 * sum.y/' 'expected [-0-9.e]+ in element 0\.y, got [-0-9.e]+: off by'
wrong lab92 's/2 \* sum.w/__half2float(__float2half(2 * sum.w))/; 1i #include <cuda_fp16.h>' 'in element 0\.w, got'
wrong lab92 's/make_float4(2.*;$/make_float4(__half2float(__float2half(2 * sum.x)), __half2float(__float2half(2 * sum.y)), __half2float(__float2half(2 * sum.z)), __half2float(__float2half(2 * sum.w)));/; 1i #include <cuda_fp16.h>' \
    'no number has more digits than a __half: which sum or term is kept in one'
try_lab lab93 PROTOTYPE='void add_pairs(const half2 *a, const half2 *b, __half2 *sums, int rows, int cols)'
wrong lab93 's/2 \* sum.y/2e8f * sum.y/' 'column 0\.y, got -?inf: a __half ends at 65504'
try_lab lab94 PROTOTYPE='void mix(const uchar4 *a, const uchar4 *b, uint4 *sums, int n)'
try_lab lab90 PROTOTYPE='void far(const long long *a, long long *b, short *c, int n)'
try_lab lab95 TASK=rotate_left
try_lab lab96 PROTOTYPE='void scale(const float *x, float *y, int n)'
try_lab lab97 PROTOTYPE='void add_and_more(const float *a, const float *b, double *y, float *__restrict__ z, int rows, int cols);'
try_lab lab98 PROTOTYPE='void brighten(const unsigned char *picture, unsigned int *sums, int rows, int cols)'
# Lengths in brackets, real numbers and options, several types; a square.
try_lab lab86 PROTOTYPE='void spmv(const int offsets[rows + 1], const int columns[n], const float values[n], const float x[cols], float y[rows], int rows, int cols)'
try_lab lab88 PROTOTYPE='void top(const float4 in[n], const unsigned char *flags, float best[k], int places[k + 1], int n, int k, double beta, int order)'
try_lab lab87 PROTOTYPE='void power(const double a[n * n], double out[n * n], double *scratch, int n, int exponent)'
# A name that is forgotten or wrong, and a spec that is refused, are said in a line, and no test runs.
checks() {
    ! make NVCC= check-lab "$@" >made 2>refused || fail "check-lab $*: passed"
    grep -q 'passed, ' made && fail "check-lab $*: tests were run: $(cat made)"
    return 0
}
for wrong in '' lab89 ../x; do
    checks LAB="$wrong"
    grep -q '^check-lab: which lab?' refused || fail "check-lab LAB=$wrong: $(cat refused)"
done
cp grader/course/lab98/spec.c spec.kept
sed -i 's/\.rows = 12,/.rows = 1,/' grader/course/lab98/spec.c
checks LAB=lab98
grep -q 'course/lab98/spec.c:[0-9]*: brighten: case 1 of "few elements" has a .spread of 5, and rows = 1' refused ||
    fail "of a spread that is too large it is said: $(cat refused)"
cp spec.kept grader/course/lab98/spec.c

make NVCC= build/tests/test_spec build/tests/test_starters >made || fail "$(cat made)"
for suite in spec starters; do
    build/tests/test_$suite || fail "a lab is not whole"
done
if command -v clang-format >/dev/null && [ -f .clang-format ]; then
    clang-format --dry-run -Werror labs/lab[89]?/*.cu labs/lab[89]?/*.h solutions/lab[89]?/*.cu grader/course/lab[89]?/*.[ch] \
        grader/course/lab[89]?/naive/*.cu || fail "the template is not formatted"
fi
echo "new-lab-check: passed"
