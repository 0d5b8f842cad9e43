// All that a class has handed in: what lies below a path, archives opened, each file with its student.
#include "class/intake/collect.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/interrupt.h"
#include "base/read_file.h"
#include "class/intake/roster.h"
#include "class/intake/upload.h"
#include "class/unpack/wanted.h"

static bool out_of_memory(char *why, size_t size) {
    snprintf(why, size, "memory is used up");
    return false;
}

static bool list_top(struct collection *all, const char *path, bool *archive, char *why, size_t size) {
    struct stat status;
    if (stat(path, &status) != 0) {
        snprintf(why, size, "cannot read %s: %s", path, strerror(errno));
        return false;
    }
    *archive = !S_ISDIR(status.st_mode);
    if (!*archive)
        return found_walk(&all->top, path, why, size);
    if (!S_ISREG(status.st_mode) || wanted_by_name(path) != WANTED_ARCHIVE) {
        snprintf(why, size, "%s is neither a folder nor a zip or tar archive", path);
        return false;
    }
    return spool_unpack(all->spool, &all->top, path, path, UNPACK_MAX_EXPORT_MIB, why, size);
}

static bool is_export(const char *path) {
    struct upload upload;
    upload_parse(&upload, path);
    return upload.rest != path &&
           (upload.order > 0 || upload.gradescope || strstr(path, "_assignsubmission_"));
}

// Whether a folder that all lie in is one that somebody packed the class in, rather than a student's: a
// learning system's names lie in it, or several folders that are not each for a lab, and no source.
static bool wraps(const struct found_list *list, size_t inside, bool archive) {
    const char *first = NULL;
    bool several = false;
    for (size_t i = 0; i < list->count; i++) {
        const char *path = list->items[i].path + inside, *slash = strchr(path, '/');
        if (is_export(path) || wanted_by_name(path) == WANTED_NAMES)
            return true;
        if ((!slash && wanted_by_name(path) != WANTED_NOT) || strncasecmp(path, "lab", 3) == 0)
            archive = false;
        if (slash && first && strncmp(first, path, (size_t)(slash - path) + 1) != 0)
            several = true;
        if (slash && !first)
            first = path;
    }
    return archive && several;
}

// How much of every path is such a folder, 0 if there is none.
static size_t wrapping(const struct found_list *list, bool archive) {
    const char *slash = list->count > 0 ? strchr(list->items[0].path, '/') : NULL;
    const size_t length = slash ? (size_t)(slash - list->items[0].path) + 1 : 0;
    if (length == 0 || is_export(list->items[0].path))
        return 0;
    for (size_t i = 1; i < list->count; i++)
        if (strncmp(list->items[i].path, list->items[0].path, length) != 0)
            return 0;
    return wraps(list, length, archive) ? length : 0;
}

static bool add_candidate(struct collection *all, const struct upload *upload, const char *student,
                          const struct found *found, const char *rest) {
    if (all->count == all->room) {
        const size_t room = all->room > 0 ? 2 * all->room : 256;
        struct candidate *items = reallocarray(all->items, room, sizeof *items);
        if (!items)
            return false;
        all->items = items;
        all->room = room;
    }
    const struct upload_name name = upload_name(rest);
    struct candidate *new = &all->items[all->count++];
    *new = (struct candidate){.student = strdup(student),
                              .found = found,
                              .rest = rest,
                              .order = upload->order,
                              .late = upload->late,
                              .lab = name.lab,
                              .copy = name.copy};
    return new->student != NULL;
}

static bool add_stray(struct collection *all, struct found *found) {
    const enum wanted wanted = wanted_by_name(found->path);
    const bool told = found->kind == UNPACK_OUTSIDE || found->kind == UNPACK_PROBLEM;
    if (!told && (wanted == WANTED_NOT || wanted == WANTED_NAMES))
        return true; // a read-me, a list of grades
    struct found **strays = reallocarray(all->strays, all->stray_count + 1, sizeof *strays);
    if (!strays)
        return false;
    all->strays = strays;
    strays[all->stray_count++] = found;
    return true;
}

// A file of a student: an archive is opened in its place.
static bool add_found(struct collection *all, const struct upload *upload, const char *student,
                      const struct found *found, const struct found_list *nested) {
    if (!nested)
        return add_candidate(all, upload, student, found, upload->rest);
    for (size_t i = 0; i < nested->count; i++)
        if (!add_candidate(all, upload, student, &nested->items[i], nested->items[i].path))
            return false;
    return true;
}

