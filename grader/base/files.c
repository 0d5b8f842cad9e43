// A file's bytes, read once and never through a link; or written, all of them.
#include "base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool read_all(int file, size_t most, char **bytes, size_t *length) {
    *length = 0;
    *bytes = malloc(most + 1);
    while (*bytes && *length <= most) {
        const ssize_t got = read(file, *bytes + *length, most + 1 - *length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got == 0;
        *length += (size_t)got;
    }
    errno = *bytes ? EFBIG : ENOMEM;
    return false;
}

bool bytes_read(const char *path, size_t most, char **bytes, size_t *length, char *why, size_t size) {
    struct stat status;
    *bytes = NULL;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    const char *words = NULL;
    if (file < 0 || fstat(file, &status) != 0)
        words = strerror(errno);
    else if (!S_ISREG(status.st_mode))
        words = "it is no plain file";
    else if (!read_all(file, most, bytes, length))
        words = strerror(errno);
    if (file >= 0)
        close(file);
    if (!words)
        return true;
    snprintf(why, size, "it cannot be read: %s", words);
    free(*bytes);
    *bytes = NULL;
    return false;
}

// A disk that fills up takes a part; only the next write says why.
bool bytes_write(int file, const void *bytes, size_t length) {
    const char *next = bytes;
    while (length > 0) {
        const ssize_t put = write(file, next, length);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        next += put;
        length -= (size_t)put;
    }
    return true;
}

// A new file beside the old one, then in its place: a reader never sees half a file.

static bool fail(const char *path, struct error *error) {
    return error_set_system(error, "cannot write %s", strcmp(path, "-") == 0 ? "to standard output" : path);
}

// What is no plain file (a pipe, a device) is written directly.
static bool is_direct(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

bool output_file_open(struct output_file *file, const char *path, struct error *error) {
    *file = (struct output_file){.path = path};
    if (strcmp(path, "-") == 0) {
        file->out = stdout;
    } else if (is_direct(path)) {
        file->out = fopen(path, "we");
    } else if (snprintf(file->beside, sizeof file->beside, "%s.XXXXXX", path) >= (int)sizeof file->beside) {
        errno = ENAMETOOLONG;
    } else {
        const int fd = mkstemp(file->beside);
        file->out = fd >= 0 ? fdopen(fd, "w") : NULL;
    }
    return file->out || fail(path, error);
}

bool output_file_close(struct output_file *file, bool good, struct error *error) {
    // An earlier error has left its number, and is not there to be flushed again.
    bool written = fflush(file->out) == 0 && !ferror(file->out);
    if (file->out == stdout)
        return good && (written || fail(file->path, error));
    if (file->beside[0] && good)
        written = fchmod(fileno(file->out), file->private ? 0600 : 0644) == 0 && written;
    written = fclose(file->out) == 0 && written;
    if (good && written && file->beside[0])
        written = rename(file->beside, file->path) == 0;
    const int number = errno;
    if (file->beside[0] && !(good && written))
        unlink(file->beside);
    errno = number;
    return good && (written || fail(file->path, error));
}
