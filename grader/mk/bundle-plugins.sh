#!/bin/sh
# Builds the plugins for g++ of another system, in a chroot of it, into build/plugins/SUITE, for "make bundle" to
# include; if the system's updates have a newer g++, also those for that one, into build/plugins/SUITE-updates.
#   bundle-plugins.sh SUITE     a name debootstrap knows; requirements and variables are described in bare-system.sh
set -eu
. "$(dirname "$0")/bare-system.sh"
suite=$1
cd "$(dirname "$0")/../.."
bare_enter "$suite"
root=$BARE_WORK/root

# apt COMMAND: in the chroot, quietly unless it fails
apt() {
    bare_run "$root" root "$1" >"$BARE_WORK/log" 2>&1 || {
        tail -n 5 "$BARE_WORK/log" >&2
        bare_fail "$suite: $2"
    }
}
headers='apt-get install -q -y --no-install-recommends g++ "gcc-$(g++ -dumpversion | cut -d. -f1)-plugin-dev"'
compiler() { bare_run "$root" root 'g++ -v' 2>&1; }

# build NAME
build() {
    rm -rf "$root/root/warplab/build" "build/plugins/$1"
    bare_run "$root" root 'cd ~/warplab && make --no-print-directory plugins' ||
        bare_fail "the plugins cannot be built on $1"
    mkdir -p "build/plugins/$1"
    cp "$root"/root/warplab/build/lib/simt_*.so "build/plugins/$1/"
    echo "build/plugins/$1: for g++ $(bare_run "$root" root 'g++ -dumpfullversion')"
}

bare_tarball "$suite" compiler g++,make
bare_unpack "$root"
apt "apt-get update -q && $headers" "there are no headers of g++'s plugins"
mkdir "$root/root/warplab"
tar --exclude=grader/tests --exclude='grader/course/*/fixtures' -cf - Makefile grader labs | tar -xf - -C "$root/root/warplab"
build "$suite"

compiler >"$BARE_WORK/first"
sed -n "s/ $suite / $suite-updates /p" "$root/etc/apt/sources.list" >"$root/etc/apt/sources.list.d/updates.list"
if apt "apt-get update -q && $headers" "its updates cannot be read" && ! compiler | cmp -s "$BARE_WORK/first" -; then
    build "$suite-updates"
fi
