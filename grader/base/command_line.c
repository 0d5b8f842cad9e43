// Command lines: a table of options is read by, and --help is printed from.
#include "base/command_line.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum { COLUMNS = 79, WIDEST_TERM = 22, NAME_SIZE = 64 };

static void *place_of(void *into, const struct option *option) { return (char *)into + option->offset; }

bool option_text(void *into, const struct option *option, const char *value) {
    *(const char **)place_of(into, option) = value;
    return value[0] != '\0';
}

bool option_number(void *into, const struct option *option, const char *value) {
    char *end;
    const long number = strtol(value, &end, 10);
    *(long *)place_of(into, option) = number;
    return end != value && *end == '\0' && number >= option->least && number <= option->most;
}

bool option_switch(void *into, const struct option *option, const char *value) {
    (void)value;
    return *(bool *)place_of(into, option) = true;
}

bool option_constant(void *into, const struct option *option, const char *value) {
    (void)value;
    *(int *)place_of(into, option) = (int)option->least;
    return true;
}

static bool is_word(const struct option *option) { return option->names[0] != '-'; }

// The first of the names, or the next after that, as a string of its own. "" past the last.
static const char *copy_name(char name[static NAME_SIZE], const char *names) {
    snprintf(name, NAME_SIZE, "%.*s", (int)strcspn(names, " "), names);
    return name;
}

static const char *next_name(const char *names) {
    names += strcspn(names, " ");
    return names + (*names == ' ');
}

// Whether `rest`, which follows a name in a word, is as a value may follow it.
static bool may_follow(const struct option *option, const char *name, const char *rest) {
    if (option->form == OPTION_WHOLE)
        return *rest != '=';
    if (*rest == '\0' || !option->value)
        return *rest == '\0';
    return *rest == '=' || (option->form == OPTION_JOINED && name[1] != '-');
}

// Of the names that the word begins with, the longest is meant. *rest gets what follows it.
static const struct option *find(const struct option *options, const char *word, const char **rest) {
    const struct option *found = NULL;
    size_t longest = 0;
    for (const struct option *option = options; option->names; option++) {
        for (const char *name = option->names; *name; name = next_name(name)) {
            const size_t length = strcspn(name, " ");
            if (length < longest || strncmp(word, name, length) != 0 ||
                !may_follow(option, name, word + length))
                continue;
            found = option;
            longest = length;
        }
    }
    *rest = word + longest;
    return found;
}

static enum command_line unknown(const struct option *options, const char *word, struct error *error) {
    char name[NAME_SIZE], nearest[NAME_SIZE] = "--help";
    size_t distance = edit_distance(word, nearest);
    for (const struct option *option = options; option->names; option++) {
        if (is_word(option))
            continue;
        copy_name(name, option->names);
        if (!option->value && strncmp(word, name, strlen(name)) == 0 && word[strlen(name)] == '=')
            return error_set(error, "%s takes no value", name), COMMAND_LINE_WRONG;
        if (edit_distance(word, name) < distance) {
            distance = edit_distance(word, name);
            memcpy(nearest, name, sizeof nearest);
        }
    }
    if (2 * distance > strlen(word))
        error_set(error, "unknown option %s", word);
    else
        error_set(error, "unknown option %s; did you mean %s?", word, nearest);
    return COMMAND_LINE_WRONG;
}

static enum command_line refused(const struct option *option, const char *value, struct error *error) {
    char name[NAME_SIZE], range[NAME_SIZE];
    const char *wants = option->wants ? option->wants : option->value;
    if (option->take == option_number) {
        snprintf(range, sizeof range, "a number from %ld to %ld", option->least, option->most);
        wants = range;
    }
    if (is_word(option))
        error_set(error, "%s: %s", value, wants);
    else
        error_set(error, "%s wants %s%s%s", copy_name(name, option->names), wants, value ? ", not " : "",
                  value ? value : "");
    return COMMAND_LINE_WRONG;
}

// The row that takes the next word: each takes one, and "FILE..." all that follow.
static const struct option *row_for_word(const struct option *options, const struct option *last) {
    if (last && strstr(last->names, "..."))
        return last;
    for (const struct option *option = last ? last + 1 : options; option->names; option++)
        if (is_word(option))
            return option;
    return NULL;
}

