#!/bin/sh
# Run once by Gradescope, as root, when the autograder's container is made: installs what is missing, and builds, unless
# the container is the kit's image and has it built already.
set -eu
cd "$(dirname "$0")"
command -v make >/dev/null || {
    apt-get update -q
    DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends make
}
make install-deps
exec grader/image/use-built.sh
