// The files that count, student by student; what cannot be read is nobody's text.
#include "class/intake/handed_in.h"

#include <stdlib.h>
#include <string.h>

#include "class/intake/clones.h"
#include "class/intake/collect.h"
#include "class/intake/kit_files.h"
#include "class/intake/selection.h"
#include "class/intake/source.h"

struct handed_in {
    struct collection all;
};

// A clone is its student's.
static bool name_students(struct collection *all) {
    struct clones clones;
    clones_find(&clones, all);
    for (size_t i = 0; i < all->count; i++) {
        struct candidate *one = &all->items[i];
        char *copy =
            strdup(one->system == UPLOAD_PLAIN ? clones_student(&clones, one->upload) : one->student);
        if (!copy)
            return false;
        free(one->student);
        one->student = copy;
    }
    collect_sort(all);
    return true;
}

// What the kit itself has in a clone is nobody's text.
static bool find_owners(struct collection *all, struct error *error) {
    struct kit_files *kit = kit_files_create(error);
    if (!kit)
        return false;
    const bool good = name_students(all) || error_set(error, "memory is used up");
    for (size_t next = 0, count; good && next < all->count; next += count) {
        count = collect_own_files(all, next);
        kit_files_mark(kit, &all->items[next], count);
    }
    kit_files_free(kit);
    return good;
}

struct handed_in *handed_in_open(const char *path, struct error *error) {
    struct handed_in *handed_in = calloc(1, sizeof *handed_in);
    if (!handed_in)
        error_set(error, "memory is used up");
    if (handed_in && collect(&handed_in->all, path, error) && find_owners(&handed_in->all, error))
        return handed_in;
    handed_in_close(handed_in);
    return NULL;
}

bool handed_in_each(const struct handed_in *handed_in, const struct spec *lab, handed_in_visit *visit,
                    void *user) {
    const struct collection *all = &handed_in->all;
    bool good = true;
    for (size_t next = 0, count; good && next < all->count; next += count) {
        const struct candidate *own = &all->items[next];
        struct selection selection;
        char *bytes = NULL;
        size_t length = 0;
        count = collect_own_files(all, next);
        selection_make(&selection, own, count, lab, false);
        if (selection.chosen && source_read(selection.chosen->file->disk_path, &bytes, &length, NULL,
                                            selection.reason, sizeof selection.reason))
            good = visit(user, own->student, bytes, length);
        free(bytes);
    }
    return good;
}

void handed_in_close(struct handed_in *handed_in) {
    if (handed_in)
        collect_free(&handed_in->all);
    free(handed_in);
}
