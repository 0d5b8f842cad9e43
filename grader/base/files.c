// A file's bytes, read once and never through a link; or written, all of them.
#include "base/read_file.h"

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
