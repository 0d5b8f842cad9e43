#!/bin/sh
# Builds the kit in the folder above, in an image that has it built in /opt/warplab: where the sources are the same, a
# copy of what was built there will do.
#   use-built.sh           in a folder with the hand-out
#   use-built.sh record    when the image is made: notes which sources were built
set -eu
cd "$(dirname "$0")/../.."
built=/opt/warplab
sums=$built/build/sources.sha256

# A student's own file is no part of the grader, nor is what the hand-out leaves out.
sources() {
    find Makefile grader labs/include labs/*/*.h -type f -not -path "grader/course/*/fixtures/*" -not -path "grader/course/*/naive/*" \
        -not -path "grader/tests/*" -not -path "grader/template/*" -not -path "grader/references/*" -not -path "grader/profiled/*"
}

if [ "${1:-}" = record ]; then
    sources | LC_ALL=C sort | xargs -d '\n' sha256sum >"$sums"
    exit 0
fi
# As many files as there, each the same.
if [ ! -e build ] && [ "$(pwd -P)" != "$built" ] && [ -r "$sums" ] && [ "$(sources | wc -l)" = "$(wc -l <"$sums")" ] &&
    sha256sum --check --quiet --strict "$sums" >/dev/null 2>&1; then
    cp -R "$built/build" "$built/grade" .
    # make builds what is older than its source: here all is of one moment, and none is.
    now=$(date +%Y-%m-%dT%H:%M:%S)
    find build grade -exec touch -d "$now" {} +
    echo "copied what the image has built"
fi
exec make -j"$(nproc)" build
