// What compilers print, read for the first error in the student's file.
#include "diagnostics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

// The words after "error:" in one line of output, NULL if it reports none.
static const char *error_words(const char *line, const char *end) {
    const char *at = memmem(line, (size_t)(end - line), "error", 5);
    if (!at)
        return NULL;
    const char *colon = memchr(at, ':', (size_t)(end - at));
    if (!colon)
        return NULL;
    colon++;
    while (colon < end && *colon == ' ')
        colon++;
    return colon;
}

// The line number if this line of output is about the source: its name, then ":N" or "(N)".
static int source_line(const char *line, const char *end, const char *source) {
    const char *at = memmem(line, (size_t)(end - line), source, strlen(source));
    if (!at || (at > line && at[-1] != '/'))
        return 0;
    at += strlen(source);
    return *at == ':' || *at == '(' ? (int)strtol(at + 1, NULL, 10) : 0;
}

static void keep(struct diagnostic *found, int line, const char *words, const char *end) {
    found->line = line;
    snprintf(found->message, sizeof found->message, "%.*s", (int)(end - words), words);
    utf8_clean(found->message);
}

bool diagnostics_first(const char *output, const char *source, struct diagnostic *found) {
    memset(found, 0, sizeof *found);
    for (const char *line = output; *line;) {
        const char *end = strchrnul(line, '\n');
        const char *words = error_words(line, end);
        const int number = words ? source_line(line, end, source) : 0;
        if (number > 0) {
            keep(found, number, words, end);
            return true;
        }
        if (words && found->message[0] == '\0')
            keep(found, 0, words, end);
        line = *end ? end + 1 : end;
    }
    return false;
}

char *diagnostics_excerpt(const char *output, const char *directory, int lines) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return NULL;
    const size_t skip = strlen(directory);
    for (const char *next = output; *next && lines > 0;) {
        if (strncmp(next, directory, skip) == 0 && next[skip] == '/') {
            next += skip + 1;
            continue;
        }
        lines -= *next == '\n';
        fputc(*next++, out);
    }
    if (fclose(out) != 0)
        return NULL;
    utf8_clean(text);
    return text;
}
