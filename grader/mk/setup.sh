#!/bin/sh
# Finds what the build needs and this machine lacks.
#   setup.sh check [slides|docs]     names the missing packages; exit 2 if there are any
#   setup.sh install [slides|docs]   installs them on Debian and Ubuntu, as root or through sudo without a question
#   setup.sh list [slides|docs]      names all packages that it asks for, one a line, whether they are missing or not
# With "slides" it is what the lectures' decks need, with "docs" what the documentation does, which nothing else
# needs.
# What is looked for is the tool or library itself, so one installed by hand counts too.
set -eu

mode=${1:-check}
missing=
lacks() { missing="$missing $1"; }
# Whether a command that looks for something finds it: for the list nothing is there.
finds() { [ "$mode" != list ] && "$@" >/dev/null 2>&1; }

find_for_slides() {
    finds command -v node || lacks nodejs
    finds command -v npm || lacks npm
    # Only for PDF, and for looking at the slides: not asked for, but brought along; and letters for Chinese decks.
    if [ "$mode" = install ]; then
        command -v chromium >/dev/null || command -v google-chrome >/dev/null || lacks chromium
        fc-list :lang=zh-cn 2>/dev/null | grep -q . || lacks fonts-noto-cjk
    fi
}

find_for_docs() {
    finds command -v doxygen || lacks doxygen
    finds command -v dot || lacks graphviz
    finds test -f /usr/share/doxygen-awesome-css/doxygen-awesome.css || lacks doxygen-awesome-css
    finds command -v xmllint || lacks libxml2-utils
    finds command -v man || lacks man-db
    finds command -v mandoc || lacks mandoc
    finds command -v codespell || lacks codespell
}

# The compiler answers with a full path for a library that it finds, and the bare name otherwise.
has_boost() { case $(g++ -print-file-name=libboost_context.so) in /*) ;; *) return 1 ;; esac; }

find_for_build() {
    finds command -v make || lacks make
    finds command -v bwrap || lacks bubblewrap
    finds command -v sqlite3 || lacks sqlite3
    finds command -v xmllint || lacks libxml2-utils
    finds command -v msgfmt || lacks gettext
    finds command -v g++ || lacks g++
    finds has_boost || lacks libboost-context-dev
    finds command -v pkg-config || lacks pkg-config
    for pair in libdw:libdw-dev libelf:libelf-dev libcjson:libcjson-dev libseccomp:libseccomp-dev \
        capstone:libcapstone-dev sqlite3:libsqlite3-dev libmd:libmd-dev libarchive:libarchive-dev yaml-0.1:libyaml-dev check:check; do
        finds pkg-config --exists "${pair%%:*}" || lacks "${pair#*:}"
    done
}

# The compiler's headers for the plugin of simtcc (grader/confine/plugin) come in a package named after its version.
# Without them everything works, but the engine's guard does not see every store and nothing checks the rules of CUDA C,
# and ./grade says so: brought
# along where that can be done, and not asked for.
plugin_package() {
    command -v g++ >/dev/null || return 0
    [ -f "$(g++ -print-file-name=plugin)/include/gcc-plugin.h" ] || echo "gcc-$(g++ -dumpversion | cut -d. -f1)-plugin-dev"
}

target=install-deps
if [ "${2:-}" = slides ]; then
    target=slides-deps
    find_for_slides
elif [ "${2:-}" = docs ]; then
    target=docs-deps
    find_for_docs
else
    find_for_build
fi
missing=${missing# }
if [ "$mode" = list ]; then
    # shellcheck disable=SC2086  # the list is meant to fall apart into words
    printf '%s\n' $missing
    exit 0
fi

stop() {
    echo "Warplab needs packages that are not installed here: $missing" >&2
    echo "$1" >&2
    exit 2
}

become_root() {
    if [ "$(id -u)" = 0 ]; then
        as_root=
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        as_root=sudo
    else
        return 1
    fi
}

install_missing() {
    echo "installing: $missing"
    # env, because sudo drops the variable.
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q
    # shellcheck disable=SC2086  # the list is meant to fall apart into words
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing
}

if [ -n "$missing" ]; then
    [ "$mode" = install ] || stop "Run \"make $target\" to install them."
    command -v apt-get >/dev/null || stop 'There is no apt-get here: install these, or what your system calls them, then run make again.'
    become_root || stop "Ask an administrator for: apt-get install $missing"
    install_missing
fi

if [ "$mode" = install ] && [ "$target" = install-deps ]; then
    missing=$(plugin_package)
    [ -n "$missing" ] || exit 0
    { command -v apt-get >/dev/null && become_root && install_missing; } ||
        echo "Without $missing, or what your system calls it, the engine's guard does not see every store (docs/security.md), and the rules of CUDA C are not checked."
fi
