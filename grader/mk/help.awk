# The output of `make`: the targets of the Makefiles by audience, each from a comment of the Makefiles themselves:
#   ## target (students|instructors|authors|maintainers): what it does
# awk -f help.awk [-v only=students] Makefile grader/mk/*.mk; exit 1 if a comment names none of these groups.

BEGIN { groups = split("students instructors authors maintainers", group, " ") }

/^## [A-Za-z-]+( \([a-z]+\))?:/ {
    match($0, /:/)
    target = $2
    sub(/:$/, "", target)
    who = $3
    known = 0
    for (i = 1; i <= groups; i++)
        known += who == "(" group[i] "):"
    if (!known) {
        printf "%s:%d: make %s is for one of: students, instructors, authors, maintainers\n", FILENAME, FNR, target >"/dev/stderr"
        failed = 1
        exit 1
    }
    line = sprintf("  make %-18s %s", target, substr($0, RSTART + 2))
    lines[who] = lines[who] line "\n"
}

END {
    if (failed)
        exit 1
    for (i = 1; i <= groups; i++) {
        who = "(" group[i] "):"
        if (lines[who] != "" && (only == "" || only == group[i]))
            printf "%sFor %s:\n%s", printed++ ? "\n" : "", group[i], lines[who]
    }
}
