// A private directory for one grading run.
#include "work_directory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "paths.h"

#define STAGE_PREFIX "warplab-stage-"

static bool fail(char *why, size_t size, const char *what, const char *path) {
    snprintf(why, size, "cannot %s %s: %s", what, path, strerror(errno));
    return false;
}

static bool make_directory(const char *path, char *why, size_t size) {
    if (mkdir(path, 0755) != 0 || chmod(path, 0755) != 0)
        return fail(why, size, "make the directory", path);
    return true;
}

// The lock says that the stage is in use; the kernel releases it when a process dies.
// Another grader's work_directory_sweep() may remove it before it is locked: then it is made again.
static bool make_locked(struct work_directory *stage) {
    struct stat by_name, by_lock;
    const char *base = getenv("TMPDIR");
    for (int tries = 0; tries < 10; tries++) {
        path_join(stage->root, base && base[0] == '/' ? base : "/tmp", STAGE_PREFIX "XXXXXX");
        if (!mkdtemp(stage->root))
            return false;
        stage->lock = open(stage->root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (stage->lock >= 0 && flock(stage->lock, LOCK_EX | LOCK_NB) == 0 &&
            stat(stage->root, &by_name) == 0 && fstat(stage->lock, &by_lock) == 0 &&
            by_name.st_ino == by_lock.st_ino)
            return true;
        if (stage->lock >= 0)
            close(stage->lock);
    }
    return false;
}

bool work_directory_create(struct work_directory *stage, uid_t owner, char *why, size_t size) {
    if (!make_locked(stage)) {
        fail(why, size, "make a directory", stage->root);
        stage->root[0] = '\0';
        return false;
    }
    path_join(stage->bundle, stage->root, "kit");
    path_join(stage->box, stage->root, "box");
    const bool made = chmod(stage->root, 0755) == 0 && make_directory(stage->bundle, why, size) &&
                      make_directory(stage->box, why, size);
    if (made && geteuid() == 0 && chown(stage->box, owner, (gid_t)-1) != 0)
        return fail(why, size, "give away", stage->box);
    return made;
}

void work_directory_share_bundle(struct work_directory *stage, const char *bundle) {
    snprintf(stage->bundle, sizeof stage->bundle, "%s", bundle);
    stage->bundle_is_shared = true;
}

bool work_directory_write(const char *to, const void *bytes, size_t length, char *why, size_t size) {
    const int file = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file < 0)
        return fail(why, size, "create", to);
    const char *next = bytes;
    while (length > 0) {
        const ssize_t written = write(file, next, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0) {
            fail(why, size, "write", to);
            close(file);
            return false;
        }
        next += written;
        length -= (size_t)written;
    }
    if (close(file) != 0)
        return fail(why, size, "write", to);
    return true;
}

static bool copy_file(int source, const struct stat *status, const char *to, char *why, size_t size) {
    const int target = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0755);
    if (target < 0)
        return fail(why, size, "create", to);
    char bytes[1 << 16];
    ssize_t got = 0;
    bool good = fchmod(target, status->st_mode & 0111 ? 0755 : 0644) == 0;
    while (good && (got = read(source, bytes, sizeof bytes)) > 0)
        good = write(target, bytes, (size_t)got) == got;
    if (close(target) != 0 || !good || got < 0)
        return fail(why, size, "copy to", to);
    return true;
}

typedef bool put_function(int source, const struct stat *status, const char *to, char *why, size_t size);

// The same file under another name, which costs nothing: for what everybody may read as it is, and where both
// names can be in one file system.
static bool link_file(int source, const struct stat *status, const char *to, char *why, size_t size) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", source);
    return ((status->st_mode & 07777) == (status->st_mode & 0111 ? 0755 : 0644) &&
            linkat(AT_FDCWD, path, AT_FDCWD, to, AT_SYMLINK_FOLLOW) == 0) ||
           copy_file(source, status, to, why, size);
}

static bool put_all(const char *from, const char *to, put_function *put, char *why, size_t size);

static bool copy_directory(const char *from, const char *to, put_function *put, char *why, size_t size) {
    DIR *directory = opendir(from);
    if (!directory)
        return fail(why, size, "read", from);
    bool good = make_directory(to, why, size);
    for (const struct dirent *entry; good && (entry = readdir(directory));) {
        char inner_from[PATH_MAX], inner_to[PATH_MAX];
        if (entry->d_name[0] == '.')
            continue;
        good = put_all(path_join(inner_from, from, entry->d_name), path_join(inner_to, to, entry->d_name),
                       put, why, size);
    }
    closedir(directory);
    return good;
}

static bool put_all(const char *from, const char *to, put_function *put, char *why, size_t size) {
    const int source = open(from, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (source < 0 || fstat(source, &status) != 0)
        return fail(why, size, "read", from);
    const bool good = S_ISDIR(status.st_mode) ? copy_directory(from, to, put, why, size)
                                              : put(source, &status, to, why, size);
    close(source);
    return good;
}

bool work_directory_copy(const char *from, const char *to, char *why, size_t size) {
    return put_all(from, to, copy_file, why, size);
}

bool work_directory_link(const char *from, const char *to, char *why, size_t size) {
    return put_all(from, to, link_file, why, size);
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *where) {
    (void)status, (void)type, (void)where;
    remove(path);
    return 0;
}

static void remove_tree(const char *root) { nftw(root, remove_entry, 16, FTW_DEPTH | FTW_PHYS); }

void work_directory_remove(struct work_directory *stage) {
    if (stage->root[0] == '\0')
        return;
    remove_tree(stage->root);
    close(stage->lock);
    stage->root[0] = '\0';
}

// Removes a stage of this user's that is not locked, so that its grader is gone.
static void sweep_one(const char *path) {
    struct stat status;
    const int lock = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (lock < 0)
        return;
    if (fstat(lock, &status) == 0 && status.st_uid == geteuid() && flock(lock, LOCK_EX | LOCK_NB) == 0)
        remove_tree(path);
    close(lock);
}

void work_directory_sweep(void) {
    const char *base = getenv("TMPDIR");
    const char *place = base && base[0] == '/' ? base : "/tmp";
    DIR *directory = opendir(place);
    for (const struct dirent *entry; directory && (entry = readdir(directory));) {
        char path[PATH_MAX];
        if (strncmp(entry->d_name, STAGE_PREFIX, strlen(STAGE_PREFIX)) == 0)
            sweep_one(path_join(path, place, entry->d_name));
    }
    if (directory)
        closedir(directory);
}
