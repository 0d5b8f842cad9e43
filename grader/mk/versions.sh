#!/bin/sh
# Writes the C table of what a result depends on, three sums for each lab: of the engine's sources, of the grader's,
# and of the lab's spec and interface. Only tokens count: a changed comment or blank leaves every sum as it was.
# A fourth sum is of what recorded speeds are of: the spec, without its words, and the interface.
# A gradebook grades again what was graded with another sum, and says which of the three it is.
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

sum_of() { printf '%s' "$1" | sha256sum | cut -c 1-12; }

files=$(sort)
is_engine='(^|/)(grader/simt|labs/include)/'
engine=$(printf '%s\n' "$files" | grep -E "$is_engine" || true)
grader=$(printf '%s\n' "$files" | grep -vE "$is_engine" || true)
[ -z "$engine" ] || engine=$(tokens $engine)
[ -z "$grader" ] || grader=$(tokens $grader)
engine=$(sum_of "$engine")
grader=$(sum_of "$grader")
echo '// Made by grader/mk/versions.sh.'
echo '#include "lab/spec.h"'
echo 'const struct version versions[] = {'
for lab; do
    own=$(tokens "labs/$lab/$lab.h" grader/course/"$lab"/*.[ch]* grader/course/inputs/*.h)
    timed=$(tokens "labs/$lab/$lab.h" "grader/course/$lab/spec.c" | grep -v '^"')
    echo "    {\"$lab\", \"$engine-$grader-$(sum_of "$own")\", \"$(sum_of "$timed")\"},"
done
echo '    {0, 0, 0},'
echo '};'
