// The folder for temporary files.
#include "workspace.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "options.h"
#include "translate/allocate.h"

static char folder[PATH_MAX];
static struct word_list files;

static bool make_folder(void) {
    const char *base = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/simtcc-XXXXXX", base && *base ? base : "/tmp");
    if (mkdtemp(folder))
        return true;
    fprintf(stderr, "simtcc: error: cannot make a folder for temporary files: %s: %s\n", folder,
            strerror(errno));
    folder[0] = '\0';
    return false;
}

const char *workspace_file(const char *suffix) {
    if (!folder[0] && !make_folder())
        return NULL;
    size_t size = strlen(folder) + strlen(suffix) + 32;
    char *path = memory_resize(NULL, size);
    snprintf(path, size, "%s/%zu%s", folder, files.count, suffix);
    word_list_add(&files, path);
    return path;
}

void workspace_remove(void) {
    for (size_t i = 0; i < files.count; i++) {
        unlink(files.items[i]);
        free((void *)(uintptr_t)files.items[i]);
    }
    word_list_free(&files);
    if (folder[0])
        rmdir(folder);
    folder[0] = '\0';
}
