#!/bin/sh
# Checks the documentation that was built: check-docs.sh SITES MANUALS
#   - every link of both sites, within a page and between pages, has a target (read by xmllint; no network)
#   - the students' site contains nothing of solutions, specs or tests: no file, no line of code, no hint
#   - the page of warplab.h has all that a lab may use
#   - the man pages please man and mandoc
#   - the report on the first page is what ./grade prints
# Ends with one line, and with 1 if something was found.
set -eu

sites=$1 share=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
found=$work/found
: >"$found"

# FILE TAB WHAT TAB VALUE: the links of a page (href, src), and the targets in it (id, name).
attributes() {
    cd "$1"
    find . -name '*.html' | sort | while read -r page; do
        xmllint --html --nowarning --xpath '//a/@href | //img/@src | //object/@data | //@id | //a/@name' "$page" 2>/dev/null |
            sed -n "s|^ *\([a-z]*\)=\"\(.*\)\"\$|${page#./}\t\1\t\2|p"
    done
    find . -type f | sed 's|^\./\(.*\)$|\1\tfile\t|'
}

# Links without a target. A page that JavaScript fills (the search) has no ids of its own.
check_links() {
    attributes "$1" | awk -F '\t' -v site="$1" '
        $2 == "file" { there[$1] = 1; next }
        $2 == "id" || $2 == "name" { anchor[$1 "#" $3] = 1; next }
        { link[++n] = $1 "\t" $3 }
        END {
            for (i = 1; i <= n; i++) {
                split(link[i], part, "\t")
                target = part[2]
                if (target == "" || target == "#" || target ~ /^(https?|mailto|javascript|data):/) continue
                hash = index(target, "#")
                name = hash ? substr(target, 1, hash - 1) : target
                if (name == "") name = part[1]
                if (!(name in there)) print site "/" part[1] ": leads nowhere: " target
                else if (hash && name ~ /\.html$/ && !(name substr(target, hash) in anchor))
                    print site "/" part[1] ": there is no such place: " target
            }
            print n > "/dev/stderr"
        }' 2>>"$work/links" | sort -u >>"$found"
}

# A page's text, without its markup.
text_of() { find "$1" -name '*.html' -o -name '*.txt' | xargs sed 's/<[^>]*>//g; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g; s/&quot;/"/g; s/&#39;/'"'"'/g'; }

check_students() {
    find "$1" -type f | grep -E '/(solutions|course|tests)/' | sed 's/$/: is not for students/' >>"$found" || :
    text_of "$1" >"$work/text"
    for lab in labs/lab? labs/lab??; do
        lab=${lab#labs/}
        # Lines that only the solution has, long enough to be unique.
        awk 'FILENAME != last { last = FILENAME; files++ }
            files == 1 { given = given $0 "\n"; next }
            { sub(/^ */, "") }
            length($0) >= 45 && !index(given, $0)' "$work/given" "solutions/$lab/$lab.cu" >"$work/own"
        for hint in 1 2 3; do
            ./grade "$lab" --hint $hint 2>/dev/null | grep -oE '.{45}' | head -n 1 >>"$work/own" || :
        done
        grep -F -o -f "$work/own" "$work/text" | sort -u | sed "s|^|$1: of $lab's solution or hints: |" >>"$found" || :
    done
}

# The page of the lab API is complete, and shows none of its implementation.
check_api() {
    page=$1/warplab_8h.html
    for name in $(sed -n 's/^ \* @brief The few helpers a lab may use: \(.*\)\. Read.*/\1/p' labs/include/warplab.h | tr -d ',()'); do
        grep -q "class=\"memname\">.*$name\b" "$page" || echo "$page: has no $name"
    done >>"$found"
    grep -oE 'wl_cuda_[a-z]+' "$page" | sort -u | sed "s|^|$page: is private: |" >>"$found" || :
}

check_manuals() {
    for page in "$1"/man/man1/*.1; do
        LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null | sed "s|^|$page: man: |" >>"$found"
        mandoc -T lint "$page" >>"$found" || :
    done
}

# The reports that the first page shows, in both languages, are what ./grade prints, except for the time.
check_samples() {
    for page in README.md docs/README.zh.md; do
        case $page in *.zh.md) language=zh_CN.UTF-8 ;; *) language=C.UTF-8 ;; esac
        env -u LANGUAGE LC_ALL=$language ./grade lab3 --submission grader/course/lab3/fixtures/missing_barrier_last_warp_unrolled \
            --seed 2026 --backend cpu | sed -E 's/ +[0-9.]+ (s|秒)$//' >"$work/report" || :
        sed -nE '/^```text$/,/^```$/ { /^(```.*| *\.\.\.|)$/d; s/ +[0-9.]+ (s|秒)$//; p }' "$page" |
            grep -vxF -f "$work/report" | sed "s|^|$page: ./grade does not print: |" >>"$found" || :
    done
}

cat labs/*/*.cu labs/*/*.h labs/include/*.h docs/*.md labs/*/*.md >"$work/given"
check_links "$sites/all/html"
check_links "$sites/students/html"
check_students "$sites/students/html"
check_api "$sites/students/html"
check_manuals "$share"
check_samples

# Every guide is linked from one of the entry pages.
for guide in $(find docs -name '*.md' | grep -vE '^docs/(site/|README)'); do
    grep -qF "(../${guide#docs/}" docs/site/*.md || echo "$guide: no page of docs/site leads to it"
done >>"$found"

cat "$found"
echo "$(paste -sd+ "$work/links" | sed 's/+/ + /') links: $(wc -l <"$found") faults"
[ ! -s "$found" ]
