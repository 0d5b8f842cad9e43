#!/bin/sh
# The kit on an arm64 processor, emulated: a Debian of arm64 packages in a chroot, whose programs qemu runs one by one; a
# fresh clone of what is committed here is built there by its own compiler, and tested by its own suites.
#   arm64-check.sh [SUITE]     SUITE is a name debootstrap knows, by default this machine's own
# What it needs, and the variables it reads, stand in bare-system.sh; and qemu-aarch64-static (package qemu-user-static).
# It takes hours. Of the fixtures it grades a part, WARPLAB_PARTS=10 for a tenth, which is another one with the next commit;
# $ARM64_TARGETS are the targets of make, by default "check-engine check-labs".
# The emulator lacks what the sandbox asks of the kernel, so a stand-in for that is loaded before every program
# (grader/tests/arm64/emulated_kernel.c), and nothing is said here about the sandbox.
set -eu
. "$(dirname "$0")/bare-system.sh"

suite=${1:-$(bare_own_suite)}
source=$(cd "$(dirname "$0")/../.." && pwd)
emulator=$(command -v qemu-aarch64-static) || bare_fail "qemu-aarch64-static is missing (package qemu-user-static)"

# The kernel starts programs of that processor by the emulator. "F" opens it at once, so that a chroot needs no copy.
formats=/proc/sys/fs/binfmt_misc
register() {
    [ -e $formats/register ] || mount -t binfmt_misc binfmt_misc $formats
    [ ! -e $formats/qemu-aarch64 ] || return 0
    head=$(printf '\\x7fELF\\x02\\x01\\x01%s\\x02\\x00\\xb7\\x00' "$(printf '\\x00%.0s' 1 2 3 4 5 6 7 8 9)")
    mask=$(printf '\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\x00%s\\xfe\\xff\\xff\\xff' "$(printf '\\xff%.0s' 1 2 3 4 5 6 7 8)")
    printf '%s' ":qemu-aarch64:M::$head:$mask:$emulator:F" >$formats/register
    trap 'echo -1 >$formats/qemu-aarch64' EXIT
}

BARE_OPTIONS="--arch=arm64 ${BARE_OPTIONS:-}"
bare_enter "$suite"
register
root=$BARE_WORK/root
bare_tarball "$suite" arm64 "git,ca-certificates,$("$source/grader/mk/setup.sh" list | paste -sd,)"
bare_unpack "$root"

# For each page of addresses that a program reserves, the emulator takes memory of its own: with this limit the engine
# reserves no more than it needs for 2^26 elements.
ulimit -v 160000000
inside() {
    echo "== $1"
    begin=$(date +%s)
    bare_run "$root" root "cd ~/warplab && $1"
    echo "== done in $(($(date +%s) - begin)) s"
}

git -c safe.directory="$source/.git" clone -q --no-hardlinks "$source" "$root/root/warplab"
chroot "$root" chown -R root /root/warplab
chmod 755 "$root/root" # the box is another user's
inside "uname -m && make install-deps && make -j$(nproc) build"
inside 'gcc -std=gnu11 -D_GNU_SOURCE -O2 -Wno-nonnull -shared -fPIC -o /usr/lib/emulated_kernel.so grader/tests/arm64/emulated_kernel.c'
echo /usr/lib/emulated_kernel.so >"$root/etc/ld.so.preload"
inside "./grade lab3 --submission solutions/lab3"
inside "WARPLAB_PARTS=${WARPLAB_PARTS:-10} WARPLAB_ROUND=$(git -C "$source" rev-list --count HEAD) CK_TIMEOUT_MULTIPLIER=60 make --keep-going ${ARM64_TARGETS:-check-engine check-labs}"
echo "arm64 $suite: all good"
