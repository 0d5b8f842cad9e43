// What `unpack` says of an archive, read.
#include "class/intake/archive_listing.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

bool listing_problem(struct found_list *list, const char *holder, const char *words) {
    return found_add(
        list, &(struct found){
                  .kind = UNPACK_PROBLEM, .path = (char *)"", .holder = holder, .problem = (char *)words});
}

static bool is_kind(char kind) {
    return kind == UNPACK_FILE || kind == UNPACK_OTHER || kind == UNPACK_LARGE || kind == UNPACK_LINK ||
           kind == UNPACK_SPECIAL || kind == UNPACK_OUTSIDE || kind == UNPACK_PROBLEM || kind == UNPACK_END;
}

// One line. @return false if it is none
static bool read_line(struct found_list *list, const char *line, const char *holder, const char *box,
                      bool *ended) {
    char kind, file[PATH_MAX];
    long long size, when;
    int number, at = 0;
    if (sscanf(line, "%c %18lld %18lld %9d %n", &kind, &size, &when, &number, &at) != 4 || at == 0 ||
        !is_kind(kind) || size < 0 || number < 0)
        return false;
    *ended = kind == UNPACK_END || kind == UNPACK_PROBLEM;
    if (kind == UNPACK_END)
        return true;
    if (kind == UNPACK_PROBLEM)
        return listing_problem(list, holder, line + at);
    snprintf(file, sizeof file, "%s/%d", box, number);
    return found_add(list, &(struct found){.kind = (enum unpack_kind)kind,
                                           .path = (char *)line + at,
                                           .file = kind == UNPACK_FILE ? file : NULL,
                                           .holder = holder,
                                           .size = size,
                                           .when = when});
}

bool listing_read(struct found_list *list, char *text, const char *holder, const char *box) {
    bool ended = false;
    char *rest = text;
    for (char *line; !ended && (line = strsep(&rest, "\n"));)
        if (!read_line(list, line, holder, box, &ended))
            return false;
    return ended;
}
