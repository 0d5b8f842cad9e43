#!/bin/sh
# Says which files are not formatted as .clang-format asks: check-format.sh COUNTS FILE...
# Adds one test to the file COUNTS, or none where clang-format is not installed.
set -u

counts=$1
shift
if ! command -v clang-format >/dev/null; then
    echo "format: skipped, clang-format is not installed"
    exit 0
fi
if clang-format --dry-run -Werror "$@"; then
    echo "format: passed"
    echo "1 0" >>"$counts"
else
    echo 'format: FAILED, "make format" puts it right'
    echo "0 1" >>"$counts"
    exit 1
fi
