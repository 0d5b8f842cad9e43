#!/bin/sh
# Adapts a bundle ("make bundle") to the machine that it was unpacked on: bundle-fit.sh, called by ./grade and make each
# time. Checks that the machine has what a bundle does not include: the processor, a recent C library, g++. Then the
# engine's headers are compiled for this g++, and plugins that it accepts are selected. All is made in a new folder,
# tested with a small program, and then moved into place; build/fitted, which identifies the machine, comes last.
set -eu
cd "$(dirname "$0")/../.."
# The sandbox has no other compiler.
found=$(command -v g++ || true)
PATH=/usr/bin:/bin
LC_ALL=C
export PATH LC_ALL
unset SIMT_HOME SIMT_CXX SIMT_CC SIMT_CHECK SIMT_REPORT SIMT_TRACE SIMT_SCHEDULE SIMT_DEVICE

stop() {
    echo "Warplab: $1" >&2
    exit 2
}
recorded() { sed -n "s/^$1=//p" build/bundled; }

[ -r build/bundled ] || stop "this is no bundle: run make build"
machine=$(uname -m)
[ "$machine" = "$(recorded machine)" ] ||
    stop "this bundle is for the processor $(recorded machine), and this machine has $machine."

# The C library prints its version in words that begin with its name; C libraries other than GNU's lack the option.
library=$(getconf GNU_LIBC_VERSION 2>/dev/null || true)
case $library in
"glibc "*) ;;
*) stop "this bundle needs the C library glibc $(recorded glibc) or newer, and this system has another one." ;;
esac
oldest=$(printf '%s\n' "$(recorded glibc)" "${library#glibc }" | sort -V | head -n 1)
[ "$oldest" = "$(recorded glibc)" ] ||
    stop "this bundle needs the C library glibc $(recorded glibc) or newer, and this system has ${library#glibc }."

for program in g++ as ld objcopy; do
    command -v $program >/dev/null && continue
    [ $program = g++ ] && [ -n "$found" ] &&
        stop "the compiler g++ is needed as /usr/bin/g++, since the sandbox sees no other; here it is $found."
    package=g++ fedora=gcc-c++ arch=gcc
    [ $program = g++ ] || package=binutils fedora=binutils arch=binutils
    stop "$program is missing, which no bundle brings: install $package ($fedora on Fedora and openSUSE, $arch on Arch), or ask who runs this machine."
done

gxx=$(grader/mk/compiler.sh)

# No property of the folder: it may be moved.
describe() {
    $gxx -v 2>&1
    echo "$library"
}
description=$(describe)
is_fitted() { [ -r build/fitted ] && [ "$(cat build/fitted)" = "$description" ]; }
! is_fitted || exit 0
[ -w build ] || stop "whoever unpacked this bundle has to run ./grade once here: $(pwd)/build cannot be written to."
# If several begin at the same time, one of them does it.
exec 9<build/bundled
! command -v flock >/dev/null || flock 9
! is_fitted || exit 0

# Remains of a killed run.
rm -rf build/fit.??????
version=$($gxx -dumpfullversion)
echo "Warplab: first run with this g++ ($version): compiling headers, about ten seconds" >&2
work=$(mktemp -d build/fit.XXXXXX)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
home=$(pwd)/$work
mkdir "$work/lib"
echo "$gxx" >"$work/lib/compiler"
ln -s "$(pwd)/build/include" "$work/include"
for part in build/lib/*.a build/lib/bundled; do ln -s "$(pwd)/$part" "$work/lib/"; done

# A plugin itself says whether it is for this very compiler.
takes() {
    options=
    for plugin in "$1"/*.so; do options="$options -fplugin=$plugin"; done
    # shellcheck disable=SC2086  # a list of words
    echo 'int main() { return 0; }' | $gxx $options -x c++ -S -o /dev/null - >/dev/null 2>&1
}
for folder in build/lib/plugins/*/; do
    folder=${folder%/}
    if [ -d "$folder" ] && takes "$folder"; then
        cp "$folder"/*.so "$work/lib/"
        break
    fi
done

# Otherwise it is built here, if the compiler's headers are installed (on some systems they come with g++).
if [ ! -e "$work/lib/simt_stores.so" ] && [ -f "$($gxx -print-file-name=plugin)/include/gcc-plugin.h" ] && command -v make >/dev/null; then
    echo "Warplab: building the plugins for this g++, about a minute" >&2
    make --no-print-directory -s BUILD="$work" plugins >/dev/null 2>&1 && takes "$work/lib" ||
        rm -f "$work"/lib/*.so
fi

# For one processor the engine decodes the code itself.
[ "$machine" = x86_64 ] || [ -e "$work/lib/simt_language.so" ] ||
    stop "this bundle has no plugin for this machine's g++ $version, without which the engine does not work on $machine."

cat >"$work/try.cu" <<'CUDA'
__global__ void fill_kernel(int *to) { to[threadIdx.x] = (int)threadIdx.x; }
int main() {
    int *d_values = 0, values[32] = {0}, sum = 0;
    cudaMalloc((void **)&d_values, sizeof values);
    fill_kernel<<<1, 32>>>(d_values);
    cudaMemcpy(values, d_values, sizeof values, cudaMemcpyDeviceToHost);
    cudaFree(d_values);
    for (int value : values) sum += value;
    return sum == 496 ? 0 : 1;
}
CUDA
try() {
    SIMT_HOME=$home "$@" 2>"$work/errors" ||
        stop "this machine's g++ $version does not build and run a program with this bundle: $(sed '/^ *$/d' "$work/errors" | grep -m 1 -i 'error\|not found\|cannot' || echo "$* ended with an error")"
}
try build/bin/simtcc --precompile
try build/bin/simtcc --precompile --confined
try build/bin/simtcc "$work/try.cu" -o "$work/try"
try "$work/try"

rm -rf build/fitted build/labs build/precompiled build/lib/simt_*.so
for plugin in "$work"/lib/simt_*.so; do [ ! -e "$plugin" ] || mv "$plugin" build/lib/; done
mv "$work/lib/compiler" build/lib/compiler
mv "$work/precompiled" build/precompiled
echo "$description" >"$work/fitted"
mv "$work/fitted" build/fitted
