#!/bin/sh
# Names the files that are not formatted as .clang-format asks: check-format.sh COUNTS FILE...
# Adds one test to the file COUNTS; where clang-format is not installed it is a skipped one.
set -u

counts=$1
shift
if ! command -v clang-format >/dev/null; then
    echo "format: skipped, clang-format is not installed"
    echo "0 0 1" >>"$counts"
    exit 0
fi
# It names a file at each place.
bad=0
said=$(clang-format --dry-run -Werror "$@" 2>&1) || bad=1
printf '%s\n' "$said" | sed -n 's/:[0-9]*:[0-9]*: error: .*/: not formatted/p' | uniq
if [ $bad = 0 ]; then
    echo "format: passed"
    echo "1 0 0" >>"$counts"
else
    echo 'format: FAILED ("make format" puts it right)'
    echo "0 1 0" >>"$counts"
    echo "format" >>"$counts.failed"
fi
exit $bad
