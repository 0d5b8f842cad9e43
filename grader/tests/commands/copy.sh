#!/bin/sh
# A copy of this folder, as it was built, in which commands can be typed: copy.sh FOLDER
# It has what a reader of the documents has by then: the programs that they speak of, submissions of two students, graded; and the
# examples of the man pages as a document, what make knows, and the variables that it or a test reads.
set -eu

copy=$1
mkdir -p "$copy"
tar -cf - --exclude=build/asan --exclude=build/unconfined --exclude=build/slides --exclude=build/docs --exclude=build/tests --exclude=build/web \
    --exclude=build/bench Makefile README.md LICENSE labs solutions docs slides grader grade build | tar -xf - -C "$copy"
cd "$copy"
mkdir -p uploads/s01 uploads/s02
{ echo '// begun' && cat labs/lab1/lab1.cu; } >uploads/s01/lab1.cu # the starter alone is not handed in
cp solutions/lab1/lab1.cu uploads/s02
tar -czf submissions.tar.gz uploads
printf 'name,email,login\nAda,ada@example.edu,s01\nBob,bob@example.edu,s02\n' >roster.csv
printf '[lab1]\ndue = 2026-11-20 23:59\npenalty = 10\n' >policy.ini
sed -n '/^```cuda$/,/^```$/p' docs/using-simtcc.md | sed '/^```/d' >sum.cu
cp sum.cu prog.cu
sed -n 's/\\&//g; s/\\-/-/g; s/^\\fB\(.*\)\\fR$/`\1`/p' grader/cli/grade.1 grader/simt/driver/simtcc.1 >man.md
make -npq : 2>/dev/null | sed -n 's/^\([a-z][A-Za-z0-9_-]*\):.*/\1/p' | sort -u >targets
grep -ohE --exclude=test_commands.c '[A-Z][A-Z_]+' Makefile grader/mk/* grader/tests/*.c | sort -u >variables
./grade batch uploads --roster roster.csv >/dev/null
