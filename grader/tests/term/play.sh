#!/bin/sh
# Simulates a term: a roster; labs that come from Gradescope, Moodle and Canvas in turn; late days, sections,
# extensions and overrides; a batch that is killed twice; an assignment that is reopened; a spec that has
# changed; a request to grade again; and a student who is to be forgotten. Then every final score is computed
# again by recompute.awk, and compared.
#   play.sh GRADE FOLDER STUDENTS LAB LAB LAB...
# A changed spec is simulated by results with another sum, and half of their points: a kit cannot be
# rebuilt here.
set -eu
export TZ=UTC LC_ALL=C
grade=$(realpath "$1")
top=$(cd "$(dirname "$0")/../../.." && pwd)
mkdir -p "$2"
cd "$2"
students=$3
shift 3
labs=$*
mkdir -p tmp
chmod 1777 tmp
export TMPDIR="$PWD/tmp"
begin=$(date +%s)
say() { printf '%4d s  %s\n' $(($(date +%s) - begin)) "$*"; }
die() {
    say "$*"
    exit 1
}
ask() { sqlite3 -separator ' ' gradebook.db "$1"; }
# The grader's exit codes for a class: 0, or 1 if a submission is missing.
grade() { "$grade" "$@" >>log 2>&1 || [ $? = 1 ] || { tail log; die "./grade $*"; }; }

everybody=$(seq -f 's%03g' "$students")
number() { expr "${1#s}" + 0; }
first=1790000040 # when the first lab is due; each is due a week after the one before
due_of() { set -- "$1" $labs; wanted=$1; shift; k=0; for l; do [ "$l" = "$wanted" ] && break; k=$((k + 1)); done; echo $((first + k * 604800)); }

# A student's submission, and its time: a solution, a fixture, a modified starter, or a file that does not compile;
# an hour or a minute early, or up to two days late. One in six hands in nothing.
write_text() { # WHO LAB ROUND FILE
    set -- "$1" "$2" "$3" "$4" $(($(number "$1") + 2 * $3 + $(number "${2#lab}")))
    case $(($5 % 5)) in
    1) cp "$(ls -d "$top/grader/course/$2/fixtures/"*barrier*/ | sed -n 1p)$2.cu" "$4" ;;
    2) echo 'int wrong = nothing;' >"$4" ;;
    3) cp "$top/labs/$2/$2.cu" "$4" && echo 'extern int touched;' >>"$4" ;;
    *) cp "$top/solutions/$2/$2.cu" "$4" ;;
    esac
    chmod u+w "$4"
    echo "// $1, $2, round $3" >>"$4"
}
hands_in() { [ $((($(number "$1") + $(number "${2#lab}")) % 6)) != 1 ]; }
offset_of() { case $(($(number "$1") % 6)) in 0) echo 3600 ;; 2) echo -3600 ;; 4) echo -60 ;; 5) echo 86460 ;; *) echo 172800 ;; esac; }
note_attempt() { echo "attempt $1 $2 $3 $4 $(sha256sum <"$5" | cut -d ' ' -f 1)" >>facts; }

