#!/bin/sh
# What Ubuntu 22.04 meets, where g++ is version 11: old-compiler-check.sh
# Runs `make demo` in a fresh clone of what is committed, with g++-11 and gcc-11 under the names g++ and gcc: once with
# g++ 12 beside them, and once without any newer g++. C is compiled by gcc 11.
set -eu
export LC_ALL=C NVCC=
unset MAKEFLAGS MFLAGS WERROR
source=$(cd "$(dirname "$0")/../.." && pwd)
fail() {
    echo "old-compiler-check: $1" >&2
    exit 1
}
for program in g++-11 gcc-11 g++-12; do command -v $program >/dev/null || fail "install $program"; done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
chmod 755 "$work" # the sandbox is another user's
# Both of these are a PATH; the second has neither a newer g++ nor a way to install one.
mkdir "$work/both" "$work/old"
find /usr/sbin /usr/bin -maxdepth 1 ! -type d ! -name 'g++*' ! -name 'c++*' ! -name 'apt*' -exec ln -sf -t "$work/old" {} +
for folder in both old; do
    for name in g++ gcc; do ln -sf "$(command -v $name-11)" "$work/$folder/$name"; done
done
ln -s "$(command -v g++-11)" "$work/old/"

# demo PATH COMPILER WORDS...: fails unless `make demo` takes that compiler, and prints the words and no warning
demo() {
    path=$1 compiler=$2
    shift 2
    echo "== make demo, to be done by $compiler"
    (cd "$work/clone" && PATH=$path make demo >"$work/log" 2>&1) || grep -q '^Score: ' "$work/log" || {
        tail -n 20 "$work/log"
        fail "the build failed"
    }
    tail -n 5 "$work/log"
    [ "$(cat "$work/clone/build/lib/compiler")" = "$compiler" ] || fail "it took $(cat "$work/clone/build/lib/compiler")"
    ! grep ': warning: ' "$work/log" || fail "there are warnings"
    for words in "$@"; do
        tr -s '\n ' '  ' <"$work/log" | grep -qF "$words" || fail "it does not say \"$words\""
    done
}

git -c safe.directory="$source/.git" clone -q "$source" "$work/clone"
demo "$work/both:$PATH" g++-12 'Score: 100 / 100'
demo "$work/old" g++-11 'Without g++ 12 or newer' 'its plugin takes version 12 or newer'
echo "old compiler: all good"
