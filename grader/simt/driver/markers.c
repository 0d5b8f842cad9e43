// Whether a source sets the origin of its lines, or declares itself a system header. With either it would
// pass for a header of the system, which may use what a submission must not (simtcc --confined). In a comment
// both are harmless. If some literals make it uncertain what a comment is, nothing counts as one.
#include "compile.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// Joins lines that end in a backslash, as the preprocessor does first. @return the new length
static size_t join_lines(char *to, const char *from, size_t length) {
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        const size_t blanks = from[i] == '\\' ? strspn(from + i + 1, " \t\r\f\v") : 0;
        if (from[i] == '\\' && from[i + 1 + blanks] == '\n')
            i += 1 + blanks;
        else
            to[count++] = from[i];
    }
    return count;
}

// Raw strings, and quotes that separate digits.
static bool has_odd_literals(const char *text, size_t length) {
    for (size_t i = 1; i + 1 < length; i++)
        if ((text[i] == '"' && text[i - 1] == 'R') ||
            (text[i] == '\'' && isxdigit((unsigned char)text[i - 1]) && isalnum((unsigned char)text[i + 1])))
            return true;
    return false;
}

// First byte behind a comment or literal that begins at `at`; `at` if none does.
static size_t skip_comment_or_literal(const char *text, size_t at, size_t length) {
    const char mark = text[at], next = at + 1 < length ? text[at + 1] : '\0';
    if (mark == '/' && next == '*') {
        const char *end = memmem(text + at + 2, length - at - 2, "*/", 2);
        return end ? (size_t)(end - text) + 2 : length;
    }
    if (mark == '/' && next == '/')
        return at + strcspn(text + at, "\n");
    if (mark != '"' && mark != '\'')
        return at;
    for (at++; at < length && text[at] != mark && text[at] != '\n'; at++)
        at += text[at] == '\\' && at + 1 < length && text[at + 1] != '\n';
    return at < length && text[at] == mark ? at + 1 : at;
}

// Turns comments into spaces, but keeps the ends of lines.
static void blank_comments(char *text, size_t length) {
    for (size_t at = 0; at < length;) {
        const size_t end = skip_comment_or_literal(text, at, length);
        for (size_t i = at; text[at] == '/' && i < end; i++)
            if (text[i] != '\n' && i > at)
                text[i] = ' ';
        if (end > at && text[at] == '/')
            text[at] = ' ';
        at = end > at ? end : at + 1;
    }
}

static size_t skip_blanks(const char *text, size_t at, size_t length) {
    for (;;) {
        while (at < length && text[at] && strchr(" \t\r\f\v", text[at]))
            at++;
        if (at + 1 >= length || text[at] != '/' || text[at + 1] != '*')
            return at;
        const char *end = memmem(text + at + 2, length - at - 2, "*/", 2);
        at = end ? (size_t)(end - text) + 2 : length;
    }
}

static bool is_marker(const char *text, size_t at, size_t length) {
    at = skip_blanks(text, at, length);
    const bool mark = at < length && text[at] == '#';
    const bool digraph = at + 1 < length && text[at] == '%' && text[at + 1] == ':';
    if (!mark && !digraph)
        return false;
    at = skip_blanks(text, at + (mark ? 1 : 2), length);
    return at < length && isdigit((unsigned char)text[at]);
}

int markers_line(const char *source, size_t length, char *work) {
    static const char word[] = "system_header";
    const size_t count = join_lines(work, source, length);
    int line = 1;
    work[count] = '\0';
    if (!has_odd_literals(work, count))
        blank_comments(work, count);
    for (size_t at = 0; at < count; at++) {
        // A directive may also begin after a comment that ends in this line.
        const bool begins =
            at == 0 || work[at - 1] == '\n' || (at > 1 && work[at - 1] == '/' && work[at - 2] == '*');
        if (begins && is_marker(work, at, count))
            return line;
        if (strncmp(work + at, word, sizeof word - 1) == 0)
            return line;
        line += work[at] == '\n';
    }
    return 0;
}

static bool file_has(const char *path, const char *word) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = fopen(path, "r");
    const bool found = file && getdelim(&text, &size, '\0', file) > 0 && strstr(text, word);
    free(text);
    if (file)
        fclose(file);
    return found;
}

bool markers_find(const char *text, const char *word) {
    enum { ENTERED = 1 }; /* the flag where a file begins; the first has none */
    char path[4096];
    for (const char *at = text; at; at = strstr(at + 1, "\n# ")) {
        int flag = at == text;
        if (sscanf(at, " # %*d \"%4095[^\"\n]\" %d", path, &flag) >= 1 && flag == ENTERED &&
            file_has(path, word))
            return true;
    }
    return false;
}
