#!/bin/sh
# Finds the requirements of the build that this machine lacks.
#   setup.sh check [slides|docs|tests]     names the missing packages; exit 2 if there are any
#   setup.sh install [slides|docs|tests]   installs them by the system's own package manager, as root or through sudo without a question
#   setup.sh list [slides|docs|tests]      names all packages that it asks for, one per line, by Debian's names, missing
# or not With "slides" it checks the requirements of the lectures' decks, with "docs" those of the documentation, with
# "tests" those of `make check` beyond the build.
# It checks for the tool or library itself, so one installed by hand counts too.
# The system is read from /etc/os-release (or the file that OS_RELEASE names). The names for Debian and Ubuntu were tried;
# those for Fedora, Arch and openSUSE were not.
set -eu

mode=${1:-check}
missing=
lacks() { missing="$missing $1"; }
# Whether a command that checks for something succeeds: for "list" nothing does.
finds() { [ "$mode" != list ] && "$@" >/dev/null 2>&1; }

find_for_slides() {
    finds command -v node || lacks nodejs
    finds command -v npm || lacks npm
    # Optional, but installed as well: Chromium, for PDF and for the check of the slides; and fonts for Chinese decks.
    if [ "$mode" = install ]; then
        command -v chromium >/dev/null || command -v google-chrome >/dev/null || lacks chromium
        fc-list :lang=zh-cn 2>/dev/null | grep -q . || lacks fonts-noto-cjk
    fi
}

find_for_tests() {
    finds command -v doxygen || lacks doxygen
    # Optional, but installed as well: CUDA's C++ headers, which third-party programs include, if no Toolkit has them.
    if [ "$mode" = install ] && [ "$(package_manager)" = apt-get ] && [ ! -d /usr/local/cuda/include/cccl ]; then
        [ -f /usr/include/cuda/std/array ] || lacks libcu++-dev
        [ -f /usr/include/cub/config.cuh ] || lacks libcub-dev
    fi
}

find_for_docs() {
    find_for_tests
    finds test -f /usr/share/doxygen-awesome-css/doxygen-awesome.css || lacks doxygen-awesome-css
    finds command -v xmllint || lacks libxml2-utils
    finds command -v man || lacks man-db
    finds command -v mandoc || lacks mandoc
    finds command -v codespell || lacks codespell
}

