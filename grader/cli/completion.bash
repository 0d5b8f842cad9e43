# Completion of grade and simtcc for bash, and for zsh through its bashcompinit: options, values and words are read
# from what --help prints.
_warplab_labs() { ls -d labs/*/ 2>/dev/null | cut -d/ -f2 | grep -vx include; }

_warplab() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[0]} help value names=
    [ "$word" != = ] || word='' # bash takes --flag=VALUE for three words
    [ "$before" != = ] || before=${COMP_WORDS[COMP_CWORD - 2]}
    case $COMP_CWORD:${COMP_WORDS[1]} in
    1:*) help=$("$command" --help 2>/dev/null) ;;
    *:batch | *:status | *:show | *:export | *:policy | *:log | *:forget | *:pseudonymise) help=$("$command" "${COMP_WORDS[1]}" --help 2>/dev/null) ;;
    *) help=$("$command" --help 2>/dev/null | sed '/^For a class/,$d') ;;
    esac
    # "  --seed SEED  ...": what the value of the option before the cursor is called
    value=$(awk -v name="$before" 'name ~ /^-/ && $1 == name && substr($0, length(name) + 4, 1) != " " { print $2 }' <<<"$help")
    case $word:$value in
    -*) names=$(sed '/^usage/d; /^For a class/,$d' <<<"$help" | grep -oE -- '(^| )--?[A-Za-z][A-Za-z_0-9-]*') ;;
    *:LAB) names=$(_warplab_labs) ;;
    *:*'|'*) names=${value//|/ } ;;
    *:?*) ;;
    *) case $help in
        *'For a class'*) names="$(_warplab_labs) $(sed -n 's/^  [^ ]*grade \([a-z]*\).*/\1/p; s/,//g; s/^For a class.*; also \(.*\)):$/\1/p' <<<"$help")" ;;
        *'grade policy check'*) names=check ;;
        *Formats:*) names=$(sed '1,/^Formats/d' <<<"$help") ;;
        esac ;;
    esac
    COMPREPLY=($(compgen -W "$names" -- "$word"))
    [ -n "$names" ] || COMPREPLY=($(compgen -f -- "$word"))
}
complete -o filenames -F _warplab grade ./grade simtcc
