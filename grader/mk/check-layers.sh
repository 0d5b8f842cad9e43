#!/bin/sh
# Checks that includes go downward only, between the folders that layers.txt lists from the top down.
#   check-layers.sh            names each include that goes up, or sideways, with file, line and both folders
#   check-layers.sh --graph    prints the folders with those that each includes from, for docs/maintainers.md
#   check-layers.sh --write F  puts that graph into F, between the lines <!-- layers --> and <!-- /layers -->
#   check-layers.sh --try      puts an include that goes up into a copy, and fails unless it is named
#   check-layers.sh --shown F  fails unless F shows the graph as it is
# A folder that includes only from below cannot be part of a cycle. System headers are ignored.
set -eu

cd "$(dirname "$0")/../.."
layers=${LAYERS:-grader/mk/layers.txt}

# The sources of the kit itself: neither submissions, nor programs for the engine that tests run.
sources() {
    find grader -type f \( -name '*.[ch]' -o -name '*.cc' -o -name '*.cu' \) -not -path '*/fixtures/*' -not -path '*/naive/*' \
        -not -path 'grader/tests/*/*' -not -path 'grader/simt/profiles/*' -not -path 'grader/template/*' | sort
}

# shellcheck disable=SC2046  # no file of the kit has a blank in its name
graph() {
    sources | xargs awk -v layers="$layers" -v mode="$1" '
    function folder(path) { sub(/\/[^\/]*$/, "", path); sub(/^grader\//, "", path); return path }
    # The position of a folder in layers.txt; a pattern of the form NAME/* covers folders not listed elsewhere.
    function level(dir,    parent) {
        if (dir in at) return at[dir]
        parent = dir; sub(/\/[^\/]*$/, "/*", parent)
        if (parent in at) return at[parent]
        if (!(dir in unknown)) { unknown[dir] = 1; print FILENAME ": " dir " is not in " layers; bad = 1 }
        return 0
    }
    # The folder of an included file: beside the file, or below one of the roots of the build.
    function target(dir, name,    i, path) {
        for (i = 1; i <= 4; i++) {
            path = (i == 1 ? "grader/" dir "/" : i == 2 ? "grader/" : i == 3 ? "grader/simt/" : "grader/simt/include/") name
            if (path in known) return folder(path)
        }
        return ""
    }
    BEGIN {
        while ((getline line < layers) > 0) {
            if (line ~ /^#/ || line == "") continue
            depth++
            count = split(line, names, " ")
            for (i = 1; i <= count; i++) { at[names[i]] = depth; order[++total] = names[i]; same[names[i]] = depth }
        }
        for (i = 1; i < ARGC; i++) known[ARGV[i]] = 1
    }
    FNR == 1 { here = folder(FILENAME); mine = level(here) }
    /^[ \t]*#[ \t]*include[ \t]+"/ {
        split($0, part, "\"")
        there = target(here, part[2])
        if (there == "" || there == here) next
        theirs = level(there)
        if (mine && theirs && theirs <= mine) {
            if (mode == "check")
                print FILENAME ":" FNR ": " here " includes from " there ", which is " \
                    (theirs < mine ? "above it" : "beside it")
            bad = 1
        }
        group = here; if (group ~ /^course\/(lab|challenge)/) group = "course/*"
        arrow[group, there] = 1
    }
    END {
        if (mode == "graph")
            for (i = 1; i <= total; i++) {
                uses = ""
                for (k = 1; k <= total; k++)
                    if ((order[i], order[k]) in arrow) uses = uses (uses == "" ? "" : ", ") "`" order[k] "`"
                print "| `" order[i] "` | " uses " |"
            }
        exit mode == "check" && bad
    }'
}

case ${1:-} in
--graph)
    echo "| folder | includes from |"
    echo "| --- | --- |"
    graph graph
    ;;
--write)
    "$0" --graph >"$2.graph"
    awk -v graph="$2.graph" '/<!-- layers -->/ { print; while ((getline line < graph) > 0) print line; skip = 1 }
        /<!-- \/layers -->/ { skip = 0 } !skip && !/<!-- layers -->/ { print }' "$2" >"$2.new"
    rm "$2.graph"
    mv "$2.new" "$2"
    ;;
--try)
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    mkdir "$work/grader"
    cp -RP grader/mk grader/base grader/simt "$work/grader/"
    echo '#include "engine/exec/machine.h"' >"$work/grader/simt/engine/memory/upward.h"
    echo '#include "simt/abi.h"' >"$work/grader/base/upward.h"
    "$work/grader/mk/check-layers.sh" >"$work/found" && exit 1
    grep -qx 'grader/simt/engine/memory/upward.h:1: simt/engine/memory includes from simt/engine/exec, which is above it' "$work/found" &&
        grep -qx 'grader/base/upward.h:1: base includes from simt/include/simt, which is above it' "$work/found" &&
        [ "$(wc -l <"$work/found")" = 2 ]
    ;;
--shown)
    "$0" --graph >"${TMPDIR:-/tmp}/layers.$$"
    sed -n '/<!-- layers -->/,/<!-- .layers -->/p' "$2" | sed '1d;$d' | cmp -s - "${TMPDIR:-/tmp}/layers.$$" && shown=0 || shown=1
    rm "${TMPDIR:-/tmp}/layers.$$"
    [ $shown = 0 ] || echo "$2 does not show the layers as they are: $0 --write $2"
    exit $shown
    ;;
*) graph check ;;
esac
