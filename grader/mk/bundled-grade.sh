#!/bin/sh
# The grader of a bundle: looks whether the bundle fits this machine, then is ./grade as everywhere.
top=$(dirname "$(readlink -f "$0")")
"$top/grader/mk/bundle-fit.sh" || exit 2
# Without the library that a GPU's programs are linked with there is no backend for one.
[ -e "$top/build/lib/librunner_gpu.a" ] || export NVCC=
exec "$top/build/bin/grade" "$@"
