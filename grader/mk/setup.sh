#!/bin/sh
# Finds what the build needs and this machine lacks.
#   setup.sh check [slides|docs]     names the missing packages; exit 2 if there are any
#   setup.sh install [slides|docs]   installs them on Debian and Ubuntu, as root or through sudo without a question
# With "slides" it is what the lectures' decks need, with "docs" what the documentation does, which nothing else
# needs.
# What is looked for is the tool or library itself, so one installed by hand counts too.
set -eu

missing=
lacks() { missing="$missing $1"; }

find_for_slides() {
    command -v node >/dev/null || lacks nodejs
    command -v npm >/dev/null || lacks npm
    # Only for PDF, and for looking at the slides: not asked for, but brought along; and letters for Chinese decks.
    if [ "$1" = install ]; then
        command -v chromium >/dev/null || command -v google-chrome >/dev/null || lacks chromium
        fc-list :lang=zh-cn 2>/dev/null | grep -q . || lacks fonts-noto-cjk
    fi
}

find_for_docs() {
    command -v doxygen >/dev/null || lacks doxygen
    command -v dot >/dev/null || lacks graphviz
    [ -f /usr/share/doxygen-awesome-css/doxygen-awesome.css ] || lacks doxygen-awesome-css
    command -v xmllint >/dev/null || lacks libxml2-utils
    command -v man >/dev/null || lacks man-db
    command -v mandoc >/dev/null || lacks mandoc
    command -v codespell >/dev/null || lacks codespell
}

find_for_build() {
    command -v make >/dev/null || lacks make
    command -v bwrap >/dev/null || lacks bubblewrap
    command -v sqlite3 >/dev/null || lacks sqlite3
    command -v xmllint >/dev/null || lacks libxml2-utils
    command -v msgfmt >/dev/null || lacks gettext
    if command -v g++ >/dev/null; then
        # The compiler answers with a full path for a library that it finds, and the bare name otherwise.
        case $(g++ -print-file-name=libboost_context.so) in /*) ;; *) lacks libboost-context-dev ;; esac
    else
        lacks g++
        lacks libboost-context-dev
    fi
    if ! command -v pkg-config >/dev/null; then
        lacks pkg-config
    fi
    for pair in libdw:libdw-dev libelf:libelf-dev libcjson:libcjson-dev libseccomp:libseccomp-dev \
        capstone:libcapstone-dev sqlite3:libsqlite3-dev libmd:libmd-dev libarchive:libarchive-dev yaml-0.1:libyaml-dev check:check; do
        pkg-config --exists "${pair%%:*}" 2>/dev/null || lacks "${pair#*:}"
    done
}

# The compiler's headers for the plugin of simtcc (grader/confine/plugin) come in a package named after its version.
# Without them everything works, but the engine's guard does not see every store, and ./grade says so: brought
# along where that can be done, and not asked for.
plugin_package() {
    command -v g++ >/dev/null || return 0
    [ -f "$(g++ -print-file-name=plugin)/include/gcc-plugin.h" ] || echo "gcc-$(g++ -dumpversion | cut -d. -f1)-plugin-dev"
}

target=install-deps
if [ "${2:-}" = slides ]; then
    target=slides-deps
    find_for_slides "$1"
elif [ "${2:-}" = docs ]; then
    target=docs-deps
    find_for_docs
else
    find_for_build
fi
missing=${missing# }

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
    [ "${1:-check}" = install ] || stop "Run \"make $target\" to install them."
    command -v apt-get >/dev/null || stop 'There is no apt-get here: install these, or what your system calls them, then run make again.'
    become_root || stop "Ask an administrator for: apt-get install $missing"
    install_missing
fi

if [ "${1:-check}" = install ] && [ "$target" = install-deps ]; then
    missing=$(plugin_package)
    [ -n "$missing" ] || exit 0
    { command -v apt-get >/dev/null && become_root && install_missing; } ||
        echo "Without $missing, or what your system calls it, the engine's guard does not see every store (docs/security.md)."
fi
