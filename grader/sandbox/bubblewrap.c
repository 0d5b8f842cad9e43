// Tier B: the command line of bubblewrap, which makes a box out of namespaces.
#include "sandbox/box.h"
#include "sandbox/box_report.h"
#include "sandbox/exec_words.h"
#include "sandbox/view.h"

#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

static const unsigned long mib = 1024 * 1024;

// A link of the system (/bin is usr/bin nearly everywhere) stays a link.
static bool add_link(struct words *words, const char *path) {
    char target[PATH_MAX];
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length < 0)
        return false;
    target[length] = '\0';
    words_add(words, "--symlink", target, path, NULL);
    return true;
}

static void add_system_path(void *context, enum view_kind kind, const char *path) {
    struct words *words = context;
    if (kind == VIEW_DEVICE) {
        words_add(words, "--dev-bind", path, path, NULL);
    } else if (!add_link(words, path)) {
        words_add(words, "--ro-bind", path, path, NULL);
    }
}

static void add_mount(void *context, enum view_kind kind, const char *path) {
    words_add(context, kind == VIEW_WRITE ? "--bind" : "--ro-bind", path, path, NULL);
}

static void add_tmpfs(struct words *words, const char *path, unsigned long bytes) {
    words_add(words, "--size", NULL);
    words_format(words, "%lu", bytes);
    words_add(words, "--tmpfs", path, NULL);
}

static void add_sandbox_exec(struct words *words) {
    words_add(words, "--perms", "0555", "--ro-bind-data", NULL);
    words_format(words, "%d", BOX_EXEC_FD);
    words_add(words, "/sandbox-exec", NULL);
}

void box_bubblewrap(struct words *words, const struct sandbox_spawn *spawn) {
    words_add(words, "bwrap", "--unshare-all", "--unshare-user", "--disable-userns", NULL);
    words_add(words, "--uid", "65534", "--gid", "65534", "--hostname", "box", NULL);
    words_add(words, "--die-with-parent", "--new-session", "--as-pid-1", "--cap-drop", "ALL", NULL);
    // Devices of the GPU go into /dev, which must be there before them.
    words_add(words, "--proc", "/proc", "--dev", "/dev", NULL);
    view_system(spawn, add_system_path, words);
    // What is writable is bounded: by default both of these may take half of the machine's memory.
    add_tmpfs(words, "/dev/shm", 16 * mib);
    words_add(words, "--remount-ro", "/dev", NULL);
    add_tmpfs(words, "/tmp", spawn->profile == SANDBOX_BUILD ? 256 * mib : 16 * mib);
    view_mounts(spawn, add_mount, words);
    add_sandbox_exec(words);
    words_add(words, "--remount-ro", "/", "--", "/sandbox-exec", NULL);
    // In the new user namespace the count of processes starts at 0; sandbox-exec is one.
    exec_words_request(words, spawn, spawn->limits.processes + 2);
    exec_words_program(words, spawn);
}
