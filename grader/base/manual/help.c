// --help: how a program is called, what it does, and its options, on one screen.
#include <string.h>

#include "manual.h"

enum { MOST_TERM = 22 };

// A line that is filled word by word, and goes on below `indent` where it would be too long.
struct line {
    FILE *out;
    int column, indent;
    bool begun; // a word stands in it
};

static void put(struct line *line, const char *word) {
    const int length = (int)strlen(word);
    if (line->begun && line->column + 1 + length > MANUAL_COLUMNS) {
        fprintf(line->out, "\n%*s", line->indent, "");
        line->column = line->indent;
    } else if (line->begun) {
        fputc(' ', line->out);
        line->column++;
    }
    fputs(word, line->out);
    line->column += length;
    line->begun = true;
}

static void put_text(struct line *line, const char *text) {
    char word[128];
    while (*text) {
        const size_t length = strcspn(text, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        put(line, word);
        text += length + strspn(text + length, " ");
    }
}

static void put_usage(FILE *out, const struct manual *manual, const struct manual_part *part) {
    char word[160];
    struct line line = {.out = out, .indent = 0};
    snprintf(word, sizeof word, "usage: %s%s%s", manual->typed, part->name ? " " : "",
             part->name ? part->name : "");
    put(&line, word);
    line.indent = line.column - (part->name ? (int)strlen(part->name) + 1 : 0);
    if (manual->part_count == 1)
        put(&line, "[OPTION]...");
    if (part->words[0])
        put_text(&line, part->words);
    for (size_t i = 0; manual->part_count > 1 && i < part->option_count; i++) {
        const struct manual_option *option = &part->options[i];
        if (option->rare || !option->help)
            continue;
        snprintf(word, sizeof word, "[%s%s%s]", option->name, option->value ? " " : "",
                 option->value ? option->value : "");
        put(&line, word);
    }
    fputc('\n', out);
}

static int term_width(const struct manual_option *option) {
    return (int)(strlen(option->name) + (option->value ? 1 + strlen(option->value) : 0));
}

static void put_options(FILE *out, const struct manual_part *part) {
    int width = 0;
    for (size_t i = 0; i < part->option_count; i++) {
        const int own = term_width(&part->options[i]);
        if (part->options[i].help && !part->options[i].rare && own > width && own <= MOST_TERM)
            width = own;
    }
    for (size_t i = 0; i < part->option_count; i++) {
        const struct manual_option *option = &part->options[i];
        if (!option->help || option->rare)
            continue;
        const int pad = width - term_width(option);
        fprintf(out, "  %s%s%s%*s  %s\n", option->name, option->value ? " " : "",
                option->value ? option->value : "", pad > 0 ? pad : 0, "", option->help);
    }
}

// The names alone: of rare options, or of those without effect.
static void put_names(FILE *out, const struct manual_part *part, const char *title, bool rare) {
    struct line line = {.out = out, .indent = 2, .begun = true};
    bool any = false;
    for (size_t i = 0; i < part->option_count; i++) {
        const struct manual_option *option = &part->options[i];
        if (rare ? !option->help || !option->rare : option->help != NULL)
            continue;
        if (!any) {
            fputs(title, out);
            line.column = (int)strlen(title);
        }
        any = true;
        put(&line, option->name);
    }
    if (any)
        fputc('\n', out);
}

static void put_commands(FILE *out, const struct manual *manual) {
    char term[64];
    for (size_t i = 0; i < manual->part_count; i++) {
        const struct manual_part *part = &manual->parts[i];
        if (!part->name)
            continue;
        snprintf(term, sizeof term, "%s %s", part->name, part->words);
        fprintf(out, "  %s %-18s  %s\n", manual->typed, term, part->summary);
    }
}

static void put_rows(FILE *out, const char *title, const struct manual_row *rows) {
    struct line line = {.out = out, .indent = 2, .begun = true};
    char name[64];
    fputs(title, out);
    line.column = (int)strlen(title);
    for (; rows->name; rows++) {
        snprintf(name, sizeof name, "%s", rows->name);
        put(&line, name);
        put_text(&line, rows->text);
        if (rows[1].name)
            line.column += fprintf(out, ";");
    }
    fputs(".\n", out);
}

static void put_variables(FILE *out, const struct manual_row *rows) {
    struct line line = {.out = out, .indent = 2, .begun = true};
    line.column = fprintf(out, "Environment:");
    for (; rows->name; rows++)
        put(&line, rows->name);
    fputc('\n', out);
}

void manual_help(FILE *out, const struct manual *manual, const struct manual_part *part) {
    struct line line = {.out = out, .indent = 0};
    put_usage(out, manual, part);
    put_text(&line, part->text);
    fputc('\n', out);
    put_options(out, part);
    put_names(out, part, "Also:", true);
    put_names(out, part, "Without effect:", false);
    if (manual->part_count == 1)
        put_variables(out, manual->environment);
    if (part->name)
        return;
    if (manual->part_count > 1) {
        fprintf(out, "For a class (%s COMMAND --help says more):\n", manual->typed);
        put_commands(out, manual);
    }
    put_rows(out, "Exit code:", manual->exit_codes);
}