from_gradescope() { # LAB ROUND WHO...
    lab=$1 round=$2 folder=uploads/$1.$2/assignment_9_export
    shift 2
    mkdir -p "$folder"
    for who; do
        time=$(($(due_of "$lab") + $(offset_of "$who") + (round - 1) * 864000))
        mkdir "$folder/submission_$(number "$who")"
        write_text "$who" "$lab" "$round" "$folder/submission_$(number "$who")/$lab.cu"
        printf 'submission_%d:\n  :created_at: %s Z\n  :submitters:\n  - :email: %s@x.edu\n' "$(number "$who")" \
            "$(date -d "@$time" '+%Y-%m-%d %H:%M:%S')" "$who" | sed 's/ Z$/ +00:00/' >>"$folder/submission_metadata.yml"
        note_attempt "$who" "$lab" "$time" 0 "$folder/submission_$(number "$who")/$lab.cu"
    done
}
from_moodle() { # LAB WHO...
    lab=$1 folder=uploads/$1.1
    shift
    mkdir -p "$folder"
    echo 'Identifier,Full name,Email address,Status,Grade,Last modified (submission),Last modified (grade)' >"$lab.csv"
    for who in $everybody; do
        time=$(($(due_of "$lab") + $(offset_of "$who")))
        when=- status='No submission'
        case " $* " in *" $who "*)
            when=$(date -d "@$time" '+"%A, %-d %B %Y, %-I:%M %p"') status='Submitted for grading'
            own="$folder/Ann ${who}_$((4000 + $(number "$who")))_assignsubmission_file"
            mkdir "$own"
            write_text "$who" "$lab" 1 "$own/$lab.cu"
            note_attempt "$who" "$lab" "$time" 0 "$own/$lab.cu" ;;
        esac
        echo "Participant $((4000 + $(number "$who"))),Ann $who,$who@x.edu,$status,,$when,-" >>"$lab.csv"
    done
}
from_canvas() { # LAB WHO...
    lab=$1 folder=uploads/$1.1
    shift
    mkdir -p "$folder"
    for who; do
        late= flag=0
        [ "$(offset_of "$who")" -lt 0 ] || late=_LATE flag=1
        file=$folder/${who}ann${late}_$((9000 + $(number "$who")))_7_$lab.cu
        write_text "$who" "$lab" 1 "$file"
        note_attempt "$who" "$lab" - $flag "$file"
    done
}

batch() { # LAB ROUND
    set -- uploads/"$1.$2" --lab "$1" --backend cpu --roster roster.csv $([ -f "$1.csv" ] && echo --roster "$1.csv")
    grade batch "$@"
}
# Kills a batch, with all that it has started, when it has printed so many results.
kill_batch() { # RESULTS LAB
    : >killed
    setsid "$grade" batch "uploads/$2.1" --lab "$2" --backend cpu --roster roster.csv -j 2 >killed 2>&1 &
    pid=$!
    while [ "$(grep -c ' / 100 ' killed)" -lt "$1" ] && kill -0 $pid 2>/dev/null; do sleep 0.02; done
    kill -KILL -$pid 2>/dev/null || die "the batch ended before it was killed"
    wait $pid 2>/dev/null && die "the batch ended before it was killed" || true
}

echo 'name,email,login,number,canvas,section' >roster.csv
for who in $everybody; do
    section=$([ $(($(number "$who") % 2)) = 0 ] && echo Monday || echo Tuesday)
    echo "Ann $who,$who@x.edu,$who,$((5000 + $(number "$who"))),$((9000 + $(number "$who"))),$section" >>roster.csv
    echo "section $who $section" >>facts
done

turn=0
for lab in $labs; do
    handed_in=$(for who in $everybody; do hands_in "$who" "$lab" && echo "$who"; done || true)
    case $turn in
    0) from_gradescope "$lab" 1 $handed_in ;;
    1) from_moodle "$lab" $handed_in ;;
    2) from_canvas "$lab" $handed_in ;;
    esac
    if [ "$lab" = "$1" ]; then
        kill_batch 1 "$lab"
        kill_batch 1 "$lab"
        say "$lab: killed twice, with $(ask 'SELECT count(*) FROM result') results"
    fi
    batch "$lab" 1
    say "$lab: $(ask "SELECT count(*), 'graded of', (SELECT count(*) FROM submission WHERE lab = '$lab') FROM result WHERE lab = '$lab'")"
    turn=$(((turn + 1) % 3))
done
[ "$(ask 'SELECT count(*) FROM result')" = "$(grep -c '^attempt' facts)" ] || die "not every attempt has one result"

# The first lab is reopened, until ten days later; every third student hands in once more.
again=$(for who in $everybody; do [ $(($(number "$who") % 3)) != 0 ] || ! hands_in "$who" "$1" || echo "$who"; done)
from_gradescope "$1" 2 $again
batch "$1" 2
say "$1 opened again: $(grep -c "^attempt .* $1 " facts) attempts"

