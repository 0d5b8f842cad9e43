#!/bin/sh
# Finds misspelt words in whatever is written here, by codespell: check-spelling.sh [COUNTS]
# Adds one test to the file COUNTS; where codespell is not installed it is a skipped one. Without COUNTS it must be there.
set -u

counts=${1:-}
if ! command -v codespell >/dev/null; then
    [ -z "$counts" ] || { echo "spelling: skipped, codespell is not installed"; echo "0 0 1" >>"$counts"; exit 0; }
    echo 'the package codespell is missing: "make docs-deps" installs it' >&2
    exit 2
fi
# Not what others wrote, and what is no prose in English. "somme" is French, "caf" the start of a word in programs that are not UTF-8, and Mattern a name.
if find README.md Makefile docs labs solutions grader slides .ci .github -type f ! -name '*.po' ! -name '*.zh.md' ! -name '*.svg' \
    ! -name '*.png' ! -name '*.csv' ! -name '*.jsonl' ! -name 'package-lock.json' -print0 |
    xargs -0 codespell --builtin clear,rare,informal,usage --ignore-words-list somme,caf,mattern --quiet-level 3; then
    echo "spelling: passed"
    [ -z "$counts" ] || echo "1 0 0" >>"$counts"
else
    echo "spelling: FAILED"
    [ -z "$counts" ] || { echo "0 1 0" >>"$counts"; echo "spelling" >>"$counts.failed"; }
    exit 1
fi
