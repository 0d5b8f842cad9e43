// The man page, in the macros of man(7).
#include <ctype.h>
#include <string.h>

#include "manual.h"

// Text of a line: a hyphen is a minus sign, so that it can be copied; a dot does not begin a request.
static void put_text(FILE *out, const char *text) {
    if (*text == '.' || *text == '\'')
        fputs("\\&", out);
    for (; *text; text++) {
        if (*text == '-')
            fputs("\\-", out);
        else if (*text == '\\')
            fputs("\\e", out);
        else
            fputc(*text, out);
    }
}

static void put_line(FILE *out, const char *text) {
    put_text(out, text);
    fputc('\n', out);
}

// Sentences, a line each, as man pages are written.
static void put_sentences(FILE *out, const char *text) {
    while (*text) {
        const char *end = strstr(text, ". ");
        const size_t length = end ? (size_t)(end - text) + 1 : strlen(text);
        char sentence[600];
        snprintf(sentence, sizeof sentence, "%.*s", (int)length, text);
        put_line(out, sentence);
        text += length + strspn(text + length, " ");
    }
}

static void put_title(FILE *out, const struct manual *manual) {
    fputs(".TH ", out);
    for (const char *c = manual->name; *c; c++)
        fputc(toupper((unsigned char)*c), out);
    fputs(" 1 2026-11-21 Warplab \"Warplab's manual\"\n.SH NAME\n", out);
    put_text(out, manual->name);
    fputs(" \\- ", out);
    put_line(out, manual->summary);
}

static void put_synopsis(FILE *out, const struct manual *manual) {
    fputs(".SH SYNOPSIS\n", out);
    for (size_t i = 0; i < manual->part_count; i++) {
        const struct manual_part *part = &manual->parts[i];
        if (i > 0)
            fputs(".br\n", out);
        fputs("\\fB", out);
        put_text(out, manual->typed);
        fprintf(out, "%s%s\\fR", part->name ? " " : "", part->name ? part->name : "");
        if (part->words[0])
            fprintf(out, " \\fI%s\\fR", part->words);
        fputs(" [\\fIOPTION\\fR]...\n", out);
    }
}

static void put_name(FILE *out, const char *name, const char *value) {
    fputs("\\fB", out);
    put_text(out, name);
    fputs("\\fR", out);
    if (value) {
        fputs(" \\fI", out);
        put_text(out, value);
        fputs("\\fR", out);
    }
}

static void put_option(FILE *out, const struct manual_option *option) {
    char alias[64];
    fputs(".TP\n", out);
    put_name(out, option->name, option->value);
    for (const char *rest = option->aliases; rest && *rest;) {
        const size_t length = strcspn(rest, " ");
        snprintf(alias, sizeof alias, "%.*s", (int)length, rest);
        fputs(", ", out);
        put_name(out, alias, option->value);
        rest += length + strspn(rest + length, " ");
    }
    fputc('\n', out);
    put_text(out, option->help);
    fputs(".\n", out);
    if (option->more)
        put_sentences(out, option->more);
}

static void put_without_effect(FILE *out, const struct manual_part *part) {
    bool any = false;
    for (size_t i = 0; i < part->option_count; i++) {
        const struct manual_option *option = &part->options[i];
        if (option->help)
            continue;
        fputs(any ? ",\n" : ".PP\nAccepted, and without effect:\n", out);
        any = true;
        put_name(out, option->name, option->value);
        for (const char *rest = option->aliases; rest && *rest;) {
            const size_t length = strcspn(rest, " ");
            char alias[64];
            snprintf(alias, sizeof alias, "%.*s", (int)length, rest);
            fputs(", ", out);
            put_name(out, alias, option->value);
            rest += length + strspn(rest + length, " ");
        }
    }
    if (any)
        fputs(".\n", out);
}

static void put_part(FILE *out, const struct manual *manual, const struct manual_part *part) {
    if (!part->name) {
        fputs(".SH DESCRIPTION\n", out);
    } else {
        fputs(".SS ", out);
        put_text(out, manual->typed);
        fprintf(out, " %s %s\n", part->name, part->words);
    }
    put_sentences(out, part->text);
    if (!part->name)
        fputs(".SH OPTIONS\n", out);
    for (size_t i = 0; i < part->option_count; i++)
        if (part->options[i].help)
            put_option(out, &part->options[i]);
    put_without_effect(out, part);
}

static void put_rows(FILE *out, const char *title, const struct manual_row *rows) {
    fprintf(out, ".SH %s\n", title);
    for (; rows->name; rows++) {
        fputs(".TP\n", out);
        put_name(out, rows->name, NULL);
        fputc('\n', out);
        put_text(out, rows->text);
        fputs(".\n", out);
    }
}

void manual_page(FILE *out, const struct manual *manual) {
    put_title(out, manual);
    put_synopsis(out, manual);
    put_part(out, manual, &manual->parts[0]);
    if (manual->part_count > 1)
        fputs(".SH COMMANDS\n", out);
    for (size_t i = 1; i < manual->part_count; i++)
        put_part(out, manual, &manual->parts[i]);
    put_rows(out, "EXIT STATUS", manual->exit_codes);
    put_rows(out, "ENVIRONMENT", manual->environment);
    put_rows(out, "FILES", manual->files);
    put_rows(out, "EXAMPLES", manual->examples);
    fputs(".SH SEE ALSO\n", out);
    put_sentences(out, manual->see_also);
}
