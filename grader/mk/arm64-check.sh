#!/bin/sh
# The kit on an emulated arm64 processor: a Debian of arm64 packages in a chroot, whose programs qemu runs one by one; a
# fresh clone of the last commit is built there by its own compiler, and tested by its own suites.
#   arm64-check.sh [SUITE]     SUITE is a name debootstrap knows, by default this machine's own
# Its requirements, and the variables it reads, are in bare-system.sh; in addition qemu-aarch64-static (package
# qemu-user-static), and an x86-64 machine on which the kit itself can be built.
# Emulated are the kit's own programs and those of the system, among them the compiler's driver, but not the compiler
# that the driver starts. Emulated, it would take hours, so Debian's cross compiler for arm64 of the same
# version replaces it (package g++-N-aarch64-linux-gnu), which runs natively; so do its plugins,
# built by the g++ of this machine. With ARM64_COMPILER=emulated the chroot's own compiler is used, and builds its plugins.
# It grades every 36th fixture, beginning with another one at each commit: WARPLAB_EVERY=1 for all of them.
# $ARM64_TARGETS are the targets of make, by default check-emulated, which names what it skips
# (grader/tests/arm64/left_out.txt). Everything is slower in the emulator, so labs have five times as much time there
# (SLOWER in config.mk). The emulator lacks kernel functions that the sandbox needs, so a replacement is loaded before
# every program (grader/tests/arm64/emulated_kernel.c), and the sandbox itself is not tested here.
set -eu
. "$(dirname "$0")/bare-system.sh"

suite=${1:-$(bare_own_suite)}
source=$(cd "$(dirname "$0")/../.." && pwd)
emulator=$(command -v qemu-aarch64-static) || bare_fail "qemu-aarch64-static is missing (package qemu-user-static)"

# The kernel starts programs of that processor through the emulator. "F" opens it at once: a chroot needs no copy.
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
cross=/opt/cross
compiler=${ARM64_COMPILER:-cross}
# For each page of addresses that a program reserves, the emulator uses memory of its own: with this limit the engine
# reserves no more than it needs for 2^26 elements.
ulimit -v 160000000
inside() {
    echo "== $1"
    begin=$(date +%s)
    bare_run "$root" root "export SLOWER=5 && cd ~ && $1"
    echo "== done in $(($(date +%s) - begin)) s"
}
own_version() { chroot "$root" g++ -dumpversion | cut -d. -f1; }

# The cross compiler for arm64, placed where the driver of the chroot looks for its own.
# Its libraries are packages there, too; it cannot be one itself, because its files have the names of the chroot's own.
lay_cross_compiler() {
    version=$(own_version)
    inside "dpkg --add-architecture amd64 && apt-get update -q && apt-get install -q -y --no-install-recommends libbinutils:amd64 \
        libc6:amd64 libgmp10:amd64 libisl23:amd64 libjansson4:amd64 libmpc3:amd64 libmpfr6:amd64 libstdc++6:amd64 libzstd1:amd64 zlib1g:amd64"
    inside "mkdir $cross && cd $cross && apt-get download -q -o APT::Sandbox::User=root binutils-aarch64-linux-gnu:amd64 \
        $(printf "%s-$version%s-aarch64-linux-gnu:amd64 " cpp '' gcc '' g++ '' gcc -plugin-dev)"
    for package in "$root$cross"/*.deb; do
        dpkg-deb -x "$package" "$root$cross"
        rm "$package"
    done
    from=$root$cross/usr
    own=$(chroot "$root" g++ -dumpfullversion) other=$("$from/bin/aarch64-linux-gnu-g++-$version" -dumpfullversion)
    [ "$own" = "$other" ] || bare_fail "the cross compiler is version $other, the chroot's own $own"
    for part in cc1 cc1plus collect2 lto1 lto-wrapper liblto_plugin.so; do
        cp --remove-destination "$from/lib/gcc-cross/aarch64-linux-gnu/$version/$part" "$root/usr/lib/gcc/aarch64-linux-gnu/$version/"
    done
    cp --remove-destination "$from"/bin/aarch64-linux-gnu-as "$from"/bin/aarch64-linux-gnu-ld.bfd "$root/usr/bin/"
    cp -P "$from"/lib/x86_64-linux-gnu/*-arm64.so* "$root/usr/lib/x86_64-linux-gnu/"
    # The cross compiler looks for headers here, and the chroot has them elsewhere.
    mkdir -p "$root/usr/aarch64-linux-gnu/include"
    ln -s ../../include/c++ "$root/usr/aarch64-linux-gnu/include/c++"
    ln -s "../../aarch64-linux-gnu/c++/$version" "$root/usr/include/c++/$version/aarch64-linux-gnu"
    ln -s gcc "$root/usr/lib/gcc-cross"
    # The replacement of kernel functions is for emulated programs only.
    echo | gcc -shared -x c - -o "$root/usr/lib/x86_64-linux-gnu/emulated_kernel.so"
}

# The plugins for that compiler, built by this machine's own; the chroot's make then finds them up to date.
build_plugins() {
    make -j"$(nproc)" -C "$root/root/warplab" --no-print-directory plugins \
        PLUGIN_INCLUDE="$root$cross/usr/lib/gcc-cross/aarch64-linux-gnu/$(own_version)/plugin/include"
    inside 'cd warplab && make build/lib/compiler && touch build/lib/simt_*.so'
}

# A system with that compiler is cached as well.
with_cross=$bare_cache/warplab-arm64-cross-$suite.tar
if [ "$compiler" = cross ] && [ -f "$with_cross" ]; then
    bare_tar=$with_cross
    bare_unpack "$root"
else
    bare_tarball "$suite" arm64 "git,ca-certificates,$("$source/grader/mk/setup.sh" list | paste -sd,)"
    bare_unpack "$root"
    if [ "$compiler" = cross ]; then
        lay_cross_compiler
        tar -C "$root" --one-file-system -cf "$with_cross.part" .
        mv "$with_cross.part" "$with_cross"
    fi
fi

git -c safe.directory="$source/.git" clone -q --no-hardlinks "$source" "$root/root/warplab"
chroot "$root" chown -R root /root/warplab
chmod 755 "$root/root" # the box is another user's
inside "uname -m && cd warplab && make install-deps"
[ "$compiler" = emulated ] || build_plugins
inside "cd warplab && make -j$(nproc) build"
inside 'gcc -std=gnu11 -D_GNU_SOURCE -O2 -Wno-nonnull -shared -fPIC -o /usr/lib/aarch64-linux-gnu/emulated_kernel.so warplab/grader/tests/arm64/emulated_kernel.c'
# shellcheck disable=SC2016  # the loader replaces it with the folder of its processor
echo '/usr/$LIB/emulated_kernel.so' >"$root/etc/ld.so.preload"
inside "cd warplab && ./grade lab3 --submission solutions/lab3"
inside "cd warplab && WARPLAB_EVERY=${WARPLAB_EVERY:-36} WARPLAB_ROUND=$(git -C "$source" rev-list --count HEAD) CK_TIMEOUT_MULTIPLIER=30 make -j$(nproc) --keep-going ${ARM64_TARGETS:-check-emulated}"
echo "arm64 $suite: all good"
