// A new file beside the old one, then in its place: a reader never sees half a file.
#include "output_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
