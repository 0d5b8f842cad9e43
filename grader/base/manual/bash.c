// The completion for bash: one function of two questions. Does the word before want a value? Which options
// and words has this command?
#include "manual.h"

static void put_names(FILE *out, const struct manual_option *option) {
    fputs(option->name, out);
    if (option->aliases)
        fprintf(out, " %s", option->aliases);
}

static void put_choices(FILE *out, manual_choices *choices) {
    if (choices == manual_files) {
        fputs("_warplab_files", out);
        return;
    }
    fputs("_warplab_words '", out);
    for (size_t i = 0; choices && choices(i); i++)
        fprintf(out, "%s%s", i > 0 ? " " : "", choices(i));
    fputc('\'', out);
}

// A pattern of a command and one of its options: "batch:--seed".
static void put_pattern(FILE *out, const struct manual_part *part, const struct manual_option *option) {
    const char *name = part->name ? part->name : "";
    fprintf(out, "    %s:%s", name, option->name);
    for (const char *c = option->aliases; c && *c; c++) {
        if (c == option->aliases || c[-1] == ' ')
            fprintf(out, "%s%s:", " | ", name);
        if (*c != ' ')
            fputc(*c, out);
    }
    fputs(") ", out);
}

static void put_values(FILE *out, const struct manual *manual) {
    fputs("    case $command:$before in\n", out);
    for (size_t p = 0; p < manual->part_count; p++) {
        const struct manual_part *part = &manual->parts[p];
        for (size_t i = 0; i < part->option_count; i++) {
            if (!part->options[i].value)
                continue;
            put_pattern(out, part, &part->options[i]);
            put_choices(out, part->options[i].choices);
            fputs("; return ;;\n", out);
        }
    }
    fputs("    esac\n", out);
}

static void put_command_names(FILE *out, const struct manual *manual, const char *between) {
    for (size_t p = 1; p < manual->part_count; p++)
        fprintf(out, "%s%s", p > 1 ? between : "", manual->parts[p].name);
}

static void put_options(FILE *out, const struct manual *manual) {
    fputs("    case $command:$word in\n", out);
    for (size_t p = 0; p < manual->part_count; p++) {
        const struct manual_part *part = &manual->parts[p];
        fprintf(out, "    %s:-*) _warplab_words '", part->name ? part->name : "");
        for (size_t i = 0; i < part->option_count; i++) {
            fputs(i > 0 ? " " : "", out);
            put_names(out, &part->options[i]);
        }
        fputs("' ;;\n", out);
    }
    for (size_t p = 0; p < manual->part_count; p++) {
        const struct manual_part *part = &manual->parts[p];
        if (!part->choices)
            continue;
        fprintf(out, "    %s:*) ", part->name ? part->name : "");
        if (!part->name && manual->part_count > 1) {
            fputs("[ $COMP_CWORD != 1 ] || _warplab_words '", out);
            put_command_names(out, manual, " ");
            fputs("'; ", out);
        }
        put_choices(out, part->choices);
        fputs(" ;;\n", out);
    }
    fputs("    esac\n", out);
}

void manual_bash(FILE *out, const struct manual *manual) {
    fprintf(out,
            "# bash's completion of %s, printed by `%s --help=bash`\n"
            "_warplab_words() { COMPREPLY+=($(compgen -W \"$1\" -- \"$word\")); }\n"
            "_warplab_files() {\n"
            "    COMPREPLY+=($(compgen -f -- \"$word\"))\n"
            "    compopt -o filenames 2>/dev/null\n"
            "}\n"
            "_warplab_%s() {\n"
            "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= i\n"
            "    COMPREPLY=()\n"
            "    # bash takes --flag=VALUE for three words\n"
            "    [ \"$word\" != = ] || word=''\n"
            "    [ \"$before\" != = ] || before=${COMP_WORDS[COMP_CWORD-2]}\n",
            manual->name, manual->typed, manual->name);
    if (manual->part_count > 1) {
        fputs("    if [ $COMP_CWORD -gt 1 ]; then\n        case ${COMP_WORDS[1]} in\n        ", out);
        put_command_names(out, manual, " | ");
        fputs(") command=${COMP_WORDS[1]} ;;\n        esac\n    fi\n", out);
    }
    put_values(out, manual);
    put_options(out, manual);
    fprintf(out, "}\ncomplete -F _warplab_%s %s%s%s\n", manual->name, manual->name, " ", manual->typed);
}
