#!/bin/sh
# A newcomer's first steps: a bare Debian or Ubuntu with git and make only, in a chroot; a fresh clone of
# the last commit; then `make demo` and `make check` as root, and `make demo` as an ordinary user
# who cannot install anything and does not need to.
#   bare-check.sh [SUITE]     SUITE is a name debootstrap knows, by default this machine's own
# Its requirements, and the variables it reads, are in bare-system.sh.
set -eu
. "$(dirname "$0")/bare-system.sh"

suite=${1:-$(bare_own_suite)}
source=$(cd "$(dirname "$0")/../.." && pwd)
bare_enter "$suite"
root=$BARE_WORK/root

# as USER COMMAND: in the clone
as() {
    echo "== $1: $2"
    begin=$(date +%s)
    bare_run "$root" "$1" "cd ~/warplab && $2"
    echo "== done in $(($(date +%s) - begin)) s"
}

clone_for() {
    git -c safe.directory="$source/.git" clone -q --no-hardlinks "$source" "$root$(bare_home "$1")/warplab"
    chroot "$root" chown -R "$1" "$(bare_home "$1")/warplab"
}

bare_tarball "$suite" bare git,make,ca-certificates
bare_unpack "$root"
chroot "$root" useradd -m newcomer

clone_for root
as root "make demo"
as root "make check"
clone_for newcomer
as newcomer "make demo"
echo "bare $suite: all good"
