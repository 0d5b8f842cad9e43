// Reads what nvdisasm prints of a cubin. Like all that comes of a submission it is text that nobody trusts.
#include "disassembly.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *line_after(const char *at) {
    at += strcspn(at, "\n");
    return at + (*at == '\n');
}

bool disassembly_begin(struct disassembly *reader, const char *text, const char *kernel, const char *file) {
    char label[640];
    const int length = snprintf(label, sizeof label, ".text.%s:\n", kernel);
    *reader = (struct disassembly){.file = file};
    if (length < 0 || (size_t)length >= sizeof label)
        return false;
    for (const char *at = text; *at; at = line_after(at))
        if (strncmp(at, label, (size_t)length) == 0) {
            reader->at = at + length;
            return true;
        }
    return false;
}

// The line of the submission in `//## File "/.../lab5.cu", line 197 inlined at "/.../lab5.cu", line 220`;
// what comes from a header belongs to the line that it was put into. 0 if there is none.
static int own_line(const char *at, const char *file) {
    const char *end = strchrnul(at, '\n');
    char wanted[300];
    const int length = snprintf(wanted, sizeof wanted, "/%s\", line ", file);
    if (length < 0 || (size_t)length >= sizeof wanted)
        return 0;
    const char *found = memmem(at, (size_t)(end - at), wanted, (size_t)length);
    return found ? (int)strtol(found + length, NULL, 10) : 0;
}

static bool is_place(const char *at) { return strncmp(at + strspn(at, " \t"), "//## File ", 10) == 0; }

// Of the comments before an instruction the first that names the submission counts: the innermost.
static const char *read_places(struct disassembly *reader, const char *at) {
    reader->line = 0;
    for (; is_place(at); at = line_after(at))
        if (reader->line == 0)
            reader->line = own_line(at, reader->file);
    return at;
}

// `.L_x_2:`, or `/*0050*/  S2R R6, SR_TID.X ;`, without address and semicolon.
static bool read_code(struct disassembly *reader, const char *at) {
    const size_t length = strcspn(at, "\n");
    const char *from = at + strspn(at, " \t"), *end = at + length;
    if (strncmp(from, "/*", 2) == 0) {
        from = memmem(from, (size_t)(end - from), "*/", 2);
        if (!from)
            return false;
        from += 2;
        from += strspn(from, " \t");
    } else if (strncmp(from, ".L_", 3) != 0) {
        return false;
    }
    while (end > from && (end[-1] == ';' || end[-1] == ' ' || end[-1] == '\t'))
        end--;
    snprintf(reader->code, sizeof reader->code, "%.*s", (int)(end - from), from);
    return end > from;
}

// Behind the last instruction nothing but padding comes, and the label of its end.
static bool is_end(const char *at) {
    struct disassembly rest = {.line = 0};
    for (; *at && strncmp(at, "//-", 3) != 0; at = line_after(at))
        if (read_code(&rest, at) && strcmp(rest.code, "NOP") != 0 && strncmp(rest.code, ".L_", 3) != 0)
            return false;
    return true;
}

bool disassembly_next(struct disassembly *reader) {
    while (*reader->at && strncmp(reader->at, "//-", 3) != 0) {
        if (is_place(reader->at))
            reader->at = read_places(reader, reader->at);
        const char *at = reader->at;
        reader->at = line_after(at);
        if (read_code(reader, at))
            return strcmp(reader->code, "NOP") != 0 || !is_end(at);
    }
    return false;
}
