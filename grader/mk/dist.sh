#!/bin/sh
# Makes the students' hand-out: dist.sh NAME WHAT LABS PATH...
# NAME is the tarball's, in build, and its folder's. WHAT is "commit", for what is committed, or "files", for what is
# there. LABS are the labs that go along, as one word; "" for all.
set -eu
name=$1 what=$2 labs=$3
shift 3
work=build/dist/$name
stop() {
    echo "dist: $1" >&2
    exit 2
}

for lab in $labs; do [ -e "labs/$lab/$lab.h" ] || stop "there is no $lab"; done
in_git() { git rev-parse --is-inside-work-tree >/dev/null 2>&1 && [ -e .git ]; }
if [ "$what" = commit ] && ! in_git; then
    echo "dist: this is no clone with commits, so the files go along as they are"
    what=files
fi
rm -rf build/dist
mkdir -p "$work"
case $what in
commit)
    changed=$(git status --porcelain -- "$@" docs/README.students.md)
    [ -z "$changed" ] || stop "not committed: commit it, or say WORK=include
$changed"
    git archive HEAD "$@" docs/README.students.md | tar -xf - -C "$work"
    date=$(git log -1 --format=%cI)
    ;;
files)
    if in_git; then
        git ls-files -z --cached --others --exclude-standard -- "$@" docs/README.students.md >build/dist/list
    else
        find "$@" docs/README.students.md \( -type f -o -type l \) -print0 >build/dist/list
    fi
    tar --null -T build/dist/list --ignore-failed-read -cf - | tar -xf - -C "$work"
    date=$(date -u +%Y-%m-%dT%H:%M:%SZ)
    ;;
*) stop "WORK is \"include\", or nothing" ;;
esac

rm -rf "$work"/grader/course/*/fixtures "$work"/grader/course/*/naive
if [ -n "$labs" ]; then
    for folder in "$work"/labs/*/; do
        lab=$(basename "$folder")
        case " $labs include " in *" $lab "*) ;; *) rm -rf "$folder" "$work/grader/course/$lab" ;; esac
    done
fi
mv "$work/docs/README.students.md" "$work/README.md"
mkdir -p "$work/.devcontainer" "$work/.github/workflows"
cp "$work/grader/class/classroom/devcontainer.json" "$work/.devcontainer/"
cp "$work/grader/class/classroom/classroom.yml" "$work/.github/workflows/"
cp -R "$work/labs/.vscode" "$work/"
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="$date" -C build/dist -czf "build/$name.tar.gz" "$name"
rm -rf build/dist
echo "build/$name.tar.gz"
