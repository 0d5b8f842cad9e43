#!/bin/sh
# Makes a folder of links to the programs of a bare Debian with git, make and the packages of setup.sh, and prints the
# PATH on which test suites find these programs and no others:
#   bare-path.sh FOLDER
# A developer has more installed, and a test that needs one of those would pass here and fail for other users. If
# $NVCC names a CUDA compiler, it is found too, with its GPUs. If dpkg does not know all the packages, the plain PATH
# is printed.
set -eu

folder=$1
setup=$(dirname "$0")/setup.sh

plain() {
    echo "bare-path: $1: the tests find every program of this machine" >&2
    echo "$PATH"
    exit 0
}
command -v dpkg-query >/dev/null || plain "there is no dpkg"

# The names of the packages that belong to it, or a line "missing NAME". Of alternatives ("a | b", or several that
# provide a name) the first installed one is taken, as apt does; packages that Debian always has come first.
packages() {
    dpkg-query -W -f '${db:Status-Status}\t${Package}\t${Essential}\t${Priority}\t${Pre-Depends}, ${Depends}\t${Provides}\n' |
        awk -F '\t' -v named="git make $("$setup" list | tr '\n' ' ')" '
        function bare(text) { gsub(/\([^)]*\)|\[[^]]*\]|:[a-z0-9]+| /, "", text); return text }
        function take(package) { if (!(package in taken)) { taken[package] = 1; queue[++last] = package } }
        # Whether one of the names is installed; takes the first that is.
        function take_installed(names, n, name, i) {
            n = split(names, name, "|")
            for (i = 1; i <= n; i++) if (name[i] in needs) { take(name[i]); return 1 }
            return 0
        }
        function take_provider(names, n, name, i, m, package, j) {
            n = split(names, name, "|")
            for (i = 1; i <= n; i++) {
                m = split(providers[name[i]], package, " ")
                for (j = 1; j <= m; j++) if (package[j] in taken) return
                if (m > 0) { take(package[1]); return }
            }
        }
        $1 == "installed" {
            needs[$2] = bare($5)
            if ($3 == "yes" || $4 == "required") take($2)
            n = split(bare($6), name, ",")
            for (i = 1; i <= n; i++) providers[name[i]] = providers[name[i]] " " $2
        }
        END {
            n = split(named, name, " ")
            for (i = 1; i <= n; i++) if (name[i] in needs) take(name[i]); else print "missing " name[i]
            for (first = 1; first <= last; first++) {
                n = split(needs[queue[first]], group, ",")
                for (i = 1; i <= n; i++) if (!take_installed(group[i])) open[++opened] = group[i]
                # Virtual names wait until all real packages have been taken.
                if (first == last) while (opened > 0) take_provider(open[opened--])
            }
            for (package in taken) print package
        }'
}

found=$(packages)
missing=$(echo "$found" | sed -n 's/^missing //p' | tr '\n' ' ')
[ -z "$missing" ] || plain "dpkg does not know of ${missing% }"

rm -rf "$folder"
mkdir -p "$folder"
chmod 755 "$folder"
folder=$(cd "$folder" && pwd)
# shellcheck disable=SC2086  # the list is meant to be split into words
dpkg-query -L $found | grep -E '^(/usr)?/s?bin/[^/]+$' | sort -u >"$folder/.programs"
# A name that several packages may have, such as awk, is in none of them: it is a link through /etc/alternatives. All
# candidates are tried, because the one chosen here may be from another package; other names have no list of them.
{
    (cd /var/lib/dpkg/alternatives && awk '{ print FILENAME "\t" $0 }' ./*)
    find /etc/alternatives -type l -printf './%f\t%l\n'
} | awk -F '\t' 'NR == FNR { own[$1] = 1; next } $2 in own && !seen[$1]++' "$folder/.programs" - |
    while read -r name target; do ln -sf "$target" "$folder/$name"; done
xargs ln -sf -t "$folder" <"$folder/.programs"
rm "$folder/.programs"

# The driver's tool that lists GPUs belongs to the compiler. nvcc looks for its parts beside the name by which it is
# called, so a link to it would not work, unless Debian has it.
if [ -n "${NVCC:-}" ]; then
    gpus=$(command -v nvidia-smi) && ln -sf "$gpus" "$folder"
    case $NVCC in
    /usr/bin/* | /bin/*) ln -sf "$NVCC" "$folder" ;;
    *) folder=$folder:$(dirname "$NVCC") ;;
    esac
fi
echo "$folder"
