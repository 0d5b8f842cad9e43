#!/bin/sh
# Files derived from grader/confine/functions.txt, the table of functions that a submission may call:
#   functions.sh list TABLE                       C: the table, used by the symbol check
#   functions.sh guarded TABLE                    for objcopy: each function with a guarded replacement, and that
#   functions.sh calls TABLE                      C: the arguments of each function, used by the tests
#   functions.sh page TABLE                       docs/functions.md
#   functions.sh shown TABLE PAGE                 fails unless that is the page
#   functions.sh check TABLE INCLUDE... LIBRARY   fails unless the table has all functions of the engine that the
#                                                 headers for programs name, and no other
set -eu
export LC_ALL=C
what=$1
table=$2
here=$(dirname "$0")

if [ "$what" = shown ]; then
    awk -v what=page -f "$here/functions.awk" "$table" | cmp - "$3"
    exit
fi
if [ "$what" != check ]; then
    exec awk -v what="$what" -f "$here/functions.awk" "$table"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# simt/simt.h is for programs that embed the engine; those of Thrust need its own.
(cd "$3" && find . -type f ! -name '.*' ! -path ./simt/simt.h ! -path './thrust/*' | sed 's|^\./\(.*\)|#include <\1>|' | sort) >"$work/all.cc"
"$("$here/compiler.sh")" -std=c++17 -E -P -D__CUDACC__=1 -D__SIMT__=1 -D__CUDA_ARCH__=900 -isystem "$3" "$work/all.cc" >"$work/all.ii"
# Linker names may be in pieces: "simt_builtin_" "thread_idx".
sed 's/" "//g' "$work/all.ii" | grep -oE '\b(simt_|cuda)[A-Za-z0-9_]*' | sort -u >"$work/named"
nm -g --defined-only "$4" | awk 'NF == 3 { print $3 }' | sort -u >"$work/defined"
comm -12 "$work/named" "$work/defined" >"$work/api"
test -s "$work/api"
awk '/^(engine|closed|refused) / { print $2 } /^data / { for (i = 2; i <= NF; i++) print $i }' "$table" |
    grep -E '^(simt_|cuda)' | sort -u >"$work/table"
comm -3 "$work/api" "$work/table" >"$work/differ"
[ -s "$work/differ" ] || exit 0
sed -n "s|^\([^	]\)|$table: the headers have \1|p; s|^	|$table: the headers do not have |p" "$work/differ" >&2
exit 1
