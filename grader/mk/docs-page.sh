#!/bin/sh
# One page of the site, for Doxygen: docs-page.sh FILE.md >page
# A link to another page of the site becomes a reference to it, one to a file a link to the site's copy of it, and
# one to anything outside the site becomes text. Headings get names that links with a # can use. A line
# <!-- labs --> becomes a list of the handouts, <!-- solutions --> one of the solutions.
# $DOCS_LABS, $DOCS_LABS_ZH, $DOCS_SOLUTIONS and $DOCS_COMMANDS are those lists and the page of commands; $DOCS_PAGES names a file that lists the site's pages, one per line.
set -eu
page=${1#"$PWD"/}

awk -v file="$page" -v pages="$DOCS_PAGES" '
function id(path) { gsub(/[^A-Za-z0-9]+/, "_", path); return "page_" path }
function slug(title) {
    title = tolower(title)
    gsub(/[^a-z0-9 _-]/, "", title)
    gsub(/ /, "-", title)
    return title
}
# If two headings have the same name, the second is called -1, as elsewhere; one without a Latin letter gets its number
function place(title,    name, n) {
    name = slug(title)
    if (name !~ /[a-z0-9]/) name = "section-" (++numbered)
    n = seen[name]++
    return n ? name "-" n : name
}
# "a/b/../c" and "./c" from the folder of the page; "/c" from the top
function resolve(path,    parts, n, i, out, depth) {
    path = path ~ /^\// ? substr(path, 2) : folder path
    n = split(path, parts, "/")
    depth = 0
    for (i = 1; i <= n; i++)
        if (parts[i] == "..") depth--
        else if (parts[i] != "." && parts[i] != "") out[++depth] = parts[i]
    path = out[1]
    for (i = 2; i <= depth; i++) path = path "/" out[i]
    return path
}
# In docs/site, a link after a plus sign makes its target a subpage, in the tree of pages.
function nest(text,    done, at, length_, page, open) {
    if (self !~ /^docs\/site\//) return text
    done = ""
    while (match(text, /\[[^]]*\]\(@ref page_[A-Za-z0-9_]*\)/)) {
        at = RSTART; length_ = RLENGTH
        page = substr(text, at + 1, length_ - 2)
        open = index(page, "](@ref ")
        done = done substr(text, 1, at - 1) "@subpage " substr(page, open + 7) " \"" substr(page, 1, open - 1) "\""
        text = substr(text, at + length_)
    }
    return done text
}
# For files only: awk itself would end at a folder that it is to read.
function exists(path) {
    gsub(/'\''/, "", path)
    return system("test -f '\''" path "'\''") == 0
}
# The replacement of "](target)".
function link(target, image,    hash, anchor, path) {
    if (target ~ /^[a-z]+:/) return "](" target ")"
    hash = index(target, "#")
    anchor = hash ? substr(target, hash + 1) : ""
    path = hash == 1 ? self : resolve(hash ? substr(target, 1, hash - 1) : target)
    if (path in is_page && path ~ /\.h$/) return "](@ref " path ")"
    if (path in is_page) return "](@ref " id(path) (anchor ? "-" anchor : "") ")"
    if (path ~ /\.md$/ || !exists(path)) return "](@)"
    return "](files/" path (image || path ~ /\.(svg|png|html|xz|gz)$/ ? "" : ".txt") ")"
}
function rewrite(line,    done, at, length_, target, open, text) {
    done = ""
    while (match(line, /!?\[[^]]*\]\([^) ]+\)/)) {
        at = RSTART; length_ = RLENGTH
        text = substr(line, at, length_)
        open = index(text, "](")
        target = link(substr(text, open + 2, length(text) - open - 2), text ~ /^!/)
        if (target ~ /@ref/) gsub(/`/, "", text) # Doxygen accepts no code there
        open = index(text, "](")
        if (target == "](@)") text = substr(text, 2, open - 2)
        else text = substr(text, 1, open - 1) target
        done = done substr(line, 1, at - 1) text
        line = substr(line, at + length_)
    }
    line = done line
    # pictures in HTML
    if (match(line, /src="[^":]+"/))
        line = substr(line, 1, RSTART + 4) picture(substr(line, RSTART + 5, RLENGTH - 6)) substr(line, RSTART + RLENGTH - 1)
    return line
}
# Doxygen does not recognise emphasis between letters without spaces, nor beside code.
function embolden(line,    done, text) {
    done = ""
    while (match(line, /\*\*([^*`]|`[^`]*`)+\*\*|`[^`]*`/)) {
        text = substr(line, RSTART, RLENGTH)
        if (text !~ /^`/) text = "<b>" substr(text, 3, length(text) - 4) "</b>"
        done = done substr(line, 1, RSTART - 1) text
        line = substr(line, RSTART + RLENGTH)
    }
    return done line
}
function picture(target) {
    target = link(target, 1)
    return substr(target, 3, length(target) - 3)
}
BEGIN {
    self = resolve("/" file)
    folder = self
    if (!sub(/[^\/]*$/, "", folder)) folder = ""
    while ((getline page < pages) > 0) is_page[page] = 1
}
/^<!-- labs zh -->$/ { print nest(rewrite(ENVIRON["DOCS_LABS_ZH"])); next }
/^<!-- labs -->$/ { print nest(rewrite(ENVIRON["DOCS_LABS"])); next }
/^<!-- solutions -->$/ { print rewrite(ENVIRON["DOCS_SOLUTIONS"]); next }
/^<!-- commands -->$/ { print nest(rewrite("+ [The commands and their options](/" ENVIRON["DOCS_COMMANDS"] ")")); next }
/^ *```/ { fenced = !fenced; if (fenced && $0 ~ /^ *```$/) $0 = $0 "{.unparsed}"; print; next }
fenced { print; next }
{ $0 = embolden($0) }
/^\+ / { print nest(rewrite($0)); next }
/^# / { print rewrite($0) " {#" id(self) "}"; next }
/^##+ / { title = $0; sub(/^#+ /, "", title); print rewrite($0) " {#" id(self) "-" place(title) "}"; next }
{ print rewrite($0) }' "$page"
