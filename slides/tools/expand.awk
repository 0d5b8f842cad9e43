# Puts what a deck includes in its place: awk -f expand.awk slides/lab3.md >expanded.md, from the top folder.
# Lines that begin with @ are taken from the files that are built, tested and recorded; slides/README.md lists
# them. With -v notes=yes the speaker's notes stay in the deck. What is not found ends the run with the deck's line: a deck cannot show what is not there any more.

function fail(message) {
    printf "%s:%d: %s\n", FILENAME, FNR, message >"/dev/stderr"
    failed = 1
    exit 1
}

function trim(text) {
    gsub(/^[ \t]+|[ \t]+$/, "", text)
    return text
}

# The words of a directive, cut at " :: ", go to argument[1...].
function read_arguments(line,    i) {
    sub(/^@[a-z]+ */, "", line)
    arguments = split(line, argument, / :: /)
    for (i = 1; i <= arguments; i++)
        argument[i] = trim(argument[i])
}

function read_file(path,    got) {
    lines = 0
    split("", found)
    while ((got = (getline text[lines + 1] <path)) > 0)
        lines++
    close(path)
    if (got < 0 || lines == 0)
        fail("cannot read " path)
}

# The first line from `from` on that has `what` in it.
function find(what, from,    i) {
    for (i = from; i <= lines; i++)
        if (index(text[i], what))
            return i
    fail(argument[1] " has no line with: " what)
}

function count(line, set) { return gsub(set, "", line) }

# The last line of what begins in line `from`: brackets are closed again, and it ends in ; or }.
function end_of_statement(from,    i, depth) {
    for (i = from; i <= lines; i++) {
        depth += count(text[i], "[({]") - count(text[i], "[)}]")
        if (depth <= 0 && text[i] ~ /[;}] *(\/\/.*)?$/)
            return i
    }
    fail(argument[1] ": what begins in line " from " has no end")
}

# The line in which the definition of `name` begins: outside of every other one, and no mere declaration.
function find_definition(name,    i) {
    for (i = 1; i <= lines; i++)
        if (text[i] ~ "^[A-Za-z_#](.*[^A-Za-z0-9_])?" name "([^A-Za-z0-9_]|$)" && text[i] !~ /\);$/) {
            if (i > 1 && text[i - 1] ~ /^template/)
                i--
            return i
        }
    fail(argument[1] " does not define " name)
}

# What stands between two /*?*/ is left for the speaker to fill in.
function blanked(line,    open, rest) {
    while ((open = index(line, "/*?*/")) > 0) {
        rest = substr(line, open + 5)
        if (!index(rest, "/*?*/"))
            fail(argument[1] ": what is to be filled in does not end in its line: " line)
        line = substr(line, 1, open - 1) "______" substr(rest, index(rest, "/*?*/") + 5)
    }
    return line
}

