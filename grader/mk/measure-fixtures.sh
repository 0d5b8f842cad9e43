#!/bin/sh
# measure-fixtures.sh LIST FOLDER [CPU|GPU|SAME]...: grades the submissions of LIST (lines "lab name path") on a machine
# with a GPU, and leaves their reports in FOLDER. CPU: by the CPU engine; GPU: by the GPU; SAME: by the GPU again, timed at
# the size that the CPU engine runs. All three unless told. model-fixtures.sh makes a table of the reports.
set -e
list=$1 folder=$2
shift 2

# grade_all PROGRAM BACKEND NAME AT_ONCE
grade_all() {
    mkdir -p "$folder/$3"
    xargs -P "$4" -n 3 sh -c '
        timeout 200 "$0" "$4" --submission "$6" --backend "$1" --quiet --json "$2/$3/$4+$5.json" >"$2/$3/$4+$5.log" 2>&1' \
        "$1" "$2" "$folder" "$3" <"$list" || : # less than full marks is no failure here
}

for kind in ${*:-CPU GPU SAME}; do
    case $kind in
    CPU) grade_all ./grade cpu cpu "$(nproc)" ;;
    GPU) grade_all ./grade gpu gpu 3 ;; # a compiler runs while another one's kernels are timed
    SAME) grade_all build/modelled-size/grade gpu same 3 ;;
    *) echo "measure-fixtures.sh: $kind is none of CPU, GPU, SAME" >&2 && exit 2 ;;
    esac
    echo "$kind: $(ls "$folder/$(echo "$kind" | tr A-Z a-z)" | grep -c json) reports"
done
