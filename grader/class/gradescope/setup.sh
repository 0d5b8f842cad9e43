#!/bin/sh
# Gradescope runs this once, as root, when it builds the autograder's container: installs missing packages, and builds
# the kit, unless the container is the kit's image. Without g++ 12 or newer and its plugin headers, speed cannot be
# judged on the CPU engine: then this script fails, instead of making an autograder whose points stay open.
set -eu
cd "$(dirname "$0")"
command -v make >/dev/null || {
    apt-get update -q
    DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends make
}
make install-deps
version=$("$(grader/mk/compiler.sh)" -dumpversion | cut -d. -f1)
grader/image/use-built.sh
[ -e build/lib/simt_language.so ] || {
    echo "setup.sh: g++ is version $version here, or has no plugin headers: choose Ubuntu 24.04 as the base image, or install g++-12 and gcc-12-plugin-dev" >&2
    exit 1
}