enum command_line command_line_read(const struct option *options, void *into, int count, char **arguments,
                                    struct error *error) {
    const struct option *last_word = NULL;
    for (int i = 1; i < count; i++) {
        const char *word = arguments[i], *value = NULL, *rest = "";
        const struct option *option;
        if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
            return COMMAND_LINE_HELP;
        if (word[0] == '-') {
            option = find(options, word, &rest);
            if (!option)
                return unknown(options, word, error);
            value = option->form == OPTION_WHOLE ? word : *rest == '=' ? rest + 1 : *rest ? rest : NULL;
            if (option->value && !value && i + 1 < count)
                value = arguments[++i];
        } else {
            option = last_word = row_for_word(options, last_word);
            value = word;
            if (!option)
                return error_set(error, "too many words: %s", word), COMMAND_LINE_WRONG;
        }
        if ((option->value && !value) || (option->take && !option->take(into, option, value)))
            return refused(option, value, error);
    }
    return COMMAND_LINE_READ;
}

int command_line_name(char *name, size_t size, const struct command *command) {
    int length = snprintf(name, size, "%s", command->typed);
    for (const struct option *option = command->options; option->names; option++)
        if (is_word(option))
            length += snprintf(name + length, size - (size_t)length, " %s", option->names);
    return length;
}

// "--seed SEED"
static int copy_term(char term[static 2 * NAME_SIZE], const struct option *option) {
    char name[NAME_SIZE];
    copy_name(name, option->names);
    return snprintf(term, 2 * NAME_SIZE, "%s%s%s", name, option->value ? " " : "",
                    option->value ? option->value : "");
}

static bool has_row(const struct option *option) { return option->help && !option->rare && !is_word(option); }

static void put_rows(FILE *out, const struct option *options) {
    char term[2 * NAME_SIZE];
    int width = (int)strlen("--help");
    for (const struct option *option = options; option->names; option++) {
        const int own = copy_term(term, option);
        if (has_row(option) && own > width && own <= WIDEST_TERM)
            width = own;
    }
    for (const struct option *option = options; option->names; option++) {
        copy_term(term, option);
        if (has_row(option))
            fprintf(out, "  %-*s  %s\n", width, term, option->help);
    }
    fprintf(out, "  %-*s  shows this\n", width, "--help");
}

// The names alone: of rare options, or of those without effect.
static void put_names(FILE *out, const struct option *options, const char *title, bool rare) {
    char name[NAME_SIZE];
    int column = 0;
    for (const struct option *option = options; option->names; option++) {
        if (is_word(option) || (rare ? !option->help || !option->rare : option->help != NULL))
            continue;
        if (column == 0)
            column = fprintf(out, "%s", title);
        copy_name(name, option->names);
        if (column + 1 + (int)strlen(name) > COLUMNS)
            column = fprintf(out, "\n ") - 1;
        column += fprintf(out, " %s", name);
    }
    if (column > 0)
        fputc('\n', out);
}

void command_line_help(FILE *out, const struct command *command) {
    char name[2 * NAME_SIZE];
    command_line_name(name, sizeof name, command);
    fprintf(out, "usage: %s [OPTION]...\n%s", name, command->text);
    put_rows(out, command->options);
    put_names(out, command->options, "Also:", true);
    put_names(out, command->options, "Without effect:", false);
    if (command->more)
        command->more(out);
}

// How far apart two words are, to suggest what was meant.

enum { LONGEST = 63 };

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

size_t edit_distance(const char *a, const char *b) {
    const size_t rows = strnlen(a, LONGEST), columns = strnlen(b, LONGEST);
    size_t row[LONGEST + 1]; // distances of a's first i characters to every beginning of b
    for (size_t j = 0; j <= columns; j++)
        row[j] = j;
    for (size_t i = 1; i <= rows; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            const size_t above = row[j];
            row[j] = least(least(above, row[j - 1]) + 1, diagonal + (a[i - 1] != b[j - 1]));
            diagonal = above;
        }
    }
    return row[columns];
}
