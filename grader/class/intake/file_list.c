// A list of files that were found, and the contents of a folder.
#include "class/intake/file_list.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/files.h"
#include "base/utf8.h"
#include "class/unpack/names.h"

enum { MAX_DEPTH = 12 };

bool file_list_add(struct file_list *list, const struct found_file *item) {
    struct found_file *new = array_add(&list->items, &list->count, sizeof *new);
    if (!new)
        return false;
    *new = *item;
    new->path = strdup(item->path);
    new->disk_path = item->disk_path ? strdup(item->disk_path) : NULL;
    new->error = item->error ? strdup(item->error) : NULL;
    return new->path && (new->disk_path || !item->disk_path) && (new->error || !item->error);
}

const char *file_list_container(struct file_list *list, const char *name) {
    char **added = array_add(&list->containers, &list->container_count, sizeof *added);
    return added ? *added = strdup(name) : NULL;
}

void file_list_free(struct file_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        free(list->items[i].path);
        free(list->items[i].disk_path);
        free(list->items[i].error);
        if (list->items[i].nested)
            file_list_free(list->items[i].nested);
        free(list->items[i].nested);
    }
    for (size_t i = 0; i < list->container_count; i++)
        free(list->containers[i]);
    free(list->containers);
    free(list->items);
    memset(list, 0, sizeof *list);
}

void file_origin(const struct found_file *item, char *text, size_t size) {
    const size_t length = strlen(item->container);
    const bool folder = length > 0 && item->container[length - 1] == '/';
    if (item->path[0] == '\0')
        snprintf(text, size, "%s", item->container);
    else
        snprintf(text, size, "%s%s%s", item->container, folder ? "" : ": ", item->path);
}

// The state of a walk: its position, and the entries so far.
struct walk {
    struct file_list *list;
    const char *container;
    char path[PATH_MAX]; // on this machine; after `inside`, the path within the folder
    size_t inside;
    size_t entries; // in the current top-level folder
    bool full;      // it has too many
};

static enum unpack_kind kind_of(const struct stat *status, const char *path) {
    if (S_ISLNK(status->st_mode))
        return UNPACK_LINK;
    if (S_ISDIR(status->st_mode))
        return UNPACK_OTHER;
    if (!S_ISREG(status->st_mode))
        return UNPACK_SPECIAL;
    const enum wanted wanted = wanted_by_name(path);
    if (wanted_is_source(wanted) && status->st_size > UNPACK_MAX_SOURCE)
        return UNPACK_LARGE;
    return wanted_is_read(wanted) ? UNPACK_FILE : UNPACK_OTHER;
}

static bool add_file(struct walk *walk, const struct stat *status) {
    char escaped[3 * PATH_MAX];
    name_escape(escaped, sizeof escaped, walk->path + walk->inside);
    const enum unpack_kind kind = kind_of(status, walk->path);
    return file_list_add(walk->list,
                         &(struct found_file){.kind = kind,
                                              .path = escaped,
                                              .disk_path = kind == UNPACK_FILE ? walk->path : NULL,
                                              .container = walk->container,
                                              .size = status->st_size,
                                              .changed = status->st_mtime});
}

static bool walk_folder(struct walk *walk, int depth, struct error *error);

// Adds an error about the folder in walk->path: a student's folder must not stop another student's grading.
// It has its own container, so that it does not affect readable files next to it.
static bool add_error(struct walk *walk, const char *words, struct error *error) {
    char escaped[3 * PATH_MAX];
    name_escape(escaped, sizeof escaped, walk->path + walk->inside);
    const struct found_file file = {.kind = UNPACK_ERROR,
                                    .path = escaped,
                                    .container = file_list_container(walk->list, walk->container),
                                    .error = (char *)words};
    return (file.container && file_list_add(walk->list, &file)) || error_set(error, "memory is used up");
}

