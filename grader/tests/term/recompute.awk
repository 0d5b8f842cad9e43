# Computes final scores from the submissions and the course's rules, without any of the grader's code. Lines:
#   rule penalty|closed N      due LAB TIME          section_due LAB SECTION TIME      section WHO SECTION
#   extension WHO LAB TIME     override WHO LAB N    forgotten WHO
#   attempt WHO LAB TIME|- LATE SUM                  score SUM N     a text's sum, and what the grader gave for it
# Times are seconds since 1970; the best attempt counts; of every student the worst lab does not count.
$1 == "rule" { rule[$2] = $3 }
$1 == "due" { due[$2] = $3; labs[$2] }
$1 == "section_due" { section_due[$2, $3] = $4 }
$1 == "section" { section[$2] = $3 }
$1 == "extension" { extension[$2, $3] = $4 }
$1 == "override" { override[$2, $3] = $4 }
$1 == "forgotten" { forgotten[$2] }
$1 == "score" { score[$2] = $3 }
$1 == "attempt" { attempts[$2, $3] = attempts[$2, $3] " " $4 "," $5 "," $6 }

function days_late(who, lab, time, late,    end, days) {
    if (time == "-")
        return late
    end = due[lab]
    if ((lab, section[who]) in section_due)
        end = section_due[lab, section[who]]
    if ((who, lab) in extension)
        end = extension[who, lab]
    days = (time - end) / 86400
    return days <= 0 ? 0 : days == int(days) ? days : int(days) + 1
}

# "" where nothing was handed in
function final_score(who, lab,    list, count, i, part, days, points, best) {
    if ((who, lab) in override)
        return override[who, lab]
    best = ""
    count = split(attempts[who, lab], list, " ")
    for (i = 1; i <= count; i++) {
        split(list[i], part, ",")
        days = days_late(who, lab, part[1], part[2])
        points = score[part[3]] - days * rule["penalty"]
        if (days > rule["closed"] || points < 0)
            points = 0
        if (best == "" || points > best)
            best = points
    }
    return best
}

END {
    for (who in section) {
        if (who in forgotten)
            continue
        sum = 0; worst = 101; count = 0
        for (lab in labs) {
            points = final_score(who, lab)
            printf "%s %s %s\n", who, lab, points == "" ? "none" : sprintf("%.6g", points)
            sum += points; count++
            if (points == "" || worst != "" && points < worst)
                worst = points
        }
        printf "%s together %.6g of %d\n", who, sum - worst, 100 * (count - 1)
    }
}
