#!/bin/sh
# Whether Warplab can be built without grader/confine: check-unconfined.sh MAKE [FLAG...]
# Compiles what is built in another way then, and looks whether it, or anything else, needs a function of that
# component. "make CONFINE=no all" in a clone of its own is the whole of it, and takes minutes.
set -eu
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$@" --no-print-directory --silent BUILD=build/unconfined CONFINE=no unconfined-parts >"$work/log" || {
    cat "$work/log"
    exit 1
}
nm -g --defined-only build/lib/libconfine.a build/obj/grader/confine/machine_code.o | awk 'NF == 3 { print $3 }' | sort -u >"$work/own"
test -s "$work/own"
# Everything else, but for what these are in place of.
{
    find build/unconfined/obj -name '*.o' -exec nm -u {} +
    nm -u build/lib/libgrader.a build/lib/libsimt.a build/lib/libtranslate.a | awk '
        /:$/ { own = $1 ~ /^(paths|build|symbols|machine_code)\.o:$/ }
        !own'
} | awk 'NF == 2 { print $2 }' | sort -u >"$work/needed"
test -s "$work/needed"
comm -12 "$work/own" "$work/needed" >"$work/both"
[ ! -s "$work/both" ] && exit 0
echo "needed of grader/confine, which CONFINE=no leaves out:"
cat "$work/both"
exit 1
