# Is a deck what slides/README.md says? awk -f structure.awk slides/lab3.md; exit 1 with a line for each fault.
# A slide begins at a heading; its notes are the comment that begins with its minutes.

function fault(line, message) {
    printf "%s:%d: %s\n", FILENAME, line, message
    faults++
}

function end_slide() {
    if (!slides)
        return
    if (!minutes)
        fault(begin, "no notes that begin with minutes: \"3 min\"")
    if (kind !~ /title/ && (!asks || !removes))
        fault(begin, "notes need a line \"Ask: ...\" and a line \"Removes: ...\"")
    total += minutes
    misconceptions += kind ~ /misconception/
    code += included
}

/^```/ { fenced = !fenced }
fenced { next }
FNR == 1 && !/^---$/ { fault(1, "no front matter") }
/^(marp: true|theme: warplab|headingDivider: 2|paginate: true)$/ { matter++ }
/^title: ./ { matter++ }
/^##? / {
    end_slide()
    slides++
    begin = FNR
    minutes = asks = removes = included = 0
    kind = ""
}
/^<!-- _class: / { kind = $3 }
/^<!--$/ { notes = 1; next }
notes && /^[0-9.]+ min$/ { minutes += $1 }
notes && /^(Ask|问): ./ { asks++ }
notes && /^(Removes|纠正): ./ { removes++ }
/^-->$/ { notes = 0 }
/^@(code|figure|bars|table|text) / { included = 1 }
# Figures and code come from files: a fence may hold commands and reports, but no kernel.
!notes && /!\[/ { fault(FNR, "a figure not included with @figure") }
/https?:\/\// && /src=|url\(|@import/ { fault(FNR, "something to be loaded from elsewhere") }

END {
    end_slide()
    if (matter != 5)
        fault(1, "front matter needs marp, theme, headingDivider: 2, paginate and title")
    if (slides < 15 || slides > 25)
        fault(1, slides " slides, not 15 to 25")
    if (total < 43 || total > 47)
        fault(1, total " minutes, not about 45")
    if (!misconceptions)
        fault(1, "no slide of the class misconception")
    if (!code)
        fault(1, "no slide includes code or a figure")
    printf "%s: %d slides, %g minutes, %d with code or figures\n", FILENAME, slides, total, code >"/dev/stderr"
    exit faults > 0
}
