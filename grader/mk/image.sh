#!/bin/sh
# Builds the image of a hand-out: image.sh TARBALL BASE NAME [PLATFORM]
# With docker, podman or buildah, whichever is here; $IMAGE_ENGINE names one, or a command with options of its own.
set -eu
tarball=$1 base=$2 name=$3 platform=${4:-}
engine=${IMAGE_ENGINE:-}
for candidate in docker podman buildah; do
    [ -n "$engine" ] || ! command -v $candidate >/dev/null || engine=$candidate
done
[ -n "$engine" ] || {
    echo "image: there is no docker, podman or buildah here to build it with" >&2
    exit 2
}
# buildah caches layers only when asked to.
export BUILDAH_LAYERS=true
context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
trap 'exit 130' INT TERM
tar -xzf "$tarball" --strip-components=1 -C "$context"
# shellcheck disable=SC2086  # a command with its options; a platform may be absent
$engine build ${platform:+--platform "$platform"} --build-arg BASE="$base" -f "$context/grader/image/Dockerfile" -t "$name" "$context"
echo "$name: from $base"
