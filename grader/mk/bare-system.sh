# shellcheck shell=sh
# Bare systems in chroots, for scripts that try a newcomer's first steps. To be sourced; needs root and debootstrap.
# A system is cached as a tarball in $BARE_CACHE (by default /var/tmp), so that the next run only unpacks it. Its
# packages come from the servers of this machine's apt, or from $BARE_MIRROR; $BARE_OPTIONS and $BARE_SCRIPT are
# passed to debootstrap (another distribution needs its components and a key; an older debootstrap the name of a
# script). Kernels refuse user namespaces in a chroot: there the sandbox of ./grade is tier C.

bare_cache=${BARE_CACHE:-/var/tmp}
bare_path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

bare_fail() {
    echo "$(basename "$0" .sh): $1" >&2
    exit 2
}

# This machine's own suite, by debootstrap's name.
bare_own_suite() { (. /etc/os-release && echo "$VERSION_CODENAME"); }

# bare_enter ARGUMENT...: continues as the same script with these arguments and a folder $BARE_WORK, in its own
# mount and process namespaces, so that none can stay behind. With $BARE_NETWORK=no there is no network inside.
bare_enter() {
    [ "$(id -u)" = 0 ] || bare_fail "a chroot needs root"
    command -v debootstrap >/dev/null || bare_fail "debootstrap is not installed"
    [ "${BARE_INSIDE:-}" != yes ] || return 0
    bare_work=$(mktemp -d "$bare_cache/warplab-bare.XXXXXX")
    trap 'rm -rf --one-file-system "$bare_work"' EXIT
    trap 'exit 130' INT TERM
    bare_code=0
    BARE_INSIDE=yes BARE_WORK=$bare_work unshare --mount --pid --fork --kill-child --propagation private "$0" "$@" || bare_code=$?
    exit "$bare_code"
}

# The apt server of a suite; another suite of the same distribution is beside this machine's own.
bare_mirror() {
    for bare_suite in "$1" "$(bare_own_suite)"; do
        apt-get indextargets --format '$(REPO_URI) $(CODENAME)' 'Created-By: Packages' |
            awk -v suite="$bare_suite" '$2 == suite { print $1; exit }'
    done | head -n 1
}

# bare_tarball SUITE NAME PACKAGES: makes the tarball warplab-NAME-SUITE.tar, unless it is there; its path in $bare_tar
bare_tarball() {
    bare_tar=$bare_cache/warplab-$2-$1.tar
    [ ! -f "$bare_tar" ] || return 0
    bare_uri=${BARE_MIRROR:-$(bare_mirror "$1")}
    [ -n "$bare_uri" ] || bare_fail "this machine's apt knows no source for $1"
    bare_new=$BARE_WORK/new
    # shellcheck disable=SC2086  # options and script may be absent
    debootstrap --variant=minbase --include="$3" ${BARE_OPTIONS:-} "$1" "$bare_new" "$bare_uri" ${BARE_SCRIPT:-} || {
        tail -n 10 "$bare_new/debootstrap/debootstrap.log" >&2 || true
        bare_fail "no system of $1 could be made"
    }
    # This machine's apt settings for downloads (proxies, clock checks) apply in the chroot as well.
    apt-config dump | grep -E '^Acquire::(http|https|Check-)' >"$bare_new/etc/apt/apt.conf.d/50host" || true
    rm -rf "$bare_new/var/cache/apt/archives/"*.deb
    tar -C "$bare_new" -cf "$bare_tar.part" .
    mv "$bare_tar.part" "$bare_tar"
    rm -rf --one-file-system "$bare_new"
}

# bare_unpack FOLDER: unpacks the system of $bare_tar, ready to be entered
bare_unpack() {
    mkdir "$1"
    tar -C "$1" -xf "$bare_tar"
    cp /etc/resolv.conf "$1/etc/resolv.conf"
    mount -t proc proc "$1/proc"
    mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm"
}

bare_home() { [ "$1" = root ] && echo /root || echo "/home/$1"; }

# bare_run FOLDER USER COMMAND: with the environment of a fresh login; $bare_through is a command to start it by
bare_run() {
    # shellcheck disable=SC2086  # a command with its options
    ${bare_through:-} chroot "$1" /usr/bin/env -i PATH="$bare_path" TERM=dumb HOME="$(bare_home "$2")" su "$2" -s /bin/sh -c "$3"
}
