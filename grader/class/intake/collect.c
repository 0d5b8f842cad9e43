// Collects a class's submissions: the files below a path, archives opened, each file with its student.
#include "class/intake/collect.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "base/utf8.h"
#include "class/intake/upload.h"
#include "class/unpack/names.h"

static bool out_of_memory(struct error *error) { return error_set(error, "memory is used up"); }

static bool list_top(struct collection *all, const char *path, bool *archive, struct error *error) {
    struct stat status;
    if (stat(path, &status) != 0)
        return error_set_system(error, "cannot read %s", path);
    *archive = !S_ISDIR(status.st_mode);
    if (!*archive)
        return file_list_walk(&all->top, path, error);
    if (!S_ISREG(status.st_mode) || wanted_by_name(path) != WANTED_ARCHIVE)
        return error_set(error, "%s is neither a folder nor a zip or tar archive", path);
    return staging_unpack(all->staging, &all->top, path, path, UNPACK_MAX_EXPORT_MIB, error);
}

static bool is_export(const char *path) {
    struct upload upload;
    upload_parse(&upload, path);
    return upload.system != UPLOAD_PLAIN;
}

// "lab3/..." and "labs/..." lie in a student's folder, "lab3-ada/..." does not.
static bool is_lab_folder(const char *path) {
    const size_t length = strcspn(path, "/");
    for (size_t i = 0; i < spec_count(); i++) {
        const char *name = spec_get(i)->name;
        if (strlen(name) == length && strncasecmp(path, name, length) == 0)
            return true;
    }
    return length == 4 && strncasecmp(path, "labs", 4) == 0;
}

// Whether a folder that contains all files was made by packing the class, and is not a student's: it contains
// a learning system's names, or several folders that are not one per lab, and no source.
static bool wraps(const struct file_list *list, size_t inside, bool archive) {
    const char *first = NULL;
    bool several = false;
    for (size_t i = 0; i < list->count; i++) {
        const char *path = list->items[i].path + inside, *slash = strchr(path, '/');
        if (is_export(path))
            return true;
        if ((!slash && wanted_by_name(path) > WANTED_TEXT) || is_lab_folder(path))
            archive = false;
        if (slash && first && strncmp(first, path, (size_t)(slash - path) + 1) != 0)
            several = true;
        if (slash && !first)
            first = path;
    }
    return archive && several;
}

// The length of such a folder at the start of every path, 0 if there is none.
static size_t wrapping(const struct file_list *list, bool archive) {
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
                          const struct found_file *file, const char *rest) {
    const struct upload_name name = upload_name(rest);
    char named[UPLOAD_STUDENT_SIZE];
    snprintf(named, sizeof named, "%s", student);
    compose_letters(named);
    struct candidate *new = array_add(&all->items, &all->count, sizeof *new);
    if (!new)
        return false;
    *new = (struct candidate){.student = strdup(named),
                              .upload = strdup(named),
                              .system = upload->system,
                              .file = file,
                              .rest = rest,
                              .order = upload->order,
                              .submitted = upload->submitted,
                              .late = upload->late,
                              .lab = name.lab,
                              .copy = name.copy};
    return new->student &&new->upload;
}

static bool add_stray(struct collection *all, struct found_file *file) {
    const enum wanted wanted = wanted_by_name(file->path);
    const bool told = file->kind == UNPACK_OUTSIDE || file->kind == UNPACK_ERROR;
    if (!told && (wanted <= WANTED_TEXT || wanted == WANTED_NAMES))
        return true; // a read-me, a list of grades
    struct found_file **stray = array_add(&all->strays, &all->stray_count, sizeof(*stray));
    return stray && (*stray = file);
}

// Adds a file of a student; an archive is opened instead.
static bool add_file(struct collection *all, const struct upload *upload, const char *student,
                     const struct found_file *file) {
    if (!file->nested)
        return add_candidate(all, upload, student, file, upload->rest);
    for (const struct found_file *one = file->nested->items; one < file->nested->items + file->nested->count;
         one++)
        if (!add_candidate(all, upload, student, one, one->path))
            return false;
    return true;
}

// Adds an upload for its students: with Gradescope, those in the list of names.
static bool add_upload(struct collection *all, const struct upload *upload, const struct roster *roster,
                       const struct found_file *file) {
    bool good = true, named = false;
    for (size_t i = 0; good && upload->system == UPLOAD_GRADESCOPE && i < roster->count; i++) {
        if (strcmp(roster->items[i].submission, upload->student) != 0)
            continue;
        named = true;
        struct upload own = *upload;
        own.submitted = roster->items[i].submitted;
        good = add_file(all, &own, roster->items[i].student, file);
    }
    return good && (named || add_file(all, upload, upload->student, file));
}

static void parse(struct upload *upload, const struct found_file *file, size_t inside) {
    upload_parse(upload, file->path + (file->path[0] ? inside : 0));
    if (upload->student[0] == '\0' && file->kind == UNPACK_LINK)
        snprintf(upload->student, sizeof upload->student, "%s", upload->rest);
}