# The compiler of submissions: g++, or a newer one beside it.
compiler() { "${0%/*}/compiler.sh"; }
# It prints a full path for a library that it finds, and the bare name otherwise.
has_boost() { case $($(compiler) -print-file-name=libboost_context.so) in /*) ;; *) return 1 ;; esac; }

find_for_build() {
    finds command -v make || lacks make
    finds command -v bwrap || lacks bubblewrap
    finds command -v sqlite3 || lacks sqlite3
    finds command -v xmllint || lacks libxml2-utils
    finds command -v msgfmt || lacks gettext
    finds command -v "$(compiler)" || lacks g++
    # Optional, but installed as well (see below).
    [ "$mode" != list ] || [ "$(compiler)" = g++ ] || lacks "$(compiler)"
    finds has_boost || lacks libboost-context-dev
    finds command -v pkg-config || lacks pkg-config
    for pair in libdw:libdw-dev libelf:libelf-dev libcjson:libcjson-dev libseccomp:libseccomp-dev \
        capstone:libcapstone-dev sqlite3:libsqlite3-dev libmd:libmd-dev libarchive:libarchive-dev yaml-0.1:libyaml-dev check:check; do
        finds pkg-config --exists "${pair%%:*}" || lacks "${pair#*:}"
    done
}

# The name of this system's package manager, or nothing if it is unknown.
package_manager() {
    for system in $(release ID) $(release ID_LIKE); do
        case $system in
        debian | ubuntu) echo apt-get && return ;;
        fedora) echo dnf && return ;;
        arch) echo pacman && return ;;
        suse | opensuse*) echo zypper && return ;;
        esac
    done
}
release() { sed -n "s/^$1=//p" "${OS_RELEASE:-/etc/os-release}" 2>/dev/null | sed "s/[\"']//g"; }

# The names in dnf, pacman and zypper of each package, by Debian's name. RPM packages declare their libraries by
# pkg-config's name, so that their own names need not be known.
names='
make                 make                  make        make
bubblewrap           bubblewrap            bubblewrap  bubblewrap
sqlite3              sqlite                sqlite      sqlite3
libxml2-utils        libxml2               libxml2     libxml2-tools
gettext              gettext               gettext     gettext-tools
g++                  gcc-c++               gcc         gcc-c++
libboost-context-dev boost-devel           boost       libboost_context-devel
pkg-config           pkgconf-pkg-config    pkgconf     pkgconf-pkg-config
libdw-dev            pkgconfig(libdw)      libelf      pkgconfig(libdw)
libelf-dev           pkgconfig(libelf)     libelf      pkgconfig(libelf)
libcjson-dev         pkgconfig(libcjson)   cjson       pkgconfig(libcjson)
libseccomp-dev       pkgconfig(libseccomp) libseccomp  pkgconfig(libseccomp)
libcapstone-dev      pkgconfig(capstone)   capstone    pkgconfig(capstone)
libsqlite3-dev       pkgconfig(sqlite3)    sqlite      pkgconfig(sqlite3)
libmd-dev            pkgconfig(libmd)      libmd       pkgconfig(libmd)
libarchive-dev       pkgconfig(libarchive) libarchive  pkgconfig(libarchive)
libyaml-dev          pkgconfig(yaml-0.1)   libyaml     pkgconfig(yaml-0.1)
check                pkgconfig(check)      check       pkgconfig(check)
doxygen              doxygen               doxygen     doxygen
'

# Converts packages by Debian's names to those of $manager, each once; those without a name there go into $nameless.
translate() {
    translated='' nameless=''
    for package in "$@"; do
        name=
        while read -r debian fedora arch suse; do
            [ "$debian" = "$package" ] || continue
            case $manager in dnf) name=$fedora ;; pacman) name=$arch ;; zypper) name=$suse ;; esac
        done <<NAMES
$names
NAMES
        case $manager in apt-get | '') name=$package ;; esac
        [ -n "$name" ] || nameless="$nameless $package"
        case " $translated " in *" ${name:-$package} "*) ;; *) translated="$translated ${name:-$package}" ;; esac
    done
    translated=${translated# } nameless=${nameless# }
}

# The plugins of simtcc (grader/mk/programs.mk) need g++ 12 or newer, and its plugin headers, which come in a package of
# their own, on some systems named after its version, on Arch with the compiler. Without them everything works, but the
# engine's guard does not see every store, the rules of CUDA C are not checked, and points for speed stay open, as
# ./grade reports: installed if possible, but not required.
version() { $(compiler) -dumpversion | cut -d. -f1; }
is_old() { [ "$(version)" -lt 12 ]; }
plugin_is_missing() {
    finds command -v "$(compiler)" && { is_old || [ ! -f "$($(compiler) -print-file-name=plugin)/include/gcc-plugin.h" ]; }
}
# Each line is tried if the previous one cannot be installed.
plugin_packages() {
    case $manager in
    apt-get) ! is_old || echo "g++-12 gcc-12-plugin-dev"; echo "gcc-$(version)-plugin-dev" ;;
    dnf) echo gcc-plugin-devel ;;
    zypper) echo "gcc$(version)-devel" ;;
    esac
}

target=install-deps
case ${2:-} in
slides) target=slides-deps && find_for_slides ;;
docs) target=docs-deps && find_for_docs ;;
tests) target=check && find_for_tests ;;
*) find_for_build ;;
esac
missing=${missing# }
if [ "$mode" = list ]; then
    # shellcheck disable=SC2086  # the list is meant to be split into words
    printf '%s\n' $missing
    exit 0
fi
# Used by the script itself, once more after an installation.
if [ "$mode" = list-missing ]; then
    echo "$missing"
    exit 0
fi

stop() {
    echo "Warplab needs packages that are not installed here: $translated" >&2
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

# The install command of $manager.
install_command() {
    case $manager in
    apt-get) echo 'apt-get install -q -y --no-install-recommends' ;;
    dnf) echo 'dnf install -y --setopt=install_weak_deps=False' ;;
    pacman) echo 'pacman -S --needed --noconfirm' ;;
    zypper) echo 'zypper --non-interactive install --no-recommends' ;;
    esac
}

install_packages() {
    echo "installing: $*"
    # env, because sudo drops the variable.
    [ "$manager" != apt-get ] || $as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q || return
    # shellcheck disable=SC2046  # the command is meant to be split into words
    $as_root env DEBIAN_FRONTEND=noninteractive $(install_command) "$@"
}

# Checked before anything is installed: packages are useless if the engine cannot read the compiler's code.
processors=' x86_64 aarch64 '
processor=$(uname -m 2>/dev/null || true)
case $processors in
*" ${processor:-x86_64} "*) ;;
*)
    echo "Warplab runs on these processors:${processors}and this machine has $processor." >&2
    echo "Nothing was installed. Use another machine, a virtual one included; docs/on-your-machine.md says how." >&2
    exit 2
    ;;
esac

manager=$(package_manager)
# shellcheck disable=SC2086  # the list is meant to be split into words
translate $missing
if [ -n "$missing" ]; then
    system=$(release ID)
    [ -n "$manager" ] || stop "Install by hand what your system (${system:-unknown}) calls these, then run make again."
    [ "$mode" = install ] || stop "Run \"make $target\" to install them."
    [ -z "$nameless" ] || stop "No names for $manager are known of: $nameless. Install what your system calls them."
    command -v "$manager" >/dev/null || stop "There is no $manager here. What is looked for, by Debian's names: $missing"
    # shellcheck disable=SC2086
    become_root || stop "Ask an administrator for: $(install_command)$(printf " '%s'" $translated)"
    # shellcheck disable=SC2086
    install_packages $translated || stop "$manager did not install them. Bring the system up to date, or install them by hand."
    # A package may be installed and still lack the tool, if its name means something else.
    left=$("$0" list-missing ${2:+"$2"})
    [ -z "$left" ] || stop "$manager was asked for them. By Debian's names, still not found after that: $left"
fi

if [ "$mode" = install ] && [ "$target" = install-deps ] && plugin_is_missing; then
    packages=$(plugin_packages | sed q)
    if command -v "$manager" >/dev/null && become_root; then
        # shellcheck disable=SC2086  # the list is meant to be split into words
        plugin_packages | while read -r line; do ! install_packages $line </dev/null || break; done
    fi
    if plugin_is_missing; then
        echo "Without g++ 12 or newer and its headers for plugins${packages:+ ($packages)} the engine's guard does not see every store (docs/security.md), the rules of CUDA C are not checked, and points for speed stay open. To settle that, install them and run make again."
        # On that processor the engine reads the compiler's code instead.
        [ "${processor:-x86_64}" = x86_64 ] || { echo "On this processor nothing can be compiled without them: install them, then run make again." >&2; exit 2; }
    fi
fi