// The students that an upload is from: with Gradescope, those the list names.
static bool add_upload(struct collection *all, const struct upload *upload, const struct people *people,
                       struct found *found, const struct found_list *nested) {
    bool good = true, named = false;
    for (size_t i = 0; good && upload->gradescope && i < people->count; i++) {
        if (strcmp(people->items[i].submission, upload->student) != 0)
            continue;
        named = true;
        struct upload own = *upload;
        own.late = upload->late || people->items[i].late;
        good = add_found(all, &own, people->items[i].student, found, nested);
    }
    return good && (named || add_found(all, upload, upload->student, found, nested));
}

static bool open_archive(struct collection *all, const struct found *found, struct found_list *nested,
                         char *why, size_t size) {
    char origin[PATH_MAX];
    found_origin(found, origin, sizeof origin);
    return spool_unpack(all->spool, nested, found->file, origin, UNPACK_MAX_STUDENT_MIB, why, size);
}

static bool attribute(struct collection *all, size_t inside, const struct people *people, char *why,
                      size_t size) {
    all->nested = calloc(all->top.count + 1, sizeof *all->nested);
    if (!all->nested)
        return out_of_memory(why, size);
    for (size_t i = 0; i < all->top.count && !stop_requested(); i++) {
        struct found *found = &all->top.items[i];
        struct found_list *nested = NULL;
        struct upload upload;
        upload_parse(&upload, found->path + (found->path[0] ? inside : 0));
        if (upload.student[0] == '\0' && found->kind == UNPACK_LINK)
            snprintf(upload.student, sizeof upload.student, "%s", upload.rest);
        if (upload.student[0] == '\0' || found->kind == UNPACK_OUTSIDE) {
            if (!add_stray(all, found))
                return out_of_memory(why, size);
            continue;
        }
        if (found->kind == UNPACK_FILE && wanted_by_name(found->path) == WANTED_ARCHIVE) {
            nested = &all->nested[all->nested_count++];
            if (!open_archive(all, found, nested, why, size))
                return false;
        }
        if (!add_upload(all, &upload, people, found, nested))
            return out_of_memory(why, size);
    }
    return true;
}

static bool read_people(const struct found_list *list, struct people *people, char *why, size_t size) {
    for (size_t i = 0; i < list->count; i++) {
        const struct found *found = &list->items[i];
        char *bytes, words[256], origin[PATH_MAX];
        size_t length;
        if (found->kind != UNPACK_FILE || wanted_by_name(found->path) != WANTED_NAMES)
            continue;
        found_origin(found, origin, sizeof origin);
        bool good = bytes_read(found->file, UNPACK_MAX_NESTED, &bytes, &length, words, sizeof words);
        if (good) {
            good = people_read(people, bytes, length, words, sizeof words);
            free(bytes);
        }
        if (!good) {
            snprintf(why, size, "%s: %s", origin, words);
            return false;
        }
    }
    return true;
}

// Then by path, so that what is said does not depend on how a disk orders its files.
static int by_student(const void *a, const void *b) {
    const struct candidate *one = a, *two = b;
    const int order = strcmp(one->student, two->student);
    return order != 0 ? order : strcmp(one->found->path, two->found->path);
}

bool collect(struct collection *all, const char *path, time_t due, char *why, size_t size) {
    bool archive;
    struct people people = {.due = due};
    memset(all, 0, sizeof *all);
    all->spool = spool_create(why, size);
    bool good = all->spool && list_top(all, path, &archive, why, size) &&
                read_people(&all->top, &people, why, size) &&
                attribute(all, wrapping(&all->top, archive), &people, why, size);
    people_free(&people);
    if (good && all->count > 0)
        qsort(all->items, all->count, sizeof all->items[0], by_student);
    return good;
}

void collect_free(struct collection *all) {
    for (size_t i = 0; i < all->count; i++)
        free(all->items[i].student);
    for (size_t i = 0; i < all->nested_count; i++)
        found_free(&all->nested[i]);
    free(all->items);
    free(all->nested);
    free(all->strays);
    found_free(&all->top);
    spool_remove(all->spool);
    memset(all, 0, sizeof *all);
}
