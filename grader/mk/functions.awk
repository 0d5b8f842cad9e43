# The table of functions that a submission may call, read line by line, and the files derived from it (functions.sh).

function quoted(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/"/, "\\\"", text)
    return "\"" text "\""
}

function row(name, shown, words) {
    if (what == "list")
        printf "    {%s, FUNCTION_%s, %s, %s},\n", quoted(name), toupper(kind), quoted(shown), words == "" ? "0" : quoted(words)
}

# Splits a line with arguments: shown, arguments[1..argument_count] and words.
function read_call(   i) {
    shown = $2
    i = 3
    if ($3 == "as") {
        shown = $4
        gsub(/~/, " ", shown)
        i = 5
    }
    argument_count = 0
    for (; i <= NF && $i != "use"; i++)
        arguments[++argument_count] = $i
    words = ""
    for (; i <= NF; i++)
        words = words (words == "" ? "" : " ") $i
}

# An argument as a member of struct function_call: how it is passed, and its kind.
function argument_of(text,   stack, side, is, bytes) {
    stack = sub(/^s:/, "", text)
    side = "HOST"
    if (sub(/@device$/, "", text))
        side = "DEVICE"
    else if (sub(/@any$/, "", text))
        side = "ANY"
    is = text
    bytes = ""
    if (match(text, /^(in|out|change):/)) {
        is = substr(text, 1, RLENGTH - 1)
        bytes = substr(text, RLENGTH + 1)
    } else if (text ~ /^[0-9]/) {
        is = index(text, ".") ? "real" : "number"
        bytes = text
    }
    return sprintf("{%d, ARGUMENT_%s, SIDE_%s, %s}", stack, toupper(is), side, quoted(bytes))
}

# For functions with a pointer argument: an entry of the table of calls, and a declaration of the function.
function write_call(   i, entry, pointers, symbol) {
    symbol = (kind == "guarded" ? "simt_guarded_" : "") $2
    entry = sprintf("    {%s, called_%d, %d, {", quoted(symbol), NR, argument_count)
    for (i = 1; i <= argument_count; i++) {
        entry = entry (i > 1 ? ", " : "") argument_of(arguments[i])
        pointers += is_pointer(arguments[i])
    }
    if (!pointers || symbol ~ /\*/)
        return
    printf "extern char called_%d[] __asm__(%s);\n", NR, quoted(symbol)
    calls = calls entry "}},\n"
}

function is_pointer(text) {
    sub(/^s:/, "", text)
    return text !~ /^[0-9]/ && text != "rest"
}

# The kind of an argument, in words; "" for a value.
function pointer_in_words(number, text,   verb) {
    sub(/^s:/, "", text)
    side = sub(/@device$/, "", text) ? " of the device" : sub(/@any$/, "", text) ? " of host or device" : ""
    verb = text ~ /^in:/ ? "reads " : text ~ /^out:/ ? "stores " : text ~ /^change:/ ? "reads and stores " : ""
    if (verb != "") {
        sub(/^[a-z]+:/, "", text)
        return number ": " verb text (text == "rows" || text ~ /^rows/ ? "" : " bytes") side
    }
    if (text == "text" || text == "format")
        return number ": reads a " text
    if (text == "values")
        return number ": reads values"
    if (text == "call")
        return number ": calls it"
    return text ~ /^[a-z]/ && text != "rest" ? number ": looks it up" : ""
}

function write_page_row(   i, pointers, part) {
    pointers = ""
    for (i = 1; i <= argument_count; i++) {
        part = pointer_in_words(i, arguments[i])
        if (part != "")
            pointers = pointers (pointers == "" ? "" : "; ") part
    }
    if (kind == "closed")
        words = "closed: " words
    else
        words = kind == "guarded" ? "guarded" : kind == "engine" ? "the engine" : "as it is"
    if (!($2 in written) && !(shown SUBSEP pointers in written))
        printf "| `%s` | %s | %s |\n", shown, words, pointers
    written[$2] = written[shown SUBSEP pointers] = 1
}

# "// Memory" over some lines is their heading; the page's own begins with the first one after a blank line.
function heading(text) {
    sub(/\..*/, "", text)
    if (what == "page" && begun)
        printf "\n## %s\n\n", text
    open = 0
}

BEGIN {
    if (what == "list")
        print "// Made by grader/mk/functions.sh.\n#include \"submission/symbols.h\"\nconst struct symbols_function symbols_functions[] = {"
    if (what == "calls")
        print "// Made by grader/mk/functions.sh."
    if (what == "page") {
        print "# What a submission may call\n"
        print "<!-- made by grader/mk/functions.sh from grader/confine/functions.txt: change that, then run `make functions-page` -->\n"
        print "Host code of a submission may call the functions below, and kernels those of CUDA that are made of them. Whatever else"
        print "it calls is refused when it is built, with the line. Functions of the *engine*, and *guarded* forms of functions of"
        print "libraries, check each pointer before they use it; those called *as they are* store through no pointer of their caller."
        print "*Closed* ones are for labs whose spec names them (`functions` in `grader/lab/spec.h`)."
    }
}
/^$/ { begun = 1 }
/^\/\/ / { heading(substr($0, 4)) }
/^$|^\/\// { next }
{ kind = $1 }
what == "page" && !open && /^(engine|closed|guarded|plain|math|data) / {
    print "| function | called | pointers, by the number of the argument |\n| --- | --- | --- |"
    open = 1
}
/^(engine|closed|guarded|plain) / {
    read_call()
    row($2, shown, words)
    if (what == "guarded" && kind == "guarded")
        print $2, "simt_guarded_" $2
    if (what == "calls")
        write_call()
    if (what == "page")
        write_page_row()
    next
}
/^(math|data|support|nvcc) / {
    for (i = 2; i <= NF; i++)
        row($i, $i, "")
    if (what == "page" && kind ~ /math|data/) {
        for (i = 2; i <= NF; i++)
            all = all (all == "" ? "" : ", ") "`" $i "`"
        printf "| %s | as %s | |\n", all, kind == "math" ? "it is; with f and l, too" : "a variable"
        all = ""
    }
    next
}
/^(refused|unguarded) / {
    words = $0
    sub(/^[^ ]+ [^ ]+ /, "", words)
    row($2, $2, words)
    next
}
{
    print FILENAME ":" FNR ": what is " $1 "?" >"/dev/stderr"
    exit 1
}
END {
    if (what == "list")
        print "    {0, 0, 0, 0}};"
    if (what == "calls")
        printf "static const struct function_call function_calls[] = {\n%s};\n", calls
}
