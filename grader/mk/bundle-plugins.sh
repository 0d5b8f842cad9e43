#!/bin/sh
# Builds the plugins for g++ of another system, in a chroot of it, into build/plugins/SUITE, for "make bundle" to take along.
#   bundle-plugins.sh SUITE     a name debootstrap knows; what it needs, and the variables it reads, stand in bare-system.sh
set -eu
. "$(dirname "$0")/bare-system.sh"
suite=$1
cd "$(dirname "$0")/../.."
bare_enter "$suite"
root=$BARE_WORK/root
built=build/plugins/$suite

bare_tarball "$suite" compiler g++,make
bare_unpack "$root"
bare_run "$root" root 'apt-get update -q && apt-get install -q -y --no-install-recommends "gcc-$(g++ -dumpversion | cut -d. -f1)-plugin-dev"' >"$BARE_WORK/log" 2>&1 || {
    tail -n 5 "$BARE_WORK/log" >&2
    bare_fail "$suite has no headers of g++'s plugins"
}
mkdir "$root/root/warplab"
tar --exclude=grader/tests --exclude='grader/course/*/fixtures' -cf - Makefile grader labs | tar -xf - -C "$root/root/warplab"
bare_run "$root" root 'cd ~/warplab && make --no-print-directory build/lib/simt_stores.so build/lib/simt_language.so' || bare_fail "the plugins cannot be built on $suite"
rm -rf "$built"
mkdir -p "$built"
cp "$root"/root/warplab/build/lib/simt_*.so "$built/"
echo "$built: for g++ $(bare_run "$root" root 'g++ -dumpfullversion')"
