#!/bin/sh
# Writes the C table of what a result depends on, a sum for each lab: the grader's and engine's sources, the lab's
# spec and its interface. Only tokens count: a changed comment or blank leaves every sum as it was. A gradebook
# grades again what was graded with another sum.
#   versions.sh LAB... <the grader's files, one on each line
set -eu
export LC_ALL=C

string='"([^"\\]|\\.)*"'
character="'([^'\\\\]|\\\\.)*'"
word='[[:alnum:]_.]+'
operators='[!#$%&*+/:<=>?@^`|~\-]+'

# The tokens of the files named, one on each line. Lines are joined at a backslash; then the preprocessor drops
# comments and expands nothing.
tokens() {
    joined=$(sed -e ':join' -e '/\\$/ { N; s/\\\n//; b join' -e '}' "$@")
    plain=$(printf '%s\n' "$joined" | "${CC:-cc}" -fpreprocessed -dD -E -P -w -x c++ -)
    printf '%s\n' "$plain" | grep -oE "$string|$character|$word|$operators|[^[:space:]]"
}

common=$(tokens $(sort))
common=$(printf '%s' "$common" | sha256sum)
echo '// Made by grader/mk/versions.sh.'
echo '#include "lab/spec.h"'
echo 'const struct version versions[] = {'
for lab; do
    own=$(tokens "labs/$lab/$lab.h" grader/course/"$lab"/*.[ch]* grader/course/inputs/*.h)
    sum=$(printf '%s %s' "$common" "$own" | sha256sum | cut -c 1-16)
    echo "    {\"$lab\", \"$sum\"},"
done
echo '    {0, 0},'
echo '};'
