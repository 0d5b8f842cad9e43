#include "course/figures/translated.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *figure_text(const char *path) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = fopen(path, "r");
    if (!file)
        return NULL;
    if (getdelim(&text, &size, '\0', file) < 0) {
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

char *figure_table(const char *lab) {
    char path[256];
    snprintf(path, sizeof path, "grader/course/%s/figure.zh", lab);
    return figure_text(path);
}

// Words of a language have two small letters in a row; names of the code have a _ or end in ].
static bool is_language(const char *words, size_t length) {
    bool letters = false;
    for (size_t i = 0; i + 1 < length; i++)
        letters = letters || (islower((unsigned char)words[i]) && islower((unsigned char)words[i + 1]));
    const bool name = memchr(words, ' ', length) == NULL &&
                      (memchr(words, '_', length) != NULL || words[length - 1] == ']');
    return letters && !name;
}

static size_t number_at(const char *text) { return strspn(text, "0123456789"); }

// Whether the words are those of a table's line up to its " = ", where # is a number. @return what follows
static const char *match(const char *line, const char *words, size_t length) {
    const char *const end = words + length;
    while (words < end && *line != '\0') {
        if (*line == '#' && number_at(words) > 0) {
            words += number_at(words);
            line++;
        } else if (*line++ != *words++)
            return NULL;
    }
    return words == end && strncmp(line, " = ", 3) == 0 ? line + 3 : NULL;
}

static const char *translation(const char *table, const char *words, size_t length) {
    for (const char *line = table; *line != '\0'; line += strcspn(line, "\n"), line += *line == '\n') {
        const char *found = match(line, words, length);
        if (found)
            return found;
    }
    return NULL;
}

// The translation's line, with the numbers of the words in the place of its #.
static void print_translation(FILE *out, const char *line, const char *words) {
    for (; *line != '\0' && *line != '\n'; line++) {
        if (*line != '#') {
            putc(*line, out);
            continue;
        }
        words += strcspn(words, "0123456789");
        fprintf(out, "%.*s", (int)number_at(words), words);
        words += number_at(words);
    }
}

char *figure_translated(const char *svg, const char *table, char **missing) {
    enum { NAMES = 2, ELEMENTS = 4 }; // of a picture; what it shows
    static const char *const elements[ELEMENTS] = {"<title", "<desc", "<text", "<tspan"};
    char *text = NULL;
    size_t size = 0, missing_size = 0;
    FILE *out = open_memstream(&text, &size), *lacks = open_memstream(missing, &missing_size);
    for (const char *at = svg; *at != '\0';) {
        size_t kind = 0;
        while (kind < ELEMENTS && strncmp(at, elements[kind], strlen(elements[kind])) != 0)
            kind++;
        if (kind == ELEMENTS) {
            putc(*at++, out);
            continue;
        }
        const char *const words = at + strcspn(at, ">") + 1;
        const size_t length = strcspn(words, "<");
        const char *found = translation(table, words, length);
        if (!found && kind < NAMES)
            found = translation(table, "title", strlen("title"));
        fwrite(at, 1, (size_t)(words - at), out);
        if (found)
            print_translation(out, found, words);
        else
            fwrite(words, 1, length, out);
        if (!found && (kind < NAMES || is_language(words, length)))
            fprintf(lacks, "%.*s\n", (int)length, words);
        at = words + length;
    }
    fclose(out);
    fclose(lacks);
    return text;
}
