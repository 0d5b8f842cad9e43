// The completion for zsh, in the words of its _arguments.
#include <string.h>

#include "manual.h"

// Inside '...' and [...]: what would end them, or separate, is quoted.
static void put_quoted(FILE *out, const char *text) {
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", out);
        else if (strchr("[]:\\", *text))
            fprintf(out, "\\%c", *text);
        else
            fputc(*text, out);
    }
}

static void put_action(FILE *out, manual_choices *choices) {
    if (choices == manual_files) {
        fputs("_files", out);
        return;
    }
    if (!choices || !choices(0)) {
        fputc(' ', out);
        return;
    }
    fputc('(', out);
    for (size_t i = 0; choices(i); i++)
        fprintf(out, "%s%s", i > 0 ? " " : "", choices(i));
    fputc(')', out);
}

// A value may follow a long option as the next word or after "=", one letter at once or as the next.
// next.
static void put_spelling(FILE *out, const struct manual_option *option, const char *name, int length) {
    fprintf(out, "        '*%.*s%s[", length, name, !option->value ? "" : length > 2 ? "=" : "+");
    put_quoted(out, option->help ? option->help : "without effect");
    fputc(']', out);
    if (option->value) {
        fputc(':', out);
        put_quoted(out, option->value);
        fputc(':', out);
        put_action(out, option->choices);
    }
    fputs("' \\\n", out);
}

static void put_options(FILE *out, const struct manual_part *part) {
    for (size_t i = 0; i < part->option_count; i++) {
        const struct manual_option *option = &part->options[i];
        put_spelling(out, option, option->name, (int)strlen(option->name));
        for (const char *rest = option->aliases; rest && *rest;) {
            const int length = (int)strcspn(rest, " ");
            put_spelling(out, option, rest, length);
            rest += length + (int)strspn(rest + length, " ");
        }
    }
}

static void put_word(FILE *out, const struct manual *manual, const struct manual_part *part) {
    if (!part->choices) {
        fputs("        '*:word: '\n", out);
    } else if (part->name || manual->part_count == 1) {
        fprintf(out, "        '*:%s:", part->words);
        put_action(out, part->choices);
        fputs("'\n", out);
    } else {
        fputs("        '1:lab or command:(", out);
        for (size_t i = 0; part->choices(i); i++)
            fprintf(out, "%s ", part->choices(i));
        for (size_t p = 1; p < manual->part_count; p++)
            fprintf(out, "%s%s", p > 1 ? " " : "", manual->parts[p].name);
        fputs(")'\n", out);
    }
}

void manual_zsh(FILE *out, const struct manual *manual) {
    fprintf(out, "#compdef %s\n# zsh's completion of %s, printed by `%s --help=zsh`\n", manual->name,
            manual->name, manual->typed);
    fprintf(out, "_%s() {\n    case $words[2] in\n", manual->name);
    for (size_t p = manual->part_count; p-- > 0;) {
        const struct manual_part *part = &manual->parts[p];
        fprintf(out, "    %s)\n", part->name ? part->name : "*");
        if (part->name)
            fputs("        shift words; (( CURRENT-- ))\n", out);
        fputs("        _arguments \\\n", out);
        put_options(out, part);
        put_word(out, manual, part);
        fputs("        ;;\n", out);
    }
    fprintf(out, "    esac\n}\n_%s \"$@\"\n", manual->name);
}
