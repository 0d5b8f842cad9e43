// A new file beside the old one, then in its place: a reader never sees half an export.
#include "export_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(const char *path, char *why, size_t size) {
    snprintf(why, size, "cannot write %s: %s", strcmp(path, "-") == 0 ? "to standard output" : path,
             strerror(errno));
    return false;
}

// What is no plain file (a pipe, a device) is written directly.
static bool is_direct(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

bool export_file_open(struct export_file *file, const char *path, char *why, size_t size) {
    *file = (struct export_file){.path = path};
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
    return file->out || fail(path, why, size);
}

bool export_file_close(struct export_file *file, bool good, char *why, size_t size) {
    errno = 0;
    bool written = fflush(file->out) == 0 && !ferror(file->out);
    if (file->out == stdout)
        return good && (written || fail(file->path, why, size));
    if (file->beside[0] && good)
        written = fchmod(fileno(file->out), 0644) == 0 && written;
    written = fclose(file->out) == 0 && written;
    if (good && written && file->beside[0])
        written = rename(file->beside, file->path) == 0;
    const int error = errno;
    if (file->beside[0] && !(good && written))
        unlink(file->beside);
    errno = error;
    return good && (written || fail(file->path, why, size));
}

void export_file_name(const char *text, char *name, size_t size) {
    size_t length = 0;
    for (const unsigned char *at = (const unsigned char *)text; *at && length + 4 < size; at++) {
        const bool plain = isalnum(*at) || *at >= 0x80 || strchr("-_@+,", *at) || (*at == '.' && length > 0);
        length += (size_t)snprintf(name + length, size - length, plain ? "%c" : "%%%02X", *at);
    }
    name[length] = '\0';
}
