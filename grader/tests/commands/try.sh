#!/bin/sh
# Runs a command from a document in the copy, or looks up its parts: try.sh run|grade|blame|target|options|elsewhere
# COMMAND Prints the errors; nothing if the document is right.
set -u

how=$1 command=$2

# A reader's values for the capitals.
filled() {
    printf '%s\n' "$command" | sed -E 's/ PATH/ uploads/; s/submissions[.]zip/submissions.tar.gz/; s/STUDENT LAB/s01 lab1/
        s/labN/lab3/g; s/ LAB( |$)/ lab1\1/; s/FORMAT/csv/; s/check STUDENT/check s01/; s/SEED/2026/; s/ DIR/ solutions\/lab16/
        s/submission FILE/submission labs\/lab1/; s/FILE/page.html/; s/LAB=lab16 PROTO/LAB=lab17 PROTO/'
}

# Ends with one of these exit codes.
run() {
    sh -c "$(filled)" >printed 2>&1 </dev/null
    code=$?
    case " $* " in *" $code "*) return ;; esac
    tail -n 20 printed
    echo "exit code $code of: $(filled)"
}

targets() {
    for word in $(echo "${command%%&&*}" | sed 's/="[^"]*"/=words/g'); do
        case $word in
        make) ;;
        *=*) grep -qxF "${word%%=*}" variables || echo "nothing reads $word" ;;
        *) grep -qxF "$word" targets || echo "there is no make $word" ;;
        esac
    done
}

options() {
    case $command in
    simtcc*) program=build/bin/simtcc ;;
    *) program=$(echo "$command" | grep -oE '^\./grade( (batch|status|show|export|policy|log|forget|pseudonymise))?') ;;
    esac
    echo "$command" | grep -oE '(^|[ [])--?[a-z][a-z-]*' | tr -d ' [' | while read -r option; do
        $program --help | grep -qE -e "(^|[^a-z-])$option([^a-z-]|\$)" || echo "$program has no $option"
    done
}

files() {
    for word in $command; do
        case $word in labs/*.cu | solutions/*.cu | grader/*.cu) [ -f "$word" ] || echo "there is no $word" ;; esac
    done
}

case $how in
run) run 0 ;;
grade) run 0 1 ;; # 1 is fewer than full marks, or a wrong answer
blame) run 86 ;;   # a checker of the engine found something
target) targets ;;
options) options ;;
elsewhere) files ;;
*) echo "nobody knows how to try this" ;;
esac
