// What `unpack` says of an archive, read.
#include "class/intake/archive_listing.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

bool archive_listing_error(struct file_list *list, const char *container, const char *words) {
    return file_list_add(
        list, &(struct found_file){
                  .kind = UNPACK_ERROR, .path = (char *)"", .container = container, .error = (char *)words});
}

static bool is_kind(char kind) {
    return kind == UNPACK_FILE || kind == UNPACK_OTHER || kind == UNPACK_LARGE || kind == UNPACK_LINK ||
           kind == UNPACK_SPECIAL || kind == UNPACK_OUTSIDE || kind == UNPACK_ERROR || kind == UNPACK_END;
}

// One line. @return false if it is none
static bool read_line(struct file_list *list, const char *line, const char *container, const char *box,
                      bool *ended) {
    char kind, disk_path[PATH_MAX];
    long long size, changed;
    int number, at = 0;
    if (sscanf(line, "%c %18lld %18lld %9d %n", &kind, &size, &changed, &number, &at) != 4 || at == 0 ||
        !is_kind(kind) || size < 0 || number < 0)
        return false;
    *ended = kind == UNPACK_END || kind == UNPACK_ERROR;
    if (kind == UNPACK_END)
        return true;
    if (kind == UNPACK_ERROR)
        return archive_listing_error(list, container, line + at);
    snprintf(disk_path, sizeof disk_path, "%s/%d", box, number);
    return file_list_add(list, &(struct found_file){.kind = (enum unpack_kind)kind,
                                                    .path = (char *)line + at,
                                                    .disk_path = kind == UNPACK_FILE ? disk_path : NULL,
                                                    .container = container,
                                                    .size = size,
                                                    .changed = changed});
}

bool archive_listing_read(struct file_list *list, char *text, const char *container, const char *box) {
    bool ended = false;
    char *rest = text;
    for (char *line; !ended && (line = strsep(&rest, "\n"));)
        if (!read_line(list, line, container, box, &ended))
            return false;
    return ended;
}
