#!/bin/sh
# Warns of wordings that read oddly in documents, messages and comments: check-prose.sh
# Each match is a line, FILE:LINE: TEXT. prose-allowed.txt, beside this file, has the expressions of true uses. Ends with 0 always.
set -u

found=$(mktemp) || exit 0
trap 'rm -f "$found"' EXIT
words="\b(nobody|whoever|everybody)\b|\bstands?\b|\b(is|are|was|were) told\b|\btells? of\b|\bbut for\b|, for (it|the|they|there|a)\b"
words="$words|\bbelongs? into\b|\bin vain\b|\bmend(s|ed|ing)?\b|\banew\b|\balike\b|\bthe vendor's\b|\bbeside (CUB|that|the (copy|limit))\b|\bas on a GPU\b"
words="$words|^[^A-Za-z\"(]*(What|Where|Who|Whoever) [a-z ]+ (is|are|has|have|says|stands)\b[^?]*$"
# Not what is in Chinese, what others wrote, or what submissions in tests hold.
find README.md Makefile docs labs solutions grader slides -type f \( -name '*.md' -o -name '*.in' -o -name '*.[ch]' -o -name '*.cu' -o -name '*.cc' \
    -o -name '*.js' -o -name '*.mjs' -o -name '*.sh' -o -name '*.mk' -o -name '*.awk' -o -name Makefile \) ! -name '*.zh.md' ! -path '*/node_modules/*' \
    ! -path '*/results/*' ! -path '*/fixtures/*' ! -path '*/tests/hostile*' ! -name check-prose.sh -print0 |
    LC_ALL=C.UTF-8 xargs -0 grep -nHE -e "$words" |
    LC_ALL=C.UTF-8 grep -vE -f "${0%/*}/prose-allowed.txt" | LC_ALL=C sort -t : -k 1,1 -k 2,2n >"$found"
cat "$found"
echo "prose: $(wc -l <"$found") lines to look at"
