// Which files of a hand-in matter, told by their names.
#include "class/unpack/wanted.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

static const struct {
    const char *end;
    enum wanted kind;
} ends[] = {
    {".cu", WANTED_SOURCE},       {".zip", WANTED_ARCHIVE},    {".tar", WANTED_ARCHIVE},
    {".tar.gz", WANTED_ARCHIVE},  {".tgz", WANTED_ARCHIVE},    {".tar.bz2", WANTED_ARCHIVE},
    {".tbz", WANTED_ARCHIVE},     {".tar.xz", WANTED_ARCHIVE}, {".txz", WANTED_ARCHIVE},
    {".tar.zst", WANTED_ARCHIVE}, {".rar", WANTED_PACKED},     {".7z", WANTED_PACKED},
};

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

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
    const char *name = last_part(path);
    const size_t i = end_of(name);
    if (i < sizeof ends / sizeof ends[0])
        return ends[i].kind;
    return strcmp(name, "submission_metadata.yml") == 0 ? WANTED_NAMES : WANTED_NOT;
}

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