# Prints lines as code: moved to the left; with `bare`, without lines that are nothing but a comment.
function print_code(from, to, language, bare,    i, margin) {
    match(text[from], /^ */)
    margin = RLENGTH
    print "```" language
    for (i = from; i <= to; i++)
        if (!bare || text[i] !~ /^ *\/\//)
            print blanked(substr(text[i], 1, margin) ~ /^ *$/ ? substr(text[i], margin + 1) : text[i])
    print "```"
}

function language_of(path) { return path ~ /\.(cu|c|h)$/ ? "cpp" : "" }

# @code FILE :: NAME [:: FROM [:: TO]]
function code(    from, to) {
    read_file(argument[1])
    from = find_definition(argument[2])
    to = end_of_statement(from)
    if (arguments > 2) {
        lines = to
        from = find(argument[3], from)
        to = arguments > 3 ? find(argument[4], from) : end_of_statement(from)
    }
    print_code(from, to, "cpp", 1)
}

# @text FILE :: FROM [:: TO]
function plain_text(    from) {
    read_file(argument[1])
    from = find(argument[2], 1)
    print_code(from, arguments > 2 ? find(argument[3], from) : from, language_of(argument[1]), 0)
}

# "WHAT = LABEL": returns what is looked for; label gets what a deck in another language says instead, "" if nothing
function looked_for(words,    at) {
    at = index(words, " = ")
    label = at ? trim(substr(words, at + 3)) : ""
    return at ? trim(substr(words, 1, at - 1)) : words
}

# A row of a table, with what the label has in place of its first cells.
function print_row(row,    i, cells, own, owns) {
    if (label == "") {
        print row
        return
    }
    cells = split_row(row)
    gsub(/^\| *| *\| *$/, "", label)
    owns = split(label, own, / *\| */)
    if (owns > cells)
        fail(argument[1] ": a row of " cells " cells has none for all of: " label)
    for (i = 1; i <= cells; i++)
        printf "| %s ", i <= owns ? own[i] : cell[i]
    print "|"
}

# The row of the table below `header` that "ROW = LABEL" looks for, from line `from` on. Each of a file may be found once: words that
# two rows have would show one number twice.
function find_row(words, header, from,    row) {
    row = find(looked_for(words), from)
    if (row > last_row(header))
        fail(argument[1] ": the table has no row with: " words)
    if (row in found)
        fail(argument[1] ":" row " is the first row for two: " words)
    found[row] = 1
    return row
}

# @table FILE :: HEADER [= CELLS] [:: ROW [= CELLS] ...]
function table(    header, i) {
    read_file(argument[1])
    header = find(looked_for(argument[2]), 1)
    if (text[header] !~ /^\|/ || text[header + 1] !~ /^\| *[-:]/)
        fail(argument[1] ":" header " is no table's first line")
    print_row(text[header])
    print text[header + 1]
    for (i = 3; i <= arguments; i++)
        print_row(text[find_row(argument[i], header, header + 2)])
    if (arguments < 3)
        for (i = header + 2; i <= last_row(header); i++)
            print text[i]
}

function last_row(header,    i) {
    for (i = header; i < lines && text[i + 1] ~ (text[header] ~ /^\|/ ? "^\\|" : ","); i++)
        ;
    return i
}

# The cells of a line of a Markdown table or of a CSV file go to cell[1...].
function split_row(line,    quoted) {
    if (line ~ /^\|/) {
        gsub(/^\| *| *\| *$/, "", line)
        return split(line, cell, / *\| */)
    }
    if (match(line, /^"[^"]*"/)) {
        quoted = substr(line, 2, RLENGTH - 2)
        line = "quoted" substr(line, RLENGTH + 1)
    }
    cells = split(line, cell, ",")
    if (quoted != "")
        cell[1] = quoted
    return cells
}

# @bars FILE :: HEADER :: COLUMN :: UNIT :: ROW [= LABEL] ...: a bar a row, as long as its number
function bars(    header, column, cells, i, row, value, most, name) {
    read_file(argument[1])
    header = find(argument[2], 1)
    cells = split_row(text[header])
    for (column = 1; column <= cells && cell[column] != argument[3]; column++)
        ;
    if (column > cells)
        fail(argument[1] ":" header " has no column " argument[3])
    most = 0
    for (i = 5; i <= arguments; i++) {
        row = find_row(argument[i], header, header + 1)
        split_row(text[row])
        value[i] = cell[column]
        gsub(/,/, "", value[i])
        if (value[i] !~ /^[0-9.]+/)
            fail(argument[1] ":" row " has no number in column " argument[3] ": " cell[column])
        value[i] += 0
        name[i] = label != "" ? label : cell[1]
        most = value[i] > most ? value[i] : most
    }
    print "<div class=\"bars\">"
    for (i = 5; i <= arguments; i++)
        printf "<div><span>%s</span><span><i style=\"width:%.1f%%\"></i><b>%.4g %s</b></span></div>\n", name[i],
            70 * value[i] / most, value[i], argument[4]
    print "</div>"
}

function base64(path,    command, encoded) {
    command = "base64 -w0 '" path "'"
    command | getline encoded
    close(command)
    if (encoded == "")
        fail("cannot encode " path)
    return encoded
}

# @figure FILE :: WHAT IT SHOWS [:: X Y WIDTH HEIGHT]: the file itself, or a part of a drawing, goes into the page
function figure(    path, type, box, i) {
    path = argument[1]
    type = path ~ /\.svg$/ ? "svg+xml" : "png"
    read_file(path)
    if (argument[2] == "")
        fail("a figure needs a sentence for those who cannot see it")
    if (arguments > 2) {
        split(argument[3], box, " ")
        for (i = 1; i <= lines && text[i] !~ /<svg[^>]*viewBox=/; i++)
            ;
        if (i > lines)
            fail(path " has no viewBox to cut from")
        sub(/viewBox="[^"]*"/, "viewBox=\"" argument[3] "\"", text[i])
        sub(/ width="[^"]*"/, " width=\"" box[3] "\"", text[i])
        sub(/ height="[^"]*"/, " height=\"" box[4] "\"", text[i])
        path = scratch "/cut.svg"
        for (i = 1; i <= lines; i++)
            print text[i] >path
        close(path)
    }
    printf "<figure><img alt=\"%s\" src=\"data:image/%s;base64,%s\"></figure>\n", argument[2], type, base64(path)
}

