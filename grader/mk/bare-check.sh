#!/bin/sh
# What a newcomer meets: a bare Debian or Ubuntu with git and make only, in a chroot; a fresh clone of
# what is committed here; then `make demo` and `make check` as root, and `make demo` as an ordinary user
# who cannot install anything and does not need to.
#   bare-check.sh [SUITE]     SUITE is a name debootstrap knows, by default this machine's own
# Needs root and debootstrap. The packages come from where this machine's apt gets its own, or from
# $BARE_MIRROR; $BARE_OPTIONS and $BARE_SCRIPT are handed to debootstrap (another distribution needs its
# components and a key; an older debootstrap the name of a script). The bare system is kept as
# $BARE_CACHE/warplab-bare-SUITE.tar (by default in /var/tmp), so that the next time only starts from it.
# Kernels refuse user namespaces in a chroot: ./grade's sandbox is tier C in there.
set -eu

suite=${1:-$(. /etc/os-release && echo "$VERSION_CODENAME")}
cache=${BARE_CACHE:-/var/tmp}
tarball=$cache/warplab-bare-$suite.tar
source=$(cd "$(dirname "$0")/../.." && pwd)

fail() {
    echo "bare-check: $1" >&2
    exit 2
}
[ "$(id -u)" = 0 ] || fail "a chroot needs root"
command -v debootstrap >/dev/null || fail "debootstrap is not installed"

# The mounts and processes of the chroot live in namespaces of their own, so none can stay behind.
if [ "${BARE_INSIDE:-}" != yes ]; then
    work=$(mktemp -d "$cache/warplab-bare.XXXXXX")
    trap 'rm -rf --one-file-system "$work"' EXIT
    trap 'exit 130' INT TERM
    BARE_INSIDE=yes BARE_WORK=$work unshare --mount --pid --fork --kill-child --propagation private "$0" "$suite"
    exit 0
fi
root=$BARE_WORK/root

mirror() {
    apt-get indextargets --format '$(REPO_URI) $(CODENAME)' 'Created-By: Packages' |
        awk -v suite="$suite" '$2 == suite { print $1; exit }'
}

bootstrap() {
    uri=${BARE_MIRROR:-$(mirror)}
    [ -n "$uri" ] || fail "this machine's apt knows no source for $suite"
    # shellcheck disable=SC2086  # options and script may be absent
    debootstrap --variant=minbase --include=git,make,ca-certificates ${BARE_OPTIONS:-} \
        "$suite" "$BARE_WORK/new" "$uri" ${BARE_SCRIPT:-}
    # How this machine's apt fetches (proxies, clock checks) holds in the chroot as well.
    apt-config dump | grep -E '^Acquire::(http|https|Check-)' >"$BARE_WORK/new/etc/apt/apt.conf.d/50host" || true
    rm -rf "$BARE_WORK/new/var/cache/apt/archives/"*.deb
    tar -C "$BARE_WORK/new" -cf "$tarball.part" .
    mv "$tarball.part" "$tarball"
}

# as USER COMMAND: in the chroot, with the environment of a fresh login.
as() {
    echo "== $1: $2"
    begin=$(date +%s)
    chroot "$root" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        TERM=dumb HOME="$(home_of "$1")" su "$1" -s /bin/sh -c "cd ~/warplab && $2"
    echo "== done in $(($(date +%s) - begin)) s"
}
home_of() { [ "$1" = root ] && echo /root || echo "/home/$1"; }

clone_for() {
    git -c safe.directory="$source/.git" clone -q --no-hardlinks "$source" "$root$(home_of "$1")/warplab"
    chroot "$root" chown -R "$1" "$(home_of "$1")/warplab"
}

[ -f "$tarball" ] || bootstrap
mkdir "$root"
tar -C "$root" -xf "$tarball"
cp /etc/resolv.conf "$root/etc/resolv.conf"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
chroot "$root" useradd -m newcomer

clone_for root
as root "make demo"
as root "make check"
clone_for newcomer
as newcomer "make demo"
echo "bare $suite: all good"
