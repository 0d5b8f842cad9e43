// Whether a source says by itself where its lines come from, or that it is a header of the system: with
// either it could pass for one, which may use what a submission must not (simtcc --confined).
#include "markers.h"

#include <ctype.h>
#include <string.h>

// Joins lines that end in a backslash, and turns comments into a space, as the preprocessor does first.
static size_t plain(char *to, const char *from, size_t length) {
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        while (i + 1 < length && from[i] == '\\' && from[i + 1 + strspn(from + i + 1, " \t\r\f\v")] == '\n')
            i += 2 + strspn(from + i + 1, " \t\r\f\v");
        if (i >= length)
            break;
        to[count++] = from[i];
    }
    return count;
}

static size_t skip_blanks(const char *text, size_t at, size_t length) {
    for (;;) {
        while (at < length && strchr(" \t\r\f\v", text[at]) && text[at])
            at++;
        if (at + 1 >= length || text[at] != '/' || text[at + 1] != '*')
            return at;
        const char *end = memmem(text + at + 2, length - at - 2, "*/", 2);
        at = end ? (size_t)(end - text) + 2 : length;
    }
}

int markers_line(const char *source, size_t length, char *work) {
    const size_t count = plain(work, source, length);
    int line = 1;
    for (size_t at = 0; at < count; at++) {
        if (at == 0 || work[at - 1] == '\n' || (at > 1 && work[at - 1] == '/' && work[at - 2] == '*')) {
            size_t next = skip_blanks(work, at, count);
            const bool mark = next < count && work[next] == '#';
            const bool digraph = next + 1 < count && work[next] == '%' && work[next + 1] == ':';
            const bool trigraph = next + 2 < count && memcmp(work + next, "?\?=", 3) == 0;
            next = skip_blanks(work, next + (trigraph ? 3 : digraph ? 2 : 1), count);
            if ((mark || digraph || trigraph) && next < count && isdigit((unsigned char)work[next]))
                return line;
        }
        line += work[at] == '\n';
        if (count - at > 13 && memcmp(work + at, "system_header", 13) == 0)
            return line;
    }
    return 0;
}