# Words as words: no letter of them is Markdown or HTML.
function plain(words) {
    gsub(/&/, "\\&amp;", words)
    gsub(/</, "\\&lt;", words)
    gsub(/[_*`\[\]\\]/, "\\\\&", words)
    return words
}

# Lines of a text become one: with a blank, but not within Chinese, which has none.
function join(words, more) {
    return words (words ~ /[^ -~]$/ && more ~ /^[^ -~]/ || words ~ /(，|。|；|：|、|？|（)$/ ? "" : " ") more
}

# @report FILE :: CHECK ...: checks of a report with what is said about them; CHECK is a title, or TASK > TITLE
function report(    i, j, halves, part, task, words) {
    read_file(argument[1])
    print "<div class=\"report\">\n"
    for (i = 2; i <= arguments; i++) {
        halves = split(argument[i], part, / > /)
        task = ""
        for (j = 1; j <= lines; j++) {
            task = text[j] ~ /^[^ ]/ ? "" : text[j] ~ /^  [a-z0-9_]+$/ ? trim(text[j]) : task
            if (text[j] ~ /^  (ok|FAIL|skip|\?)/ && index(text[j], part[halves]) && (halves == 1 || task == part[1]))
                break
        }
        if (j > lines)
            fail(argument[1] " has no check: " argument[i])
        words = trim(text[j])
        gsub(/  +/, "  ", words)
        print "**" plain(words) "**"
        words = ""
        while (text[++j] ~ /^        /)
            words = join(words, trim(text[j]))
        print "<br>" plain(words) "\n"
    }
    print "</div>\n"
}

# Words in another language still say how long the original says it is: each number in its first brackets.
function check_numbers(original, words) {
    sub(/\).*/, "", original)
    sub(/^[^(]*/, "", original)
    while (match(original, /[0-9]+/)) {
        if (!index(words, substr(original, RSTART, RLENGTH)))
            fail(argument[1] ": the starter says " original "), not: " words)
        original = substr(original, RSTART + RLENGTH)
    }
}

# What the starter says in its place of this number; "" where a student has taken it away.
function starter_says(number,    j, words) {
    for (j = 1; j <= lines && !index(text[j], "// TODO " number " "); j++)
        ;
    for (; j <= lines && text[j] ~ /^ *\/\// && text[j] !~ /END TODO/; j++) {
        sub(/^ *\/\/ */, "", text[j])
        words = words " " text[j]
    }
    sub(/^ *TODO [0-9]+ */, "", words)
    return words
}

# @todo FILE :: N = WORDS ...: what the starter asks for in its places of these numbers, as a list. The words stand in
# the deck: it is built beside a lab that has been solved, too. With `checked` they must be those of the starter.
function todo(    i, number, words) {
    read_file(argument[1])
    for (i = 2; i <= arguments; i++) {
        number = looked_for(argument[i])
        if (label == "")
            fail("a TODO needs its words: " argument[i])
        words = starter_says(number)
        if (checked != "" && words == "")
            fail(argument[1] " has no TODO " number)
        if (checked != "" && label ~ /^\(/ && label != words)
            fail(argument[1] ": the starter says " words ", not: " label)
        if (checked != "")
            check_numbers(words, label)
        print "- " plain("TODO " number (label ~ /^（/ ? "" : " ") label)
    }
    print ""
}

/^```/ { fenced = !fenced }
# The speaker's notes, with the answers, are in the lecturer's decks only.
!fenced && notes != "yes" && /^<!--$/ { in_notes = 1 }
in_notes { in_notes = !/^-->$/; next }
fenced || !/^@[a-z]/ { print; next }
{ read_arguments($0) }
# For a check that makes nothing: what lies below `without` is not looked at, and words must be those of the starters.
without != "" && index(argument[1], without) == 1 { next }
/^@code / { code(); next }
/^@text / { plain_text(); next }
/^@table / { table(); next }
/^@bars / { bars(); next }
/^@figure / { figure(); next }
/^@report / { report(); next }
/^@todo / { todo(); next }
/^@columns$/ { print "<div class=\"columns\"><div>\n"; next }
/^@next$/ { print "\n</div><div>\n"; next }
/^@end$/ { print "\n</div></div>"; next }
{ fail("unknown: " $1) }
END { exit failed }
