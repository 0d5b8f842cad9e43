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

#include "files.h"
#include "paths.h"

#define STAGE_PREFIX "warplab-stage-"

// The folder for temporary files.
static const char *place(void) {
    const char *named = getenv("TMPDIR");
    return named && named[0] == '/' ? named : "/tmp";
}

static bool fail(struct error *error, const char *what, const char *path) {
    if (errno == ENOSPC || errno == EDQUOT)
        return error_set(error, "no space left in %s; free some, or set TMPDIR to a folder with more",
                         place());
    return error_set_system(error, "cannot %s %s", what, path);
}

bool work_directory_make(const char *path, struct error *error) {
    if (mkdir(path, 0755) != 0 || chmod(path, 0755) != 0)
        return fail(error, "make the directory", path);
    return true;
}

bool work_directory_make_box(const char *path, uid_t owner, struct error *error) {
    return work_directory_make(path, error) &&
           (geteuid() != 0 || chown(path, owner, (gid_t)-1) == 0 || fail(error, "give away", path));
}

// The lock marks the stage as used; the kernel releases it when a process dies.
// Another grader's work_directory_sweep() may remove it before it is locked: then it is created again.
static bool make_locked(struct work_directory *stage) {
    struct stat by_name, by_lock;
    for (int tries = 0; tries < 10; tries++) {
        path_join(stage->root, place(), STAGE_PREFIX "XXXXXX");
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

// Root's sandbox runs as another user, which has to enter every folder above the stage.
static bool can_be_entered(const char *stage, struct error *error) {
    char above[PATH_MAX];
    struct stat status;
    strcpy(above, stage);
    for (char *slash; geteuid() == 0 && (slash = strrchr(above, '/')) > above;) {
        *slash = '\0';
        if (stat(above, &status) == 0 && !(status.st_mode & S_IXOTH))
            return error_set(error,
                             "others cannot enter %s, so the sandbox cannot read what it is to run; set "
                             "TMPDIR to a folder that they can enter",
                             above);
    }
    return true;
}

bool work_directory_create(struct work_directory *stage, uid_t owner, struct error *error) {
    if (!make_locked(stage)) {
        fail(error, "make a directory", stage->root);
        stage->root[0] = '\0';
        return false;
    }
    path_join(stage->bundle, stage->root, "kit");
    path_join(stage->box, stage->root, "box");
    if (chmod(stage->root, 0755) != 0)
        return fail(error, "open to others", stage->root);
    return can_be_entered(stage->root, error) && work_directory_make(stage->bundle, error) &&
           work_directory_make_box(stage->box, owner, error);
}

void work_directory_share_bundle(struct work_directory *stage, const char *bundle) {
    snprintf(stage->bundle, sizeof stage->bundle, "%s", bundle);
    stage->bundle_is_shared = true;
}

// Creates a file that others may read, regardless of the umask.
static int create(const char *path, mode_t mode, struct error *error) {
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (file >= 0 && fchmod(file, mode) == 0)
        return file;
    fail(error, "create", path);
    if (file >= 0)
        close(file);
    return -1;
}

bool work_directory_write(const char *to, const void *bytes, size_t length, struct error *error) {
    const int file = create(to, 0644, error);
    if (file < 0)
        return false;
    const bool good = bytes_write(file, bytes, length);
    return (close(file) == 0 && good) || fail(error, "write", to);
}

static bool copy_file(int source, const struct stat *status, const char *to, struct error *error) {
    const int target = create(to, status->st_mode & 0111 ? 0755 : 0644, error);
    if (target < 0)
        return false;
    char bytes[1 << 16];
    ssize_t got = 0;
    bool good = true;
    while (good && (got = read(source, bytes, sizeof bytes)) > 0)
        good = bytes_write(target, bytes, (size_t)got);
    return (close(target) == 0 && good && got == 0) || fail(error, "copy to", to);
}

typedef bool put_function(int source, const struct stat *status, const char *to, struct error *error);

// A hard link to the same file, instead of a copy: for files that are readable by all users, if both
// names are in one file system.
static bool link_file(int source, const struct stat *status, const char *to, struct error *error) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", source);
    return ((status->st_mode & 07777) == (status->st_mode & 0111 ? 0755 : 0644) &&
            linkat(AT_FDCWD, path, AT_FDCWD, to, AT_SYMLINK_FOLLOW) == 0) ||
           copy_file(source, status, to, error);
}

static bool put_all(const char *from, const char *to, put_function *put, struct error *error);

static bool copy_directory(const char *from, const char *to, put_function *put, struct error *error) {
    DIR *directory = opendir(from);
    if (!directory)
        return fail(error, "read", from);
    bool good = work_directory_make(to, error);
    for (const struct dirent *entry; good && (entry = readdir(directory));) {
        char inner_from[PATH_MAX], inner_to[PATH_MAX];
        if (entry->d_name[0] == '.')
            continue;
        good = put_all(path_join(inner_from, from, entry->d_name), path_join(inner_to, to, entry->d_name),
                       put, error);
    }
    closedir(directory);
    return good;
}

static bool put_all(const char *from, const char *to, put_function *put, struct error *error) {
    const int source = open(from, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (source < 0 || fstat(source, &status) != 0)
        return fail(error, "read", from);
    const bool good =
        S_ISDIR(status.st_mode) ? copy_directory(from, to, put, error) : put(source, &status, to, error);
    close(source);
    return good;
}

bool work_directory_copy(const char *from, const char *to, struct error *error) {
    return put_all(from, to, copy_file, error);
}

bool work_directory_link(const char *from, const char *to, struct error *error) {
    return put_all(from, to, link_file, error);
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *where) {
    (void)status, (void)type, (void)where;
    remove(path);
    return 0;
}

void work_directory_remove_tree(const char *root) { nftw(root, remove_entry, 16, FTW_DEPTH | FTW_PHYS); }

void work_directory_remove(struct work_directory *stage) {
    if (stage->root[0] == '\0')
        return;
    work_directory_remove_tree(stage->root);
    close(stage->lock);
    stage->root[0] = '\0';
}

// Removes a stage of this user that is not locked: its grader is gone.
static void sweep_one(const char *path) {
    struct stat status;
    const int lock = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (lock < 0)
        return;
    if (fstat(lock, &status) == 0 && status.st_uid == geteuid() && flock(lock, LOCK_EX | LOCK_NB) == 0)
        work_directory_remove_tree(path);
    close(lock);
}

void work_directory_sweep(void) {
    DIR *directory = opendir(place());
    for (const struct dirent *entry; directory && (entry = readdir(directory));) {
        char path[PATH_MAX];
        if (strncmp(entry->d_name, STAGE_PREFIX, strlen(STAGE_PREFIX)) == 0)
            sweep_one(path_join(path, place(), entry->d_name));
    }
    if (directory)
        closedir(directory);
}
