// Names of files in hand-ins: which ones matter, and how to write them safely.
#include "class/unpack/names.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/utf8.h"

static const struct {
    const char *end;
    enum wanted kind;
} ends[] = {
    {".cu", WANTED_SOURCE},       {".zip", WANTED_ARCHIVE},    {".tar", WANTED_ARCHIVE},
    {".tar.gz", WANTED_ARCHIVE},  {".tgz", WANTED_ARCHIVE},    {".tar.bz2", WANTED_ARCHIVE},
    {".tbz", WANTED_ARCHIVE},     {".tar.xz", WANTED_ARCHIVE}, {".txz", WANTED_ARCHIVE},
    {".tar.zst", WANTED_ARCHIVE}, {".rar", WANTED_PACKED},     {".7z", WANTED_PACKED},
    {".cu.txt", WANTED_TEXT},     {".txt", WANTED_TEXT},       {".cpp", WANTED_TEXT},
};

static size_t end_of(const char *name) {
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        const size_t end = strlen(ends[i].end);
        if (length > end && strcasecmp(name + length - end, ends[i].end) == 0)
            return i;
    }
    return sizeof ends / sizeof ends[0];
}

enum wanted wanted_by_name(const char *path) {
    const char *name = basename(path);
    const size_t i = end_of(name);
    if (i < sizeof ends / sizeof ends[0])
        return ends[i].kind;
    return strcmp(name, "submission_metadata.yml") == 0 ? WANTED_NAMES : WANTED_NOT;
}

bool wanted_is_source(enum wanted wanted) { return wanted == WANTED_SOURCE || wanted == WANTED_TEXT; }

bool wanted_is_read(enum wanted wanted) { return wanted != WANTED_NOT && wanted != WANTED_PACKED; }

bool wanted_is_litter(const char *path) {
    for (const char *part = path; part; part = strchr(part, '/') ? strchr(part, '/') + 1 : NULL) {
        const bool here = strcmp(part, ".") == 0 || strncmp(part, "./", 2) == 0;
        const bool above = strcmp(part, "..") == 0 || strncmp(part, "../", 3) == 0;
        if ((part[0] == '.' && !here && !above) || strncmp(part, "__MACOSX/", 9) == 0)
            return true;
    }
    return false;
}

int wanted_stem(const char *name) {
    const size_t i = end_of(name);
    return (int)(strlen(name) - (i < sizeof ends / sizeof ends[0] ? strlen(ends[i].end) : 0));
}

// Control characters, Unicode line ends, and marks that change the direction of writing: they can make a line
// on a screen show something else.
static bool harmful(unsigned code) {
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == '%' || code == 0x061c || code == 0x200e ||
           code == 0x200f || (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) ||
           code == 0xfeff;
}

void name_escape(char *to, size_t size, const char *name) {
    size_t at = 0, left = strlen(name);
    to[0] = '\0';
    while (left > 0) {
        uint32_t code;
        const size_t length = utf8_character(name, left, &code);
        const bool plain = length > 0 && !harmful(code);
        const size_t bytes = length > 0 ? length : 1;
        if (at + (plain ? bytes : 3 * bytes) >= size)
            return;
        for (size_t i = 0; i < bytes; i++)
            at += (size_t)(plain ? snprintf(to + at, size - at, "%c", name[i])
                                 : snprintf(to + at, size - at, "%%%02X", (unsigned char)name[i]));
        name += bytes;
        left -= bytes;
    }
}
