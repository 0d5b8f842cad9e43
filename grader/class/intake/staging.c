// The contents of archives, unpacked in the sandbox into a private folder.
//
// Theory of operation. build/bin/unpack (grader/class/unpack) runs in the sandbox, one process per archive,
// with the archive as a descriptor and a writable box. Only the lines that it prints are used, and the files
// that it wrote are opened only as plain files of the box. If it crashes or exceeds a limit, the archive is
// to blame, and only this archive is lost.
#include "class/intake/collect.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/paths.h"
#include "base/work_directory.h"
#include "sandbox/sandbox.h"
#include "sandbox/tool.h"

struct staging {
    struct work_directory stage;
    char program[PATH_MAX];
    int archives; // each has its own box
};

static const struct sandbox_limits limits = {.wall_s = 600,
                                             .cpu_s = 120,
                                             .memory_bytes = (size_t)512 << 20,
                                             .processes = 4,
                                             .output_bytes = (size_t)32 << 20,
                                             .file_bytes = (size_t)UNPACK_MAX_NESTED + 1};

struct staging *staging_create(struct error *error) {
    struct staging *staging = calloc(1, sizeof *staging);
    if (staging && work_directory_create(&staging->stage, sandbox_uid(), error))
        return staging;
    staging_remove(staging);
    return NULL;
}

// Only for the first archive: without archives, the program need not exist.
static bool bring_program(struct staging *staging, struct error *error) {
    struct paths paths;
    char program[PATH_MAX];
    if (staging->program[0])
        return true;
    if (!paths_find(&paths, error->text, sizeof error->text))
        return false;
    if (paths_is_bundle(&paths))
        return error_set(error, "a bundle has no program that opens archives: unpack them first");
    path_join(staging->program, staging->stage.bundle, "unpack");
    return work_directory_copy(path_join(program, paths.build, "bin/unpack"), staging->program, error);
}

void staging_remove(struct staging *staging) {
    if (staging)
        work_directory_remove(&staging->stage);
    free(staging);
}

// Creates a box for one archive, which the sandbox's user may write to.
static bool make_box(struct staging *staging, char *box, struct error *error) {
    char name[32];
    snprintf(name, sizeof name, "archive%d", ++staging->archives);
    path_join(box, staging->stage.root, name);
    return work_directory_make_box(box, sandbox_uid(), error);
}

static struct sandbox_process *start(const struct staging *staging, int archive, const char *box, int mib,
                                     struct error *error) {
    char most[16];
    snprintf(most, sizeof most, "%d", mib);
    const char *const argv[] = {staging->program, most, NULL};
    const char *const env[] = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", NULL};
    const struct sandbox_mount mounts[] = {{staging->stage.bundle, false}, {box, true}};
    const struct sandbox_spawn spawn = {.argv = argv,
                                        .env = env,
                                        .mounts = mounts,
                                        .mount_count = 2,
                                        .workdir = box,
                                        .pass_fds = {archive},
                                        .pass_targets = {3},
                                        .pass_count = 1,
                                        .limits = limits,
                                        .profile = SANDBOX_RUN};
    return sandbox_start(&spawn, error);
}

// Adds an error of the archive itself.
static bool add_error(struct file_list *list, const char *container, const char *words) {
    return file_list_add(
        list, &(struct found_file){
                  .kind = UNPACK_ERROR, .path = (char *)"", .container = container, .error = (char *)words});
}

static bool is_kind(char kind) {
    return kind == UNPACK_FILE || kind == UNPACK_OTHER || kind == UNPACK_LARGE || kind == UNPACK_LINK ||
           kind == UNPACK_SPECIAL || kind == UNPACK_OUTSIDE || kind == UNPACK_ERROR || kind == UNPACK_END;
}

// Reads one line of the output of `unpack`. @return false if it is invalid
static bool read_line(struct file_list *list, const char *line, const char *container, const char *box,
                      bool *ended) {
    char kind, disk_path[PATH_MAX];
    long long size, changed;
    int number, at = 0;
    if (sscanf(line, "%c %18lld %18lld %9d %n", &kind, &size, &changed, &number, &at) != 4 || at == 0 ||
        !is_kind(kind) || size < 0 || number < 0)
        return false;
    *ended = kind == UNPACK_END || kind == UNPACK_ERROR;
    if (kind == UNPACK_END)
        return true;
    if (kind == UNPACK_ERROR)
        return add_error(list, container, line + at);
    snprintf(disk_path, sizeof disk_path, "%s/%d", box, number);
    return file_list_add(list, &(struct found_file){.kind = (enum unpack_kind)kind,
                                                    .path = (char *)line + at,
                                                    .disk_path = kind == UNPACK_FILE ? disk_path : NULL,
                                                    .container = container,
                                                    .size = size,
                                                    .changed = changed});
}

bool archive_listing_read(struct file_list *list, char *text, const char *container, const char *box) {
    bool ended = false;
    char *rest = text;
    for (char *line; !ended && (line = strsep(&rest, "\n"));)
        if (!read_line(list, line, container, box, &ended))
            return false;
    return ended;
}

bool staging_unpack(struct staging *staging, struct file_list *list, const char *disk_path, const char *name,
                    int mib, struct error *error) {
    char box[PATH_MAX], words[400];
    struct sandbox_result result;
    const char *container = file_list_container(list, name);
    const int archive = open(disk_path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (archive < 0 || !container) {
        snprintf(words, sizeof words, "it cannot be read: %s", strerror(errno));
        return container && add_error(list, container, words);
    }
    struct sandbox_process *process = NULL;
    if (bring_program(staging, error) && make_box(staging, box, error))
        process = start(staging, archive, box, mib, error);
    close(archive);
    if (!process)
        return false;
    sandbox_await(process, &result);
    bool good = result.verdict != SANDBOX_FAILED && result.verdict != SANDBOX_CANCELLED;
    if (!good) {
        error_set(error, "cannot unpack %s: %s", name, result.message);
    } else if (result.verdict != SANDBOX_EXITED || result.exit_code != 0 ||
               !archive_listing_read(list, result.output, container, box)) {
        snprintf(words, sizeof words, "it cannot be unpacked: %s", result.message);
        good = add_error(list, container, words);
    }
    sandbox_free(process);
    return good;
}
