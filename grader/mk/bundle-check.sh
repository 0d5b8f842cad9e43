#!/bin/sh
# Tries the bundle as a student without the right to install anything: bare systems in chroots with only g++ and make,
# an ordinary user, no network.
#   bundle-check.sh ARCHIVE OLD SUITE...
# SUITE are names debootstrap knows; OLD is one whose C library is too old, where the bundle must say so and do nothing
# ("" skips it). Its requirements, and the variables it reads, are in bare-system.sh.
set -eu
. "$(dirname "$0")/bare-system.sh"
archive=$1 old=$2
cd "$(dirname "$0")/../.."
bare_enter "$@"
shift 2
kit=$(basename "$archive" .tar.gz)

fail() {
    [ ! -s "$BARE_WORK/said" ] || cat "$BARE_WORK/said" >&2
    echo "check-bundle: $1" >&2
    exit 1
}

# begin SUITE: a system with a student, who has the archive and some submissions
begin() {
    suite=$1
    root=$BARE_WORK/$suite
    bare_tarball "$suite" compiler g++,make
    bare_unpack "$root"
    chroot "$root" useradd -m student
    chroot "$root" useradd -m guest
    cp "$archive" "$root/home/student/"
    cp solutions/lab3/lab3.cu "$root/home/student/reference.cu"
    cp solutions/lab10/lab10.cu "$root/home/student/reference10.cu"
    cp grader/course/lab3/fixtures/missing_barrier/lab3.cu "$root/home/student/race.cu"
    cat >"$root/home/student/sum.cu" <<'CUDA'
#include <cstdio>
__global__ void sum_kernel(int *sum) { atomicAdd(sum, (int)threadIdx.x); }
int main() {
    int *d_sum, sum = 0;
    cudaMalloc(&d_sum, sizeof sum);
    cudaMemset(d_sum, 0, sizeof sum);
    sum_kernel<<<1, 32>>>(d_sum);
    cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(d_sum);
    printf("sum %d\n", sum);
}
CUDA
    chmod 755 "$root/home/student"
    as student "cd ~ && tar -xzf $kit.tar.gz" || fail "$suite: the archive cannot be unpacked"
}

# as USER COMMAND: in the unpacked bundle, without network; its output is in $BARE_WORK/said, its exit code in $code
as() {
    code=0
    bare_through="unshare --net" bare_run "$root" "$1" "cd /home/student/$kit 2>/dev/null; $2" >"$BARE_WORK/said" 2>&1 || code=$?
    return $code
}
says() { grep -q -e "$1" "$BARE_WORK/said"; }
expect() { # expect CODE PATTERN COMMAND...
    want=$1 pattern=$2
    shift 2
    as student "$*" || true
    [ "$code" = "$want" ] || fail "$suite: \"$*\" ended with $code, not $want"
    says "$pattern" || fail "$suite: \"$*\" does not say \"$pattern\""
}
state() { (cd "$root/home/student/$kit" && find . | LC_ALL=C sort); }

# refuses PATTERN: the bundle prints one sentence, and leaves everything as it is
refuses() {
    state >"$BARE_WORK/before"
    expect 2 "^Warplab: .*$1" ./grade lab3
    [ "$(wc -l <"$BARE_WORK/said")" = 1 ] || fail "$suite: more than one sentence"
    echo "$suite: $(cat "$BARE_WORK/said")"
    expect 2 "^Warplab: .*$1" make lab3
    [ "$(grep -cv '^make' "$BARE_WORK/said")" = 1 ] || fail "$suite: make says more than that sentence"
    state | cmp -s "$BARE_WORK/before" - || fail "$suite: something was left behind"
}

milliseconds() { echo $(($(date +%s%N) / 1000000)); }

