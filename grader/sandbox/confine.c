// Tier C: no namespaces. sandbox-exec closes the file system with Landlock, but for what is named here.
#include "sandbox/box.h"
#include "sandbox/exec_words.h"
#include "sandbox/tree.h"
#include "sandbox/view.h"

#include <unistd.h>

// Processes and threads of the same user that may come while the program runs.
enum { NEIGHBOURS = 1024 };

static void add_path(void *context, enum view_kind kind, const char *path) {
    static const char *const options[] = {
        [VIEW_READ] = "--read", [VIEW_WRITE] = "--write", [VIEW_DEVICE] = "--device"};
    words_add(context, options[kind], path, NULL);
}

static void add_if_there(struct words *words, enum view_kind kind, const char *path) {
    if (access(path, F_OK) == 0)
        add_path(words, kind, path);
}

// Of /proc, the program's own part and what describes the machine: other processes' command lines are not its
// business.
static void add_proc(struct words *words, bool gpu) {
    static const char *const always[] = {"/proc/self",
                                         "/proc/cpuinfo",
                                         "/proc/meminfo",
                                         "/proc/stat",
                                         "/proc/sys/vm/overcommit_memory",
                                         "/sys/devices/system/cpu"};
    static const char *const for_driver[] = {"/proc/driver",    "/proc/devices",     "/proc/modules",
                                             "/proc/version",   "/proc/filesystems", "/proc/sys/vm",
                                             "/proc/sys/kernel"};
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++)
        add_if_there(words, VIEW_READ, always[i]);
    // The driver names its threads by writing there.
    if (gpu)
        add_path(words, VIEW_DEVICE, "/proc/self");
    for (size_t i = 0; gpu && i < sizeof for_driver / sizeof for_driver[0]; i++) {
        add_if_there(words, VIEW_READ, for_driver[i]);
    }
}

void box_landlock(struct words *words, const struct sandbox_spawn *spawn) {
    static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                          "/dev/urandom"};
    words_add(words, "sandbox-exec", "--landlock", NULL);
    view_system(spawn, add_path, words);
    view_mounts(spawn, add_path, words);
    add_proc(words, spawn->gpu);
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++)
        add_if_there(words, VIEW_DEVICE, devices[i]);
    // The limit counts all processes of the user, wherever they run: those that are there, and those that
    // other boxes start meanwhile. What is the program's own, the supervisor counts; here a bomb is slowed.
    exec_words_request(words, spawn, tree_tasks_of_user(getuid()) + spawn->limits.processes + NEIGHBOURS);
    exec_words_program(words, spawn);
}
