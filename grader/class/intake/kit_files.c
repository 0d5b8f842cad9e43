// Finds the kit's own files among a student's: starters, and the other files of a clone.
#include "class/intake/collect.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/paths.h"
#include "class/intake/file_list.h"
#include "class/unpack/names.h"

enum { MAX_LABS = 64 };

// Two texts are the same starter if they differ only in blanks at the ends of lines.
struct kit_files {
    struct paths paths;
    struct starter {
        const struct spec *lab;
        char *text; // NULL if the kit has none
        size_t length;
    } starters[MAX_LABS];
    size_t count;
};

struct kit_files *kit_files_create(struct error *error) {
    struct kit_files *kit = calloc(1, sizeof *kit);
    if (kit && paths_find(&kit->paths, error->text, sizeof error->text))
        return kit;
    if (!kit)
        error_set(error, "memory is used up");
    free(kit);
    return NULL;
}

void kit_files_free(struct kit_files *kit) {
    for (size_t i = 0; kit && i < kit->count; i++)
        free(kit->starters[i].text);
    free(kit);
}

// Removes blanks before line ends, and empty lines at the end of the text. @return its new length
static size_t squeeze(char *text, size_t length) {
    size_t used = 0, solid = 0; // `solid` is the position after the line's last non-blank
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\n')
            used = solid;
        text[used++] = text[i];
        if (!strchr(" \t\r\f\v", text[i]) || text[i] == '\0')
            solid = used;
    }
    while (used > 0 && strchr(" \t\r\n", text[used - 1]))
        used--;
    return used;
}

static bool read_text(const char *path, char **text, size_t *length) {
    char why[256];
    if (!source_read(path, text, length, NULL, why, sizeof why))
        return false;
    *length = squeeze(*text, *length);
    return true;
}

static const struct starter *starter_of(struct kit_files *kit, const struct spec *lab) {
    char path[PATH_MAX + 64];
    for (size_t i = 0; i < kit->count; i++)
        if (kit->starters[i].lab == lab)
            return &kit->starters[i];
    if (kit->count == MAX_LABS)
        return NULL;
    struct starter *new = &kit->starters[kit->count++];
    *new = (struct starter){.lab = lab};
    snprintf(path, sizeof path, "%s/labs/%s/%s.cu", kit->paths.top, lab->name, lab->name);
    if (!read_text(path, &new->text, &new->length))
        new->text = NULL;
    return new;
}

static bool is_starter(struct kit_files *kit, const struct candidate *one) {
    char *text;
    size_t length;
    const struct starter *starter = one->lab ? starter_of(kit, one->lab) : NULL;
    // UTF-16 and other line ends make a text longer, but at most three times.
    if (!starter || !starter->text || one->file->kind != UNPACK_FILE || !one->file->disk_path ||
        one->file->size > 3 * (long long)starter->length + 4096 ||
        !read_text(one->file->disk_path, &text, &length))
        return false;
    const bool same = length == starter->length && memcmp(text, starter->text, length) == 0;
    free(text);
    return same;
}

bool kit_folder(const char *rest) {
    static const char *const folders[] = {"grader/", "docs/", "slides/", "solutions/"};
    for (const char *part = rest; part; part = strchr(part, '/') ? strchr(part, '/') + 1 : NULL)
        for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
            if (strncmp(part, folders[i], strlen(folders[i])) == 0)
                return true;
    return false;
}

void kit_files_mark(struct kit_files *kit, struct candidate *own, size_t count) {
    bool clone =
        false; // has a folder labs/: then only sources outside of the kit's other folders are the student's
    for (size_t i = 0; i < count; i++) {
        const char *labs = strstr(own[i].rest, "labs/");
        clone = clone || (labs && (labs == own[i].rest || labs[-1] == '/') && strchr(labs + 5, '/'));
    }
    for (size_t i = 0; i < count; i++) {
        own[i].beside = clone && (kit_folder(own[i].rest) || wanted_by_name(own[i].rest) == WANTED_NOT);
        own[i].starter = !own[i].beside && is_starter(kit, &own[i]);
    }
}
