#!/bin/sh
# The documentation.
#   docs.sh FOLDER    makes two sites:
#     FOLDER/all        everything, for instructors, lab authors and maintainers
#     FOLDER/students   only handouts, the labs' headers and the engine's guide
#   docs.sh --check   makes no site, and fails if the one of everything would have a warning
# Doxygen's warnings are errors. Needs ./grade and simtcc, whose --help becomes a page.
set -eu

out=$1 check=
[ "$1" != --check ] || check=yes out=build/docs/check

fail() {
    echo "make docs: $1" >&2
    exit 2
}

[ -d docs/site ] || fail "the documentation is not part of this hand-out"

# The project's own files below the PATHs; in an unpacked archive, all files there.
files_of() {
    if git ls-files --error-unmatch docs/site/Doxyfile.students >/dev/null 2>&1; then
        git ls-files "$@"
    else
        find "$@" -type f | LC_ALL=C sort
    fi
}

commands_page() {
    echo "# The commands and their options"
    for command in "" batch status show export policy; do
        printf '\n## grade%s\n\n```\n' "${command:+ $command}"
        ./grade $command --help
        echo '```'
    done
    printf '\n## simtcc\n\n```\n'
    build/bin/simtcc --help
    echo '```'
}

# Doxygen's own header, with the theme's switch for dark mode and its buttons to copy code.
header() {
    doxygen -w html "$out/header.html" "$out/footer.html" "$out/doxygen.css" "$1" 2>/dev/null
    sed -i 's|</head>|<script type="text/javascript" src="$relpath^doxygen-awesome-darkmode-toggle.js"></script>\
<script type="text/javascript" src="$relpath^doxygen-awesome-fragment-copy-button.js"></script>\
<script type="text/javascript">DoxygenAwesomeDarkModeToggle.init(); DoxygenAwesomeFragmentCopyButton.init()</script>\
<meta name="viewport" content="width=device-width, initial-scale=1"/>\
</head>|' "$out/header.html"
}

# Link targets of a site that are no pages: submissions to write and read, pictures, figures. Never files in
# grader/tests, where some are traps.
copy_files() {
    mkdir -p "$site/html/files"
    files_of "$@" | grep -E '\.(cu|h|svg|png|csv|txt|jsonl|xz|gz)$' |
        tar -cf - -T - --transform 's/\.\(cu\|h\|csv\|txt\|jsonl\)$/&.txt/' | tar -xf - -C "$site/html/files"
}

# handouts FILE: those of the labs that have one, lab2 before lab10 and challenges last
handouts() {
    for file in labs/lab?/"$1" labs/lab??/"$1" labs/challenge-*/"$1"; do
        [ ! -f "$file" ] || echo "$file"
    done
}

# list FILE FOLDER HANDOUT: a line for each lab, "- [title](/FOLDER/LAB/FILE)", with the title of its HANDOUT. NAME in FILE is the lab.
list() {
    handouts "$3" | xargs awk -v file="$1" -v folder="$2" 'FNR == 1 {
        split(FILENAME, part, "/")
        path = folder "/" part[2] "/" file
        sub(/NAME/, part[2], path)
        if ((getline line < path) >= 0) print "- [" substr($0, 3) "](/" path ")"
        close(path)
    }'
}

# Settings with which Doxygen reads all documents and headers as fast as possible.
read_only='GENERATE_HTML = NO
GENERATE_XML = YES
XML_PROGRAMLISTING = NO'

# site NAME DOXYFILE PATH...: the pages and headers in the PATHs; to check, their XML alone
site() {
    site=$out/$1 configuration=$2
    shift 2
    rm -rf "$site"
    mkdir -p "$site"
    { files_of "$@" | grep -E '\.(md|h)$' | grep -v '^grader/tests'; echo "$out/commands.md"; } >"$site/pages"
    if [ -z "$check" ]; then
        header "$configuration"
        copy_files $(for path in "$@"; do case $path in grader*) ;; *) echo "$path" ;; esac; done)
    fi
    {
        # The handouts first, in the order of the labs.
        sed "s|^\(INPUT *=\)|\1 $(handouts README.md | tr '\n' ' ') $(handouts README.zh.md | tr '\n' ' ')|" "$configuration"
        echo "INPUT += $out/commands.md"
        echo "OUTPUT_DIRECTORY = $site"
        echo "${check:+$read_only}"
        [ "$check" ] || echo "HTML_HEADER = $out/header.html"
    } | DOCS_PAGES=$site/pages doxygen - || fail "the documentation has warnings"
    rm "$site/pages"
    [ "$check" ] || echo "$site/html/index.html"
}

mkdir -p "$out"
export DOCS_COMMANDS="$out/commands.md"
DOCS_LABS=$(list README.md labs README.md)
DOCS_LABS_ZH=$(list README.zh.md labs README.zh.md)
DOCS_SOLUTIONS=$(list NAME.cu solutions README.md)
export DOCS_LABS DOCS_LABS_ZH DOCS_SOLUTIONS
commands_page >"$out/commands.md"
[ "$check" ] || site students docs/site/Doxyfile.students docs/site/students.md docs/site/zh.md docs/using-simtcc.md docs/faq.md docs/faq.zh.md docs/on-your-machine.md docs/on-your-machine.zh.md docs/img labs
site all docs/Doxyfile README.md docs labs solutions grader
[ -z "$check" ] || rm -rf "$out"
