#!/bin/sh
# Prints the name of the compiler that simtcc and its plugins take: g++, unless it is older than 12. Then it is the first
# g++-N from 12 on that is installed, and without one g++ under its full name.
set -eu
version=$(g++ -dumpversion 2>/dev/null | cut -d. -f1)
if [ "${version:-0}" -lt 12 ]; then
    for n in 12 13 14 15 16 $version; do
        command -v "g++-$n" >/dev/null && echo "g++-$n" && exit
    done
fi
echo g++
