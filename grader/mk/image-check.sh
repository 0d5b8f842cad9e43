#!/bin/sh
# Executes the image's recipe and tries the image, without a Docker engine and without pulling anything:
#   image-check.sh BASE        debian:12, ubuntu:22.04 or ubuntu:24.04
# The base is made by mmdebstrap from the distribution's packages, the image built by buildah, and run by podman as an
# ordinary user: without capabilities, without network, and with a system-call filter that, like Docker's own, forbids
# namespaces inside. Needs root, and buildah, podman, runc, mmdebstrap and unzip. The result stays in $IMAGE_CACHE (by
# default /var/tmp/warplab-image), so that the packages are installed only once; $IMAGE_MIRROR names Ubuntu's server.
# $IMAGE_CLASS is the number of Gradescope submissions graded, one after another (30), $IMAGE_DRIVER the storage
# (overlay; vfs if the kernel or the file system has none, which copies every layer whole).
set -eu

base=$1
cache=${IMAGE_CACHE:-/var/tmp/warplab-image}
class=${IMAGE_CLASS:-30}
# Gradescope's default limits for a container: half a processor, and 0.75 GiB.
memory=768m
cpus=0.5
limit=600

fail() {
    echo "image-check: $1" >&2
    exit 1
}
lacks() {
    echo "image-check: $1" >&2
    exit 2
}
[ "$(id -u)" = 0 ] || lacks "building a root needs root"
for tool in buildah podman runc mmdebstrap unzip; do command -v $tool >/dev/null || lacks "$tool is not installed"; done
case $base in
debian:12) suite=bookworm ;;
ubuntu:22.04) suite=jammy ;;
ubuntu:24.04) suite=noble ;;
*) lacks "no base is called $base" ;;
esac
mirror=
[ "$suite" = bookworm ] || {
    [ -n "${IMAGE_MIRROR:-}" ] || lacks "\$IMAGE_MIRROR has to name a server of Ubuntu's packages"
    mirror="deb [trusted=yes] $IMAGE_MIRROR $suite main universe"
}
name=$(echo "$base" | tr -d :)
mkdir -p "$cache"
store="--storage-driver ${IMAGE_DRIVER:-overlay} --root $cache/store --runroot $cache/run"
podman() { command podman --runtime runc $store "$@"; }
image=localhost/warplab:$name
work=$(mktemp -d)
finish() {
    podman image umount "$image" >/dev/null 2>&1 || true
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM
chmod 755 "$work"
begun=0
begin() { begun=$(date +%s%N); }
took() { echo "$((($(date +%s%N) - begun) / 1000000))" | sed 's/...$/.& s/; s/^\./0./'; }

if ! podman image exists "localhost/warplab-base:$name"; then
    begin
    mmdebstrap --variant=minbase --include=apt ${mirror:+--components=main,universe} "$suite" "$work/base.tar" ${mirror:+"$mirror"} >"$work/log" 2>&1 || {
        tail -n 5 "$work/log" >&2
        lacks "no root of $suite could be made"
    }
    podman import "$work/base.tar" "localhost/warplab-base:$name" >/dev/null 2>&1
    rm "$work/base.tar"
    echo "$base: a root of its packages in $(took)"
fi

build() {
    IMAGE_ENGINE="buildah $store" BUILDAH_ISOLATION=chroot "$(dirname "$0")/image.sh" "$1" "localhost/warplab-base:$name" "$image" >"$work/log" 2>&1 || {
        tail -n 20 "$work/log" >&2
        fail "the recipe failed"
    }
}
make --no-print-directory dist >"$work/log" 2>&1 || fail "no hand-out: $(cat "$work/log")"
tarball=$(tail -n 1 "$work/log")
begin
build "$tarball"
echo "$base: image built in $(took), $(podman image inspect --format '{{.Size}}' "$image") bytes"
begin
build "$tarball"
[ "$(grep -c 'Using cache' "$work/log")" -ge 6 ] || fail "the layers of an image that is there already are built again"
echo "$base: built again from its layers in $(took)"

# Docker's own filter forbids the calls that make namespaces; podman's allows them.
sed -e '/"\(unshare\|setns\|clone3\|clone\|mount\|umount2\|pivot_root\)",/d' \
    -e 's/"syscalls": \[/&{"names":["clone"],"action":"SCMP_ACT_ALLOW","args":[{"index":0,"value":2114060288,"valueTwo":0,"op":"SCMP_CMP_MASKED_EQ"}]},/' \
    /usr/share/containers/seccomp.json >"$work/seccomp.json"
root=$(podman image mount "$image")
# inside ARGUMENT... -- COMMAND: in a fresh container
inside() {
    options=
    while [ "$1" != -- ]; do options="$options $1" && shift; done
    shift
    # shellcheck disable=SC2086  # a list of words
    podman run --rm --network none --cap-drop all --security-opt no-new-privileges --security-opt seccomp="$work/seccomp.json" \
        --ulimit nofile=4096:4096 --ulimit nproc=4096:4096 --user 1000 --env HOME=/home/student $options --rootfs "$root:O" "$@"
}
inside -- sh -c '! unshare -Ur true && ! bwrap --unshare-user --ro-bind / / true' >/dev/null 2>&1 || fail "namespaces can be made inside"
echo "$base: $(inside -- sh -c 'echo "user $(id -un), $(grep CapEff /proc/self/status | tr "\t" " ")"'), no namespaces inside"

# In the image's own folder: demo, lab, trace, without a terminal.
inside --workdir /opt/warplab -- sh -c 'make demo && make lab3 && ./grade lab3 --trace /tmp/trace.html; [ $? = 1 ] && grep -q "<svg\|<canvas\|<script" /tmp/trace.html' >"$work/log" 2>&1 ||
    { tail -n 20 "$work/log" >&2 && fail "make demo, make lab3 or a trace"; }
grep -q '^Score: 5 / 100' "$work/log" || fail "make demo printed no report"
echo "$base: make demo, make lab3 and a trace: done; $(grep -m 1 '^Sandbox' "$work/log")"

# In a folder that contains only the hand-out.
mkdir "$work/handout" && tar -xzf "$tarball" --strip-components=1 -C "$work/handout" && chown -R 1000:1000 "$work/handout"
begin
inside --volume "$work/handout:/workspaces/labs" --workdir /workspaces/labs -- \
    sh -c 'grader/image/use-built.sh && make lab1 && ./grade lab1' >"$work/log" 2>&1 || [ $? = 1 ] || fail "no report from the hand-out alone"
grep -q '^Score: ' "$work/log" || { cat "$work/log" >&2 && fail "no report from the hand-out alone"; }
grep -q '^copied what the image has built' "$work/log" || fail "the hand-out was built again"
elapsed=$(took)
echo "$base: from the hand-out alone to the first report: $elapsed"
[ "${elapsed%%.*}" -lt 60 ] || fail "the first report took longer than a minute"

# The documentation, of a whole clone.
git -c safe.directory='*' clone -q --no-hardlinks . "$work/clone" && chown -R 1000:1000 "$work/clone"
begin
inside --volume "$work/clone:/workspaces/clone" --workdir /workspaces/clone -- sh -c 'make -j2 docs' >"$work/log" 2>&1 ||
    { tail -n 20 "$work/log" >&2 && fail "make docs"; }
for part in all students; do [ -s "$work/clone/build/docs/$part/html/index.html" ] || fail "make docs made no page for $part"; done
echo "$base: a whole clone built, and make docs: $(took)"

# A push, as grade.yml has it: checked out by another user, graded as root.
mkdir -p "$work/push/labs/lab1" "$work/push/labs/lab3"
cp labs/lab1/lab1.cu "$work/push/labs/lab1" && cp solutions/lab3/lab3.cu "$work/push/labs/lab3" && chown -R 1001:1001 "$work/push"
begin
inside --volume "$work/push:/workspaces/push" --workdir /workspaces/push --user 0 --cap-add=CHOWN,DAC_OVERRIDE,FOWNER,SETGID,SETUID,KILL \
    --env CLASSROOM=cs101 --env ASSIGNMENT=week1 --env OWNER=ada --env SUBMISSION_TAG=submit/1 -- \
    /opt/warplab/grader/class/ci/grade-push.sh >"$work/log" 2>&1 || { tail -n 20 "$work/log" >&2 && fail "a push is not graded"; }
elapsed=$(took)
grader/mk/classroom50-rules.sh "$work/push/result.json" cs101 week1 ada || fail "the result of a push"
[ "$(sqlite3 :memory: "SELECT json_extract(CAST(readfile('$work/push/result.json') AS TEXT), '\$.score')")" = 100 ] || fail "the reference has no full marks"
echo "$base: a push graded in $elapsed; $(grep -m 1 '^Sandbox' "$work/log")"
[ "${elapsed%%.*}" -lt 60 ] || fail "a push took longer than a minute"

# Gradescope: setup.sh once, then a fresh container for each submission, with its limits.
autograder() {
    rm -rf "$work/autograder" && mkdir -p "$work/autograder/source" "$work/autograder/results" "$work/autograder/submission"
    make --no-print-directory gradescope LAB=lab3 "$@" >/dev/null
    unzip -q build/gradescope/lab3.zip -d "$work/autograder/source"
    cp -p "$work/autograder/source/run_autograder" "$work/autograder/"
    chown -R 1000:1000 "$work/autograder"
    inside --volume "$work/autograder:/autograder" -- /autograder/source/setup.sh >"$work/log" 2>&1 || { tail -n 20 "$work/log" >&2 && fail "setup.sh"; }
}
ask() { sqlite3 :memory: "SELECT $1 FROM (SELECT CAST(readfile('$work/autograder/results/results.json') AS TEXT) AS r)"; }
# submit FILE: runs it like Gradescope
submit() {
    rm -rf "$work/autograder/submission" "$work/autograder/results/results.json"
    mkdir "$work/autograder/submission" && cp "$1" "$work/autograder/submission/lab3.cu" && chown -R 1000:1000 "$work/autograder/submission"
    begin
    inside --memory $memory --memory-swap $memory --cpus $cpus --volume "$work/autograder:/autograder" -- \
        timeout $limit /autograder/run_autograder >"$work/log" 2>&1 || { tail -n 20 "$work/log" >&2 && fail "$1: run_autograder ended with $?"; }
    [ -s "$work/autograder/results/results.json" ] || { tail -n 20 "$work/log" >&2 && fail "$1: no results"; }
}
autograder SANDBOX=container VISIBILITY=after_published LEADERBOARD=no
submit solutions/lab3/lab3.cu
[ "$(ask "CAST(json_extract(r, '\$.score') AS INT) || ' ' || json_extract(r, '\$.visibility') || ' ' || ifnull(json_type(r, '\$.leaderboard'), 'none')
    || ' ' || (SELECT group_concat(DISTINCT json_extract(value, '\$.visibility')) FROM json_each(r, '\$.tests'))")" = "100 after_published none after_published" ] ||
    fail "visibility and leaderboard: $(cat "$work/autograder/results/results.json")"
[ "$(ask "json_extract(r, '\$.output') GLOB '*100*'")" = 0 ] || fail "the text shows the score of a result that is not published"
echo "$base: Gradescope, VISIBILITY=after_published LEADERBOARD=no: as asked"

autograder SANDBOX=container
ls grader/course/lab3/fixtures/*/lab3.cu | awk -v n=$((class - 1)) '{ f[NR] = $0 } END { for (i = 0; i < n; i++) print f[1 + int(i * NR / n)] }' >"$work/list"
mkdir -p "$work/expected"
echo solutions/lab3/lab3.cu >>"$work/list"
longest=0
whole=$(date +%s)
: >"$work/scores"
while read -r file; do
    submit "$file"
    seconds=$((($(date +%s%N) - begun) / 1000000000))
    [ "$seconds" -le "$longest" ] || longest=$seconds
    [ "$(ask "json_extract(r, '\$.extra_data.sandbox')")" = container ] || fail "$file: not graded in the container itself"
    student=$(basename "$(dirname "$file")")
    mkdir -p "$work/expected/$student" && cp "$file" "$work/expected/$student/lab3.cu"
    echo "$student,$(ask "CAST(json_extract(r, '\$.score') AS INT)")" >>"$work/scores"
done <"$work/list"
echo "$base: Gradescope, $(wc -l <"$work/scores") submissions in sequence, $cpus processors and $memory each: $(($(date +%s) - whole)) s, the longest $longest s"

# The same class, graded here: the same points.
./grade batch "$work/expected" --lab lab3 --backend cpu --db "$work/class.db" >"$work/log" 2>&1 || [ $? = 1 ] ||
    { tail -n 20 "$work/log" >&2 && fail "the class cannot be graded here"; }
./grade export json --db "$work/class.db" -o "$work/class.json"
sqlite3 -csv :memory: "SELECT json_extract(value, '\$.student'), CAST(ifnull(json_extract(value, '\$.score'), 0) AS INT)
    FROM json_each(CAST(readfile('$work/class.json') AS TEXT), '\$.results')" | tr -d '\r' | LC_ALL=C sort >"$work/here"
LC_ALL=C sort "$work/scores" >"$work/there"
[ -s "$work/here" ] && cmp -s "$work/here" "$work/there" || fail "points differ (here, in the container):
$(diff "$work/here" "$work/there" || true)"
echo "$base: every score is what it is here"
echo "image-check: passed"
