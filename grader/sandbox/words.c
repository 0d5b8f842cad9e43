// A growing list of words, for command lines.
#include "sandbox/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void append(struct words *words, char *word) {
    if (words->failed || word == NULL) {
        words->failed = true;
        return;
    }
    if (words->count + 2 > words->capacity) {
        size_t capacity = words->capacity ? words->capacity * 2 : 64;
        char **list = realloc(words->list, capacity * sizeof *list);
        if (list == NULL) {
            words->failed = true;
            return;
        }
        words->list = list;
        words->capacity = capacity;
    }
    words->list[words->count++] = word;
    words->list[words->count] = NULL;
}

void words_add(struct words *words, const char *first, ...) {
    va_list more;
    va_start(more, first);
    for (const char *word = first; word != NULL; word = va_arg(more, const char *))
        append(words, strdup(word));
    va_end(more);
}

void words_format(struct words *words, const char *format, ...) {
    char *word = NULL;
    va_list values;
    va_start(values, format);
    append(words, vasprintf(&word, format, values) < 0 ? NULL : word);
    va_end(values);
}