static bool too_many(struct walk *walk, size_t length, int depth, struct error *error) {
    char words[100];
    snprintf(words, sizeof words, "it holds more than %d files", UNPACK_MAX_ENTRIES);
    walk->path[length] = '\0';
    if (depth == 0)
        return error_set(error, "%s holds more than %d files, too many for a class", walk->path,
                         UNPACK_MAX_ENTRIES);
    if (walk->full)
        return true;
    walk->full = true;
    return add_error(walk, words, error);
}

// A top-level folder, usually a student's, is counted separately.
static bool walk_top_folder(struct walk *walk, struct error *error) {
    const size_t entries = walk->entries;
    walk->entries = 0;
    walk->full = false;
    const bool good = walk_folder(walk, 1, error);
    walk->entries = entries;
    return good;
}

// Handles one entry of the folder in walk->path, which has `length` bytes.
static bool walk_entry(struct walk *walk, size_t length, const char *name, int depth, struct error *error) {
    struct stat status;
    if (wanted_is_litter(name) || strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
        strcmp(name, "__MACOSX") == 0)
        return true;
    if ((size_t)snprintf(walk->path + length, sizeof walk->path - length, "%s%s",
                         walk->path[length - 1] == '/' ? "" : "/", name) +
                1 >=
            sizeof walk->path - length ||
        lstat(walk->path, &status) != 0)
        return true; // removed in the meantime, or too deep for a path
    if (++walk->entries > UNPACK_MAX_ENTRIES)
        return too_many(walk, length, depth, error);
    if (S_ISDIR(status.st_mode) && depth > 0)
        return depth == MAX_DEPTH || walk_folder(walk, depth + 1, error);
    if (S_ISDIR(status.st_mode))
        strcat(walk->path, "/"); // listed itself: an empty folder is a student who handed in nothing
    if (!add_file(walk, &status))
        return error_set(error, "memory is used up");
    return !S_ISDIR(status.st_mode) || walk_top_folder(walk, error);
}

static bool walk_folder(struct walk *walk, int depth, struct error *error) {
    const size_t length = strlen(walk->path);
    const int fd = open(walk->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (depth > 0 ? O_NOFOLLOW : 0));
    DIR *directory = fd >= 0 ? fdopendir(fd) : NULL;
    if (!directory) {
        char words[200];
        snprintf(words, sizeof words, "it cannot be read: %s", strerror(errno));
        error_set_system(error, "cannot read %s", walk->path);
        if (fd >= 0)
            close(fd);
        return depth > 0 && add_error(walk, words, error);
    }
    bool good = true;
    for (const struct dirent *entry; good && !(depth > 0 && walk->full) && (entry = readdir(directory));) {
        good = walk_entry(walk, length, entry->d_name, depth, error);
        walk->path[length] = '\0';
    }
    closedir(directory);
    return good;
}

bool file_list_walk(struct file_list *list, const char *folder, struct error *error) {
    struct walk walk = {.list = list};
    const size_t length = strlen(folder);
    const char *slash = length > 0 && folder[length - 1] == '/' ? "" : "/";
    if (snprintf(walk.path, sizeof walk.path, "%s%s", folder, slash) >= (int)sizeof walk.path ||
        !(walk.container = file_list_container(list, walk.path)))
        return error_set(error, "%s: the path is too long", folder);
    walk.inside = strlen(walk.path);
    return walk_folder(&walk, 0, error);
}

// The text of a submission for grading. "> lab3.cu" in Windows PowerShell writes UTF-16, and so does
// Notepad's "Unicode": it is not visible on the screen, so it costs no points.

bool source_read(const char *path, char **bytes, size_t *length, bool *converted, char *why, size_t size) {
    if (converted)
        *converted = false;
    if (!bytes_read(path, UNPACK_MAX_SOURCE, bytes, length, why, size))
        return false;
    char *text = utf16_to_utf8(*bytes, *length, length);
    if (!text)
        return true;
    free(*bytes);
    *bytes = text;
    if (converted)
        *converted = true;
    return true;
}