works() {
    begin "$1"
    [ -z "$(chroot "$root" sh -c 'command -v git pkg-config bwrap sqlite3' || true)" ] || fail "$suite: it is not bare"
    echo "$suite: $(as student 'g++ --version | head -n 1; getconf GNU_LIBC_VERSION' && tr '\n' ' ' <"$BARE_WORK/said")"

    # Killed during its first run, and in a read-only folder: then as if that run had not happened.
    as student "timeout -s KILL 0.3 ./grade lab3" || true
    [ ! -e "$root/home/student/$kit/build/fitted" ] || fail "$suite: it was done before it could be killed"
    as guest "./grade lab3" || true
    [ "$code" = 2 ] && says '^Warplab: .*cannot be written to' && [ "$(wc -l <"$BARE_WORK/said")" = 1 ] || fail "$suite: a folder that cannot be written to"
    as student "cd ~ && rm -rf $kit" || fail "$suite: rm"
    start=$(milliseconds)
    as student "cd ~ && tar -xzf $kit.tar.gz"
    unpacked=$(milliseconds)
    expect 1 '^Score: 5 / 100' ./grade lab3
    first=$(milliseconds)
    [ -z "$(find "$root/home/student/$kit/build" -name 'fit.*' -type d)" ] || fail "$suite: the first run left a folder"
    echo "$suite: unpacked in $((unpacked - start)) ms, first report $((first - start)) ms after the start; $(grep '^Sandbox' "$BARE_WORK/said")"
    # A plugin for this very compiler is used, and a missing one is reported.
    if [ -e "$root/home/student/$kit/build/lib/simt_language.so" ]; then
        ! says "instructions are estimated" || fail "$suite: it has the plugins, and says that it has not"
        echo "$suite: with plugins for this g++"
        expect 0 '^Score: 100 / 100' ./grade lab3 --submission ../reference.cu
        expect 0 '^Score: 100 / 100' ./grade lab10 --submission ../reference10.cu
    else
        says "instructions are estimated" || fail "$suite: it lacks the plugins, and does not say so"
        echo "$suite: no plugin for this g++ counts instructions, and the report says so (make bundle-plugins SYSTEMS=$suite)"
    fi
    expect 1 '^ *FAIL  races' ./grade lab3 --submission ../race.cu
    says 'lab3.cu:[0-9]*: .*Race reported' || fail "$suite: the race has no line"
    expect 0 'written to ../trace.html' ./grade lab3 --submission ../reference.cu --trace ../trace.html
    grep -q '<svg\|<canvas' "$root/home/student/trace.html" || fail "$suite: the trace shows nothing"
    expect 1 '^built; now: ./grade lab3' 'make lab3 && ./grade lab3'
    expect 0 '^built; now: ./grade lab3' make lab3
    ! says simtcc || fail "$suite: make compiles again what is as it was"
    as guest "./grade lab3 --submission ../reference.cu" || [ "$code" = 1 ] || fail "$suite: a guest cannot grade"
    expect 0 '^sum 496$' 'build/bin/simtcc ~/sum.cu -o ~/sum && ~/sum'
    # The same bundle elsewhere, and after make clean.
    expect 1 '^Score: 5 / 100' 'cd ~ && mv '"$kit"' moved && cd moved && ./grade lab3 && false || { c=$?; cd ~ && mv moved '"$kit"'; exit $c; }'
    expect 1 '^Score: 5 / 100' 'make clean && make lab3 && ./grade lab3'
    echo "$suite: starter, references, race, trace, make, simtcc, guest, another folder, make clean: as they should"

    # Without plugins for this g++ the labs are graded, too, and the report says what is less certain then.
    as student "rm -rf build/lib/plugins/* build/fitted" || fail "$suite: rm"
    expect 0 '^  ok    races' './grade lab3 --full --submission ../reference.cu || [ $? = 1 ]'
    says "this bundle has no plugin" && says "instructions are estimated" || fail "$suite: it lacks the plugins, and does not say so"
    echo "$suite: without plugins: the reference has $(grep '^Score' "$BARE_WORK/said" | cut -d' ' -f2-4), and the report says that instructions are estimated"

    mv "$root/home/student/$kit" "$root/home/student/used"
    as student "cd ~ && tar -xzf $kit.tar.gz"
    expect 2 "^Warplab: this bundle is for the processor $(uname -m), and this machine has i686" setarch i686 ./grade lab3
    chroot "$root" sh -c 'dpkg --force-depends --remove g++ $(basename $(readlink -f /usr/bin/g++) | sed s/x86_64-linux-gnu-//)' >/dev/null 2>&1
    refuses 'g++ is missing.*install g++'
}

mkdir "$BARE_WORK/handed-out"
tar -xzf "$archive" -C "$BARE_WORK/handed-out"
leaked=$(grader/mk/leaks.sh "$BARE_WORK/handed-out") || fail "in it, under some name: $leaked"
for suite; do works "$suite"; done
if [ -n "$old" ]; then
    begin "$old"
    refuses 'needs the C library glibc [0-9.]* or newer, and this system has [0-9.]*\.$'
fi
echo "check-bundle: passed, $(stat -c %s "$archive") bytes"
