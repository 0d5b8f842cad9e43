// Finds the student of a clone whose name begins with the assignment's.
#include "class/intake/collect.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

// Whether one of the files is in a place that only a clone has.
static bool is_of_clone(const struct candidate *one) {
    return one->system == UPLOAD_PLAIN &&
           (strncmp(one->rest, "labs/", 5) == 0 || strncmp(one->rest, ".git/", 5) == 0);
}

// The length of "lab3-" at the start of a name, 0 if no lab is there.
static size_t lab_length(const char *name) {
    for (size_t i = 0; i < spec_count(); i++) {
        const char *lab = spec_get(i)->name;
        const size_t length = strlen(lab);
        if (strncasecmp(name, lab, length) == 0 && name[length] == '-')
            return length + 1;
    }
    return 0;
}

// The length of a name up to the end of its first lab: 11 of "cs101-lab3-ada"; 0 without one.
static size_t through_lab(const char *name) {
    for (const char *part = name; part; part = strchr(part, '-'), part = part ? part + 1 : NULL)
        if (lab_length(part) > 0)
            return (size_t)(part - name) + lab_length(part);
    return 0;
}

static size_t common(const char *a, const char *b, size_t length) {
    size_t same = 0;
    while (same < length && b[same] && tolower((unsigned char)a[same]) == tolower((unsigned char)b[same]))
        same++;
    return same;
}

// The length up to the last dash that is not the name's last character: what follows is never empty.
static size_t up_to_dash(const char *name, size_t length) {
    while (length > 0 && (name[length - 1] != '-' || name[length] == '\0'))
        length--;
    return length;
}

void clones_find(struct clones *clones, const struct collection *all) {
    const char *first = NULL;
    size_t length = 0;
    bool several = false;
    *clones = (struct clones){.labs = false};
    for (size_t i = 0; i < all->count; i++) {
        const char *name = all->items[i].upload;
        if (!is_of_clone(&all->items[i]) || (first && strcmp(name, first) == 0))
            continue;
        length = first ? common(first, name, length) : strlen(name);
        several = several || first;
        first = first ? first : name;
    }
    if (!first)
        return;
    const size_t lab = through_lab(first);
    if (!several)
        length = lab;
    length = lab > 0 && lab <= length ? lab : up_to_dash(first, length);
    snprintf(clones->prefix, sizeof clones->prefix, "%.*s", (int)length, first);
    if (lab > 0 && lab <= length)
        return;
    clones->labs = true;
    for (size_t i = 0; clones->labs && i < all->count; i++)
        clones->labs = !is_of_clone(&all->items[i]) || lab_length(all->items[i].upload + length) > 0;
}

const char *clones_student(const struct clones *clones, const char *name) {
    const size_t length = strlen(clones->prefix);
    if (strncasecmp(name, clones->prefix, length) != 0 || name[length] == '\0')
        return name;
    const size_t lab = clones->labs ? lab_length(name + length) : 0;
    return name[length + lab] ? name + length + lab : name;
}
