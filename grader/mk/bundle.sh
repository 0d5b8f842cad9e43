#!/bin/sh
# Makes the bundle: bundle.sh NAME TARBALL GRADE LIBRARY...
# NAME is that of the archive in build, and of its folder. TARBALL is the students' hand-out, GRADE the grader that
# looks for its libraries in the bundle; LIBRARY are those that submissions are linked with. The C library, the
# compiler's own libraries and the loader are the system's; all others are included, with their licences.
# Plugins for g++ of other systems are taken from build/plugins ("make bundle-plugins").
set -eu
export LC_ALL=C
name=$1 tarball=$2 grade=$3
shift 3
top=build/bundle/$name
gxx=$(grader/mk/compiler.sh)
stop() {
    echo "bundle: $1" >&2
    exit 2
}
command -v dpkg-query >/dev/null || stop "the licences of libraries are found by dpkg-query: make it on Debian or Ubuntu"
[ ! -e build/bundled ] || stop "this is a bundle already: make it where the programs are built"

rm -rf build/bundle
trap 'rm -rf build/bundle' EXIT
trap 'exit 130' INT TERM
mkdir -p "$top"
tar -xzf "$tarball" --strip-components=1 -C "$top"
date=$(tar --list --verbose --full-time --utc -f "$tarball" | awk 'NR == 1 { print $4 "T" $5 "Z" }')

mkdir -p "$top/build/bin" "$top/build/lib/bundled" "$top/build/lib/plugins"
cp "$grade" build/bin/simtcc build/bin/sandbox-exec "$top/build/bin/"
strip "$top"/build/bin/*
cp build/lib/libsimt.a build/lib/librunner_*.a build/lib/libconfine.a build/lib/bounds_*.o build/lib/guarded.txt "$top/build/lib/"
cp -R build/include "$top/build/"
[ ! -d build/locale ] || cp -R build/locale "$top/build/"
cp grader/mk/bundled-grade.sh "$top/grade"

# Lines "NAME FILE" of the libraries that a program or library needs, except those of every system.
needs() {
    ldd "$1" | awk '$2 == "=>" && $3 ~ /^\// { print $1, $3 }' |
        grep -vE '^(libc|libm|libpthread|libdl|librt|libgcc_s|libstdc\+\+|ld-linux[^ ]*)\.so'
}
bring() {
    file=$(readlink -f "$2")
    cp "$file" "$top/build/lib/bundled/$1"
    echo "$file" >>build/bundle/files
}
needs "$grade" | while read -r soname file; do bring "$soname" "$file"; done
for library; do
    file=$($gxx -print-file-name="lib$library.so")
    [ "$file" != "lib$library.so" ] || stop "there is no lib$library.so here"
    soname=$(objdump -p "$file" | awk '$1 == "SONAME" { print $2 }')
    bring "$soname" "$file"
    ln -sf "$soname" "$top/build/lib/bundled/lib$library.so"
    needs "$file" | while read -r soname inner; do bring "$soname" "$inner"; done
done

# Each plugin is for exactly one compiler: it has its own folder.
add_plugins() {
    for plugin in "$2"/simt_*.so; do
        [ ! -r "$plugin" ] || { mkdir -p "$top/build/lib/plugins/$1" && cp "$plugin" "$top/build/lib/plugins/$1/"; }
    done
}
add_plugins here build/lib
for folder in build/plugins/*/; do add_plugins "$(basename "$folder")" "$folder"; done

# The oldest C library that all of it works with: programs and libraries name their versions, and archives do once
# they are linked.
oldest() {
    # shellcheck disable=SC2046  # a list of words
    $gxx -no-pie -o build/bundle/linked -Wl,--unresolved-symbols=ignore-all build/lib/bounds_begin.o build/lib/bounds_end.o -Wl,--whole-archive build/lib/libsimt.a build/lib/libconfine.a \
        build/lib/librunner_cpu.a -Wl,--no-whole-archive $(printf ' -l%s' "$@") -lpthread -lm
    find "$top/build/bin" "$top/build/lib/bundled" build/bundle/linked -type f -exec objdump -T {} + |
        grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1 | cut -d_ -f2
}
glibc=$(oldest "$@")
[ -n "$glibc" ] || stop "the oldest C library could not be found out"
printf '%s\n' "machine=$(uname -m)" "glibc=$glibc" >"$top/build/bundled"

# For each file, from its package: the licence, and the version of the source that it was built from.
mkdir "$top/licenses"
sort -u build/bundle/files | while read -r file; do
    # A file in /usr may be known by its path without it.
    package=$(dpkg-query -S "$file" 2>/dev/null || dpkg-query -S "${file#/usr}" 2>/dev/null) || stop "no package has $file"
    echo "${package%%: *}"
done | sort -u >build/bundle/packages
[ -s build/bundle/packages ] || exit 2
while read -r package; do
    [ -r "/usr/share/doc/${package%%:*}/copyright" ] || stop "the package $package has no file of its licence"
    cp -L "/usr/share/doc/${package%%:*}/copyright" "$top/licenses/${package%%:*}"
done <build/bundle/packages
# Only the system that these files come from has the licences that they refer to.
grep -ho '/usr/share/common-licenses/[A-Za-z0-9.+-]*[A-Za-z0-9]' "$top"/licenses/* | sort -u | while read -r file; do
    [ ! -r "$file" ] || cp -L "$file" "$top/licenses/"
done
{
    echo "The libraries in build/lib/bundled are those of $(. /etc/os-release && echo "$PRETTY_NAME"), unchanged. Beside this"
    echo "file is the licence of each by the name of its package, and the texts from /usr/share/common-licenses. Their sources, by package and version:"
    echo
    xargs dpkg-query -W -f '${Package}: source ${source:Package} ${source:Version}\n' <build/bundle/packages
    echo
    echo "\"apt-get source PACKAGE=VERSION\" gets one, where that system's sources are configured."
} >"$top/licenses/README"

tar --sort=name --owner=0 --group=0 --numeric-owner --mode=a+rX --mtime="$date" -C build/bundle -cf - "$name" | gzip -9n >"build/$name.tar.gz.new"
mv "build/$name.tar.gz.new" "build/$name.tar.gz"
echo "glibc $glibc or newer; plugins: $(ls "$top/build/lib/plugins" | tr '\n' ' '); libraries: $(wc -l <build/bundle/packages) packages"
echo "build/$name.tar.gz: $(stat -c %s "build/$name.tar.gz") bytes, unpacked $(du -sm "$top" | cut -f1) MiB"
