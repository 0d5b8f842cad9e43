#!/bin/sh
# Tries the students' hand-out as a student would: dist-check.sh TARBALL
# It must contain nothing of the solutions or tests, and must build and grade in a folder of its own, and in the way
# that a push is graded.
set -eu

tarball=$1
top=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
fail() {
    echo "check-dist: $1" >&2
    exit 1
}

others=$(tar -tvzf "$tarball" | grep -vE '^([d-]rwxr-xr-x|-rw-r--r--)') && fail "others cannot read, or can write: $others"
# The builder's umask may hide files from other users.
umask 077
tar -xzf "$tarball" --no-same-permissions -C "$work"
cd "$work"/*
lab=$(basename "$(dirname "$(find labs -name 'lab[0-9]*.h' | sort -V | head -n 1)")")
[ -e "labs/$lab/$lab.cu" ] || fail "there is no lab in it"

# None of their folders, and no file with their contents under another name.
for folder in solutions grader/tests grader/course/$lab/fixtures slides; do
    [ ! -e "$folder" ] || fail "$folder is in it"
done
kit=$(pwd)
leaked=$(cd "$top" && grader/mk/leaks.sh "$kit") || fail "in it, under some name: $leaked"

extra=$(find . -path './docs/results*' -o -name '*.tar.*' -o -name '*.csv*')
[ -z "$extra" ] || fail "recorded results or archives are in it: $extra"

# Its links have targets.
find . -name '*.md' -not -path './build/*' | while read -r page; do
    grep -o '](\([^)#]*\)' "$page" | cut -c 3- | grep -v '^https\?:' | while read -r target; do
        [ -z "$target" ] || [ -e "$(dirname "$page")/$target" ] || echo "$page: no $target"
    done
done >"$work/links"
[ ! -s "$work/links" ] || fail "$(cat "$work/links")"
[ "$(sqlite3 :memory: "SELECT json_valid(CAST(readfile('.devcontainer/devcontainer.json') AS TEXT))")" = 1 ] ||
    fail "devcontainer.json is no JSON"
# Either folder may be opened in an editor, the file's own or the top one.
for folder in . labs; do
    [ -r "$folder/.vscode/tasks.json" ] || fail "no tasks for editors in $folder"
done
[ -r labs/compile_flags.txt ] || fail "no flags for clangd"

# The notebook, cell by cell, as Colab runs it: in a clone, which is the current folder from here on.
git init -q
git add --all --force
git -c user.name=x -c user.email=x@example.org commit -q -m hand-out
cells() { sqlite3 :memory: "SELECT $1 FROM json_each(CAST(readfile('$kit/colab.ipynb') AS TEXT), '\$.cells')
    WHERE json_extract(value, '\$.cell_type') = 'code' $2"; }
mkdir "$work/colab"
cd "$work/colab"
for key in $(cells key ''); do
    cells "json_extract(value, '\$.source')" "AND key = $key" >"$work/cell"
    file=$(sed -n '1s/^%%writefile //p' "$work/cell")
    if [ -n "$file" ]; then
        tail -n +2 "$work/cell" >"$file"
        continue
    fi
    grep -vE '^(!|%cd |ADDRESS = )' "$work/cell" && fail "in a cell, no command"
    sed "s|^ADDRESS = \"\"|ADDRESS=$kit|; s/^!//; s/^%//" "$work/cell" >"$work/cell.sh"
    set +e # a command that fails does not end a cell
    . "$work/cell.sh" >"$work/cell.out"
    code=$?
    set -e
    cat "$work/cell.out"
done
[ "$code" = 1 ] && grep -q '^Score: ' "$work/cell.out" || fail "the notebook's last cell printed no score"
kit=$(pwd)
code=0
./grade $lab --backend cpu --json "$work/report.json" || code=$?
[ "$code" = 1 ] || fail "grading the starter ended with $code, not 1"
make demo >"$work/demo" || fail "make demo"
grep -q '^Score: ' "$work/demo" || fail "make demo printed no report"
! make check 2>"$work/check" || fail "make check passed without tests"
grep -q 'not part of' "$work/check" || fail "make check did not say why it cannot"

# The workflow that grades a push: the labs that differ from their starters, and the result file, by the rules of its
# collector (foundation50/classroom50, cli/gh-teacher/skeleton/dotgithub/scripts/collect_scores.py, validate_result).
mkdir -p "$work/push"
cp -R labs "$work/push"
cd "$work/push"
"$kit/grader/class/ci/grade-push.sh" | grep -q 'no lab has been begun' || fail "untouched labs are graded"
ask() { sqlite3 :memory: "SELECT $1 FROM (SELECT CAST(readfile('result.json') AS TEXT) AS r)"; }
[ "$(ask "json_extract(r, '\$.max-score')" 2>/dev/null)" = 0 ] || fail "untouched labs have points"
echo '// begun' >>labs/$lab/$lab.cu
echo '{"score":100}' >result.json
code=0
"$kit/grader/class/ci/grade-push.sh" >/dev/null || code=$?
[ "$code" = 1 ] || fail "grading a lab that has been begun ended with $code, not 1"
code=0
CLASSROOM="cs'1" ASSIGNMENT=$lab OWNER=ada SUBMISSION_TAG=submit/2026-11-20T12-00-00Z-abc COMMIT_URL=c RELEASE_URL=r \
    "$kit/grader/class/ci/grade-push.sh" >/dev/null || code=$?
[ "$code" = 0 ] || fail "less than full marks ended with $code for Classroom 50"
"$kit/grader/mk/classroom50-rules.sh" result.json "cs'1" $lab ada || fail "result.json breaks a rule"
score=$(ask "json_extract(r, '\$.score')")
[ "$score" = "$(sqlite3 :memory: "SELECT json_extract(CAST(readfile('$work/report.json') AS TEXT), '\$.score')")" ] ||
    fail "result.json has $score points, the report another number"
cd "$kit"
echo "check-dist: passed, $(tar -tzf "$top/$tarball" | grep -cv '/$') files, $(stat -c %s "$top/$tarball") bytes"
