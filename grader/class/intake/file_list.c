// The files that were found: a list, and a folder's contents.
#include "class/intake/file_list.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "class/unpack/escape.h"
#include "class/unpack/wanted.h"

enum { MAX_DEPTH = 12 };

bool found_add(struct found_list *list, const struct found *item) {
    if (list->count == list->room) {
        const size_t room = list->room > 0 ? 2 * list->room : 256;
        struct found *items = reallocarray(list->items, room, sizeof *items);
        if (!items)
            return false;
        list->items = items;
        list->room = room;
    }
    struct found *new = &list->items[list->count];
    *new = *item;
    new->path = strdup(item->path);
    new->file = item->file ? strdup(item->file) : NULL;
    new->problem = item->problem ? strdup(item->problem) : NULL;
    list->count++;
    return new->path && (new->file || !item->file) && (new->problem || !item->problem);
}

const char *found_holder(struct found_list *list, const char *name) {
    char **holders = reallocarray(list->holders, list->holder_count + 1, sizeof *holders);
    if (!holders)
        return NULL;
    list->holders = holders;
    return holders[list->holder_count++] = strdup(name);
}

void found_free(struct found_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        free(list->items[i].path);
        free(list->items[i].file);
        free(list->items[i].problem);
    }
    for (size_t i = 0; i < list->holder_count; i++)
        free(list->holders[i]);
    free(list->holders);
    free(list->items);
    memset(list, 0, sizeof *list);
}

void found_origin(const struct found *item, char *text, size_t size) {
    const size_t length = strlen(item->holder);
    const bool folder = length > 0 && item->holder[length - 1] == '/';
    if (item->path[0] == '\0')
        snprintf(text, size, "%s", item->holder);
    else
        snprintf(text, size, "%s%s%s", item->holder, folder ? "" : ": ", item->path);
}

// A walk under way: where it is, and what it has seen.
struct walk {
    struct found_list *list;
    const char *holder;
    char path[PATH_MAX]; // on this machine; what follows `inside` is the path in the folder
    size_t inside;
    size_t entries;
};

static enum unpack_kind kind_of(const struct stat *status, const char *path) {
    if (S_ISLNK(status->st_mode))
        return UNPACK_LINK;
    if (S_ISDIR(status->st_mode))
        return UNPACK_OTHER;
    if (!S_ISREG(status->st_mode))
        return UNPACK_SPECIAL;
    const enum wanted wanted = wanted_by_name(path);
    if (wanted == WANTED_SOURCE && status->st_size > UNPACK_MAX_SOURCE)
        return UNPACK_LARGE;
    return wanted == WANTED_SOURCE || wanted == WANTED_ARCHIVE || wanted == WANTED_NAMES ? UNPACK_FILE
                                                                                         : UNPACK_OTHER;
}

static bool add_file(struct walk *walk, const struct stat *status) {
    char escaped[3 * PATH_MAX];
    name_escape(escaped, sizeof escaped, walk->path + walk->inside);
    const enum unpack_kind kind = kind_of(status, walk->path);
    return found_add(walk->list, &(struct found){.kind = kind,
                                                 .path = escaped,
                                                 .file = kind == UNPACK_FILE ? walk->path : NULL,
                                                 .holder = walk->holder,
                                                 .size = status->st_size,
                                                 .when = status->st_mtime});
}

static bool walk_folder(struct walk *walk, int depth, char *why, size_t size);

// One entry of the folder that walk->path names up to `length`.
static bool walk_entry(struct walk *walk, size_t length, const char *name, int depth, char *why,
                       size_t size) {
    struct stat status;
    if (wanted_is_litter(name) || strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
        strcmp(name, "__MACOSX") == 0)
        return true;
    if ((size_t)snprintf(walk->path + length, sizeof walk->path - length, "%s%s",
                         walk->path[length - 1] == '/' ? "" : "/", name) +
                1 >=
            sizeof walk->path - length ||
        lstat(walk->path, &status) != 0)
        return true; // gone in the meantime, or too deep for a path
    if (++walk->entries > UNPACK_MAX_ENTRIES) {
        walk->path[length] = '\0';
        snprintf(why, size, "%s holds more than %d files: that is no class", walk->path, UNPACK_MAX_ENTRIES);
        return false;
    }
    if (S_ISDIR(status.st_mode) && depth > 0)
        return depth == MAX_DEPTH || walk_folder(walk, depth + 1, why, size);
    if (S_ISDIR(status.st_mode))
        strcat(walk->path, "/"); // listed itself: an empty one is a student who handed in nothing
    if (!add_file(walk, &status)) {
        snprintf(why, size, "memory is used up");
        return false;
    }
    return !S_ISDIR(status.st_mode) || walk_folder(walk, depth + 1, why, size);
}

static bool walk_folder(struct walk *walk, int depth, char *why, size_t size) {
    const size_t length = strlen(walk->path);
    const int file = open(walk->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (depth > 0 ? O_NOFOLLOW : 0));
    DIR *directory = file >= 0 ? fdopendir(file) : NULL;
    if (!directory) {
        snprintf(why, size, "cannot read %s: %s", walk->path, strerror(errno));
        if (file >= 0)
            close(file);
        return false;
    }
    bool good = true;
    for (const struct dirent *entry; good && (entry = readdir(directory));) {
        good = walk_entry(walk, length, entry->d_name, depth, why, size);
        walk->path[length] = '\0';
    }
    closedir(directory);
    return good;
}

bool found_walk(struct found_list *list, const char *folder, char *why, size_t size) {
    struct walk walk = {.list = list};
    const size_t length = strlen(folder);
    const char *slash = length > 0 && folder[length - 1] == '/' ? "" : "/";
    if (snprintf(walk.path, sizeof walk.path, "%s%s", folder, slash) >= (int)sizeof walk.path ||
        !(walk.holder = found_holder(list, walk.path))) {
        snprintf(why, size, "%s: the path is too long", folder);
        return false;
    }
    walk.inside = strlen(walk.path);
    return walk_folder(&walk, 0, why, size);
}