{
    echo 'rule penalty 10'
    echo 'rule closed 1'
    for lab in $labs; do echo "due $lab $(due_of "$lab")"; done
    echo "due $1 $((first + 864000))"
    echo "section_due $2 Monday $(($(due_of "$2") + 86400))"
    echo "extension s003 $2 $(($(due_of "$2") + 259200))"
    echo "extension s003 $1 $((first + 86400))"
    echo "override s004 $3 77"
    echo "override s005 $1 12.5"
    echo "forgotten s002"
} >>facts
stamp() { date -d "@$1" '+%Y-%m-%d %H:%M:%SZ'; }
{
    printf '[course]\npenalty = 10\nclosed after = 1\nattempt = best\ndrop = 1\n'
    for lab in $labs; do
        printf '[%s]\n' "$lab"
        echo "due = $(stamp "$(sed -n "s/^due $lab //p" facts | tail -n 1)")"
        sed -n "s/^section_due $lab //p" facts | while read -r section time; do echo "due $section = $(stamp "$time")"; done
    done
    echo '[extensions]'
    sed -n 's/^extension //p' facts | while read -r who lab time; do echo "$who $lab = $(stamp "$time")"; done
    echo '[overrides]'
    sed -n 's/^override //p' facts | while read -r who lab points; do echo "$who $lab = $points, Kim: as was agreed"; done
} >policy.ini
grade policy check

# The first lab's spec has changed: while it is graded again, the earlier scores stay, and are called stale. Since the
# best attempt counts, earlier ones are graded again as well.
of_first="lab = '$1'" of_now="version NOT LIKE '%-000000000000'"
scores="SELECT DISTINCT student, lab, sha256, score FROM result WHERE $of_first"
ask "$scores ORDER BY student, lab, sha256" >before
ask "UPDATE result SET score = score / 2, version = substr(version, 1, 26) || '000000000000' WHERE $of_first"
"$grade" export csv -o stale.csv 2>>log
[ "$(grep -c ',stale,' stale.csv)" = "$(ask "SELECT count(DISTINCT student || lab) FROM result WHERE $of_first")" ] ||
    die "scores of an earlier spec are not called stale"
"$grade" batch --only-changed >changed
attempts=$(wc -l <before | tr -d ' ')
grep -q "^to grade: $attempts of $attempts;" changed || die "what is to be graded again is not said: $(cat changed)"
ask "$scores AND $of_now ORDER BY student, lab, sha256" >after
cmp before after || die "the spec is as it was, and scores are not"
say "$1: another spec; $(sed -n '1s/^to grade: //p' changed); $(grep -c '^changed: ' changed || true) scores changed"

# One student asks for a regrade.
grade batch --only-changed --regrade s001 --lab "$1"
say "graded again at request: $(ask "SELECT attempt FROM submission WHERE student = 's001' AND lab = '$1'") time"

"$grade" forget s002 >>log
"$grade" export csv -o all.csv
! grep -q s002 all.csv || die "a forgotten student is in an export"
! grep -q 's002' gradebook.db || die "a forgotten student is in the gradebook's file"
say "forgotten: s002"

# The scores of the grader, and those of the rules.
ask "SELECT DISTINCT 'score', sha256, score FROM result WHERE version NOT LIKE '%-000000000000'" >>facts
awk -f "$top/grader/tests/term/recompute.awk" facts | sort >expected
{
    sqlite3 -separator ' ' :memory: '.import --csv all.csv t' \
        "SELECT student, lab, CASE final_score WHEN '' THEN 'none' ELSE printf('%.6g', final_score) END FROM t"
    for who in $everybody; do
        [ "$who" = s002 ] || "$grade" policy check "$who" | sed -n "s/^Together: \(.*\) of \(.*\) points$/$who together \1 of \2/p"
    done
} | sort >found
diff expected found >difference || die "final scores differ: $(head difference)"
say "$(wc -l <expected | tr -d ' ') final scores and sums are as they were worked out anew"

for format in canvas moodle blackboard json html junit; do "$grade" export $format -o "all.$format"; done
"$grade" export moodle-worksheet --lab "$2" -o all.worksheet
for format in gradescope autolab prairielearn reports; do "$grade" export $format -o $format/ 2>>log; done
say "log: $("$grade" log | grep -c '  \./grade ') commands, $("$grade" log | grep -c 'has not ended, or was killed') of them killed"
