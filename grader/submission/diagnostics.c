// Searches compiler output for the first error in the student's file.
#include "build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/utf8.h"

// The text after "error:" in a line of output, NULL if it has none.
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

// The line number if this line of output is about the source: after its name, ":N" or "(N)".
static int source_line(const char *line, const char *end, const char *source) {
    const char *at = memmem(line, (size_t)(end - line), source, strlen(source));
    if (!at || (at > line && at[-1] != '/'))
        return 0;
    at += strlen(source);
    return *at == ':' || *at == '(' ? (int)strtol(at + 1, NULL, 10) : 0;
}

// The source's line that includes the file of the next line of output, if this one says so.
static int including_line(const char *line, const char *end, const char *source) {
    static const char *const starts[] = {"In file included from ", "                 from "};
    for (int i = 0; i < 2; i++)
        if (strncmp(line, starts[i], strlen(starts[i])) == 0)
            return source_line(line + strlen(starts[i]), end, source);
    return 0;
}

static void keep(struct diagnostic *found, int line, const char *words, const char *end) {
    found->line = line;
    snprintf(found->message, sizeof found->message, "%.*s", (int)(end - words), words);
    utf8_escape(found->message, sizeof found->message);
}

// For a declaration that conflicts with an earlier one, g++ prints a note before its next error.
static void add_earlier(struct diagnostic *found, const char *after) {
    for (const char *line = after; *line == '\n'; line = strchrnul(line + 1, '\n')) {
        const char *begin = line + 1, *end = strchrnul(begin, '\n');
        const char *note = memmem(begin, (size_t)(end - begin), ": note: ", 8);
        const char *quoted = note ? memchr(note, '\'', (size_t)(end - note)) : NULL;
        if (error_words(begin, end))
            return;
        if (!quoted || !memmem(note, (size_t)(quoted - note), " declaration", 12))
            continue;
        // "lab3.h:28" of ./labs/lab3/lab3.h:28:6
        const char *slash = memrchr(begin, '/', (size_t)(note - begin)), *place = slash ? slash + 1 : begin;
        const size_t file = strcspn(place, ":") + 1, length = file + strspn(place + file, "0123456789");
        const size_t used = strlen(found->message);
        snprintf(found->message + used, sizeof found->message - used, language_of("; %.*s has %.*s"),
                 (int)length, place, (int)(end - quoted), quoted);
        utf8_escape(found->message, sizeof found->message);
        return;
    }
}

bool diagnostics_first(const char *output, const char *source, struct diagnostic *found) {
    int included = 0;
    memset(found, 0, sizeof *found);
    for (const char *line = output; *line;) {
        const char *end = strchrnul(line, '\n');
        const char *words = error_words(line, end);
        const int here = source_line(line, end, source), number = !words ? 0 : here ? here : included;
        if (number > 0) {
            keep(found, number, words, end);
            if (memmem(words, (size_t)(end - words), " declaration ", 13))
                add_earlier(found, end);
            return true;
        }
        if (words && found->message[0] == '\0')
            keep(found, 0, words, end);
        included = including_line(line, end, source);
        line = *end ? end + 1 : end;
    }
    return false;
}

// The name directly after the first occurrence of `before` in the output, up to a quotation mark.
static bool quoted_after(const char *output, const char *before, char *name, size_t size) {
    const char *at = strstr(output, before);
    if (!at)
        return false;
    at += strlen(before);
    snprintf(name, size, "%.*s", (int)strcspn(at, "'`\"\n"), at);
    return name[0] != '\0';
}

void diagnostics_of_linker(const char *output, struct diagnostic *found) {
    char name[128];
    if (quoted_after(output, "multiple definition of `", name, sizeof name))
        snprintf(
            found->message, sizeof found->message,
            language_of(
                "%s is the name of something else in the program, too: make it static, or give it another"),
            name);
    else if (quoted_after(output, "undefined reference to `", name, sizeof name))
        snprintf(found->message, sizeof found->message, language_of("%s is used, and defined nowhere"), name);
    else if (strstr(output, "relocation truncated"))
        snprintf(
            found->message, sizeof found->message,
            language_of("its variables are too large for a program: get memory with cudaMalloc or malloc"));
    utf8_escape(found->message, sizeof found->message);
}

// The engine turns a kernel's body into a lambda that is not in the source. The error itself follows it.
static bool is_about_lambda(const char *line, size_t length) {
    static const char end[] = ": In lambda function:";
    return length >= strlen(end) && memcmp(line + length - strlen(end), end, strlen(end)) == 0;
}

// Prints a line without the directory in front of its files.
static void print_line(FILE *out, const char *line, size_t length, const char *directory) {
    const size_t skip = strlen(directory);
    for (const char *at = line; at < line + length;)
        if (strncmp(at, directory, skip) == 0 && at[skip] == '/')
            at += skip + 1;
        else
            fputc(*at++, out);
}

char *diagnostics_excerpt(const char *output, const char *directory, int lines) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    for (const char *line = output; *line && lines > 0;) {
        const size_t words = strcspn(line, "\n"), length = words + (line[words] == '\n');
        if (!is_about_lambda(line, words)) {
            print_line(out, line, length, directory);
            lines--;
        }
        line += length;
    }
    char *escaped = fclose(out) == 0 ? utf8_escaped(text) : NULL;
    free(text);
    return escaped;
}
