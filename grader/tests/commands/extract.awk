# Extracts commands for readers to type from documents: awk -f extract.awk FILE.md..., "FILE:LINE <tab> COMMAND".
# These are the lines of fences without a language (or sh, console) and of indented code, and text in backquotes that
# begins with a program's name and goes on, or is just "make". Lines joined by a backslash are one command.

function say(command) {
    sub(/ +#( .*)?$/, "", command)
    gsub(/^ *(\$ )?| +$/, "", command)
    if (command != "")
        print FILENAME ":" FNR "\t" command
}

function is_command(words) {
    return words ~ /^([A-Z_]+=[^ ]* )*(make|grade|simtcc|nvcc|ncu|compute-sanitizer|cuda-gdb|cuobjdump|sudo|git|wsl|docker|sbatch|npm|(\.|build|build\/bin|build\/asan\/bin)\/[a-z]+) [^ ]/ || words == "make"
}

FNR == 1 { fenced = 0; joined = "" }
/^ *```/ {
    fenced = !fenced
    kind = $0
    gsub(/[ `]/, "", kind)
    next
}
fenced && kind !~ /^(sh|console)?$/ { next }
fenced || /^    [^ *-]/ {
    joined = joined $0
    if (sub(/\\$/, "", joined))
        next
    say(joined)
    joined = ""
    next
}
{
    line = $0
    while (match(line, /`[^`]+`/)) {
        words = substr(line, RSTART + 1, RLENGTH - 2)
        if (is_command(words))
            say(words)
        line = substr(line, RSTART + RLENGTH)
    }
}
