#!/bin/sh
# Prints a hash of what the outcome of a suite depends on, where the suite says so: suite-inputs.sh SUITE.c
# It says so in a line "// Inputs: PATH...", where "engine" and "grading" are the two sets below. Added to these are the
# suite itself and what builds it, the compilers' versions, the processor, and the CUDA Toolkit ($NVCC). What git ignores
# is no input. Prints nothing where the suite declares nothing, without git, or before the build.
set -eu
export LC_ALL=C

engine="grader/base grader/simt grader/viewer grader/confine"
# All of grader/ except what cannot change the report of one submission.
grading="grader labs solutions :!grader/tests :!grader/mk :!grader/course/*/fixtures :!grader/class :!grader/bench
    :!grader/profiled :!grader/image :!grader/po :!grader/template"
own="$1 Makefile grader/mk/config.mk grader/mk/programs.mk grader/mk/tests.mk
    grader/tests/[a-s]*.c grader/tests/[a-z]*.h grader/tests/v*.c"

declared=$(sed -n 's,^// Inputs: ,,p' "$1")
# The settings of the build, and its compiler with its version (made_of in config.mk).
settings="build/obj/parts/build/obj/confine build/obj/parts/build/lib/compiler"
# shellcheck disable=SC2086  # words
[ -n "$declared" ] && cat $settings >/dev/null 2>&1 && git rev-parse --git-dir >/dev/null 2>&1 || exit 0

# What git tracks, and what it would track, as it is in the working tree.
listed() { git ls-files -z --cached --others --exclude-standard -- "$@" 2>/dev/null; }
set -f
{
    for word in $declared own; do
        # shellcheck disable=SC2086  # words
        case $word in
        engine) listed $engine ;;
        grading) listed $grading ;;
        own) listed $own ;;
        *) listed "$word" ;;
        esac
    done | sort -zu | xargs -0 sha256sum 2>&1
    # shellcheck disable=SC2086  # words
    cat $settings
    ${CC:-gcc} -v 2>&1 | tail -n 1
    uname -m
    echo "${NVCC:+$($NVCC --version 2>&1)}"
} | sha256sum | cut -c1-16
