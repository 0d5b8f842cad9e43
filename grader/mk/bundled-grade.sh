#!/bin/sh
# The grader of a bundle: looks whether the bundle fits this machine, then is ./grade as everywhere.
top=$(dirname "$(readlink -f "$0")")
"$top/grader/mk/fit.sh" || exit 2
exec "$top/build/bin/grade" "$@"
