#!/bin/sh
# Makes the students' hand-out: dist.sh NAME WORK LABS IMAGE PATH...
# NAME is that of the tarball in build, and of its folder. WORK is "commit" (the last commit) or "include" (the files as
# they are). LABS are the labs to include, as one word; "" for all. IMAGE is the address of the image made by "make
# image"; "" if there is none: then there is no workflow that grades in it.
# $ADDRESS is the address from which git clones the hand-out, for its notebook.
set -eu
name=$1 work=$2 labs=$3 image=$4
shift 4
top=build/dist/$name
stop() {
    echo "dist: $1" >&2
    exit 2
}

for lab in $labs; do [ -e "labs/$lab/$lab.h" ] || stop "there is no $lab"; done
in_git() { git rev-parse --is-inside-work-tree >/dev/null 2>&1 && [ -e .git ]; }
if [ "$work" = commit ] && ! in_git; then
    echo "dist: this is no clone with commits, so the files go along as they are"
    work=include
fi
rm -rf build/dist
mkdir -p "$top"
case $work in
commit)
    changed=$(git status --porcelain -- "$@" docs/README.students.md)
    [ -z "$changed" ] || stop "not committed: commit it, or say WORK=include
$changed"
    git archive HEAD "$@" docs/README.students.md | tar -xf - -C "$top"
    date=$(git log -1 --format=%cI)
    ;;
include)
    if in_git; then
        git ls-files -z --cached --others --exclude-standard -- "$@" docs/README.students.md >build/dist/list
    else
        find "$@" docs/README.students.md \( -type f -o -type l \) -print0 >build/dist/list
    fi
    tar --null -T build/dist/list --ignore-failed-read -cf - | tar -xf - -C "$top"
    date=$(date -u +%Y-%m-%dT%H:%M:%SZ)
    ;;
*) stop "WORK is \"include\", or nothing" ;;
esac

rm -rf "$top"/grader/course/*/fixtures "$top"/grader/course/*/naive
if [ -n "$labs" ]; then
    for folder in "$top"/labs/*/; do
        lab=$(basename "$folder")
        case " $labs include " in *" $lab "*) ;; *) rm -rf "$folder" "$top/grader/course/$lab" ;; esac
    done
fi
# Measured results of the kit are not handed out; links to them become plain text.
find "$top" -name '*.md' | while read -r page; do
    grep -o '](\([^)#]*\)' "$page" | cut -c 3- | grep -v '^https\?:' | sort -u | while read -r target; do
        [ -z "$target" ] || [ -e "$(dirname "$page")/$target" ] ||
            sed -i "s|\[\([^]]*\)\]($(printf %s "$target" | sed 's/[.|]/\\&/g')[^)]*)|\1|g" "$page"
    done
done
sed "1s/\$/ ${name#warplab-}/" "$top/docs/README.students.md" >"$top/README.md"
rm "$top/docs/README.students.md"
mkdir -p "$top/.devcontainer"
cp "$top/grader/image/devcontainer.json" "$top/.devcontainer/"
if [ -n "$image" ]; then
    case $image in *[!A-Za-z0-9./:@_-]*) stop "no image is called $image" ;; esac
    mkdir -p "$top/.github/workflows"
    sed "s|@image@|$image|" "$top/grader/class/ci/grade.yml" >"$top/.github/workflows/grade.yml"
    sed -i '/"build": {/,/},/c\    "image": "'"$image"'",' "$top/.devcontainer/devcontainer.json"
fi
cp -R "$top/labs/.vscode" "$top/"
lab=lab3
[ -e "$top/labs/$lab" ] || lab=$(basename "$(find "$top"/labs -mindepth 1 -maxdepth 1 -name 'lab*' | sort -V | head -n 1)")
grader/mk/notebook.sh "$top" "$lab" "${ADDRESS:-}" >"$top/colab.ipynb"
tar --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime="$date" -C build/dist -czf "build/$name.tar.gz" "$name"
rm -rf build/dist
echo "build/$name.tar.gz"
