// The man page, in the macros of man(7).
#include <ctype.h>
#include <string.h>

#include "manual.h"

enum { LONGEST_LINE = 70 };

// Text: a hyphen is a minus sign, so that it can be copied; a dot does not begin a request.
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

// Sentences: each begins a line, as man pages are written, and goes on in the next where it is long.
static void put_sentences(FILE *out, const char *text) {
    size_t column = 0;
    while (*text) {
        char word[128];
        const size_t length = strcspn(text, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        if (column > 0)
            fputc(column + length > LONGEST_LINE ? '\n' : ' ', out);
        column = column > 0 && column + length <= LONGEST_LINE ? column + 1 + length : length;
        put_text(out, word);
        text += length + strspn(text + length, " ");
        if (word[length - 1] == '.' && *text) {
            fputc('\n', out);
            column = 0;
        }
    }
    fputc('\n', out);
}

// A few words, which become a sentence.
static void put_words(FILE *out, const char *text) {
    char sentence[256];
    snprintf(sentence, sizeof sentence, "%s.", text);
    if (islower((unsigned char)sentence[0]))
        sentence[0] = (char)toupper((unsigned char)sentence[0]);
    put_sentences(out, sentence);
}

static void put_title(FILE *out, const struct manual *manual) {
    fputs(".TH ", out);
    for (const char *c = manual->name; *c; c++)
        fputc(toupper((unsigned char)*c), out);
    fputs(" 1 2026-11-21 Warplab \"Warplab's manual\"\n.SH NAME\n", out);
    put_text(out, manual->name);
    fputs(" \\- ", out);
    put_sentences(out, manual->summary);
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
    put_words(out, option->help);
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
        fprintf(out, " %s%s%s\n", part->name, part->words[0] ? " " : "", part->words);
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
        put_words(out, rows->text);
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