// Opens an archive, unless its path names no student.
static bool open_archive(struct collection *all, struct found_file *file, size_t inside,
                         struct error *error) {
    char origin[PATH_MAX];
    struct upload upload;
    parse(&upload, file, inside);
    if (upload.student[0] == '\0' || file->kind != UNPACK_FILE || kit_folder(upload.rest) ||
        wanted_by_name(file->path) != WANTED_ARCHIVE)
        return true;
    file->nested = calloc(1, sizeof *file->nested);
    file_origin(file, origin, sizeof origin);
    return file->nested ? staging_unpack(all->staging, file->nested, file->disk_path, origin,
                                         UNPACK_MAX_STUDENT_MIB, error)
                        : out_of_memory(error);
}

// Whether all files that matter in a list have a learning system's names.
static bool holds_export(const struct file_list *list) {
    const size_t inside = wrapping(list, true);
    bool any = false;
    for (size_t i = 0; i < list->count; i++) {
        const char *path = list->items[i].path + (list->items[i].path[0] ? inside : 0);
        const bool system = is_export(path);
        any = any || system;
        if (!system && wanted_by_name(path) > WANTED_TEXT && wanted_by_name(path) != WANTED_NAMES)
            return false;
    }
    return any;
}

// Whether a folder consists of exports, one zip per section. All of its archives must be exports: a single
// archive from a student could pretend to be one, and hand in for others.
static bool is_of_exports(const struct file_list *list, size_t inside) {
    bool any = false;
    for (size_t i = 0; i < list->count; i++) {
        const char *path = list->items[i].path + (list->items[i].path[0] ? inside : 0);
        if (wanted_by_name(path) <= WANTED_TEXT && !strchr(path, '/'))
            continue; // a list of grades next to it
        const struct file_list *nested = list->items[i].nested;
        if (!nested || strchr(path, '/') || is_export(path) || !holds_export(nested))
            return false;
        any = true;
    }
    return any;
}

static bool attribute_file(struct collection *all, struct found_file *file, size_t inside,
                           const struct roster *roster, struct error *error) {
    struct upload upload;
    parse(&upload, file, inside);
    const bool good = upload.student[0] == '\0' || file->kind == UNPACK_OUTSIDE
                          ? add_stray(all, file)
                          : add_upload(all, &upload, roster, file);
    return good || out_of_memory(error);
}

// Gradescope's list of names, which is next to the submissions. A list in a student's folder is the student's
// own file.
static bool read_roster(const struct file_list *list, size_t inside, struct roster *roster,
                        struct error *error) {
    for (size_t i = 0; i < list->count; i++) {
        const struct found_file *file = &list->items[i];
        char *bytes, origin[PATH_MAX];
        size_t length;
        struct error reason;
        if (file->kind != UNPACK_FILE || wanted_by_name(file->path) != WANTED_NAMES ||
            strchr(file->path + inside, '/'))
            continue;
        file_origin(file, origin, sizeof origin);
        bool good =
            bytes_read(file->disk_path, UNPACK_MAX_NESTED, &bytes, &length, reason.text, sizeof reason.text);
        if (good) {
            good = roster_read(roster, bytes, length, &reason);
            free(bytes);
        }
        if (!good)
            return error_set(error, "%s: %s", origin, reason.text);
    }
    return true;
}

// Finds the student of each file. @param sections whether archives in the list may be exports themselves
static bool attribute(struct collection *all, struct file_list *list, size_t inside, bool sections,
                      struct error *error) {
    struct roster roster = {.count = 0};
    bool good = true;
    for (size_t i = 0; good && i < list->count && !stop_requested(); i++)
        good = open_archive(all, &list->items[i], inside, error);
    good = good && read_roster(list, inside, &roster, error);
    sections = sections && is_of_exports(list, inside);
    for (size_t i = 0; good && i < list->count && !stop_requested(); i++) {
        struct found_file *file = &list->items[i];
        good = sections && file->nested
                   ? attribute(all, file->nested, wrapping(file->nested, true), false, error)
                   : attribute_file(all, file, inside, &roster, error);
    }
    roster_free(&roster);
    return good;
}

// Sorts by student, then by path, so that messages do not depend on the order of files on a disk.
static int by_student(const void *a, const void *b) {
    const struct candidate *one = a, *two = b;
    const int order = strcmp(one->student, two->student);
    return order != 0 ? order : strcmp(one->file->path, two->file->path);
}

void collect_sort(struct collection *all) {
    if (all->count > 0)
        qsort(all->items, all->count, sizeof all->items[0], by_student);
}

bool collect(struct collection *all, const char *path, struct error *error) {
    bool archive = false;
    *all = (struct collection){.count = 0};
    all->staging = staging_create(error);
    const bool good = all->staging && list_top(all, path, &archive, error) &&
                      attribute(all, &all->top, wrapping(&all->top, archive), true, error);
    if (good)
        collect_sort(all);
    return good;
}

size_t collect_own_files(const struct collection *all, size_t own) {
    size_t count = 0;
    while (own + count < all->count && strcmp(all->items[own + count].student, all->items[own].student) == 0)
        count++;
    return count;
}

void collect_free(struct collection *all) {
    for (size_t i = 0; i < all->count; i++) {
        free(all->items[i].student);
        free(all->items[i].upload);
    }
    free(all->items);
    free(all->strays);
    file_list_free(&all->top);
    staging_remove(all->staging);
    memset(all, 0, sizeof *all);
}
