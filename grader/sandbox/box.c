// The command lines that make a box: bubblewrap's for tiers A and B, which use namespaces, and sandbox-exec's
// for tier C, which has Landlock alone, and for a container, which has neither. All end with the same part,
// the program and its limits.
#include "sandbox/box.h"
#include "sandbox/box_report.h"
#include "supervise.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const unsigned long mib = 1024 * 1024;

// Without namespaces: how many processes and threads of the same user may start while the program runs.
enum { NEIGHBOURS = 1024 };

static void append(struct command_line *command, char *argument) {
    if (command->failed || argument == NULL) {
        command->failed = true;
        return;
    }
    if (command->count + 2 > command->capacity) {
        size_t capacity = command->capacity ? command->capacity * 2 : 64;
        char **arguments = realloc(command->arguments, capacity * sizeof *arguments);
        if (arguments == NULL) {
            command->failed = true;
            return;
        }
        command->arguments = arguments;
        command->capacity = capacity;
    }
    command->arguments[command->count++] = argument;
    command->arguments[command->count] = NULL;
}

// Adds arguments up to the closing NULL: add(command, "--bind", path, path, NULL).
__attribute__((sentinel)) static void add(struct command_line *command, const char *first, ...) {
    va_list more;
    va_start(more, first);
    for (const char *argument = first; argument != NULL; argument = va_arg(more, const char *))
        append(command, strdup(argument));
    va_end(more);
}

// Adds one argument, printf-like.
__attribute__((format(printf, 2, 3))) static void add_format(struct command_line *command, const char *format,
                                                             ...) {
    char *argument = NULL;
    va_list values;
    va_start(values, format);
    append(command, vasprintf(&argument, format, values) < 0 ? NULL : argument);
    va_end(values);
}

// sandbox-exec's options for limits and profile. `processes` is the resource limit, which counts more than
// the program's own.
static void add_limits(struct command_line *command, const struct sandbox_spawn *spawn,
                       unsigned long processes) {
    const struct sandbox_limits *limits = &spawn->limits;
    if (spawn->profile == SANDBOX_BUILD)
        add(command, "--build", NULL);
    if (spawn->gpu)
        add(command, "--gpu", NULL);
    add_format(command, "--cpu=%.0f", ceil(limits->cpu_s));
    add_format(command, "--data=%zu", limits->memory_bytes);
    add_format(command, "--processes=%lu", processes);
    add_format(command, "--file=%zu", limits->file_bytes);
}

// The folder, the environment and the program come last.
static void add_program(struct command_line *command, const struct sandbox_spawn *spawn) {
    char folders[PATH_MAX];
    if (spawn->workdir != NULL)
        add(command, "--workdir", spawn->workdir, NULL);
    for (size_t i = 0; spawn->env[i] != NULL; i++)
        add(command, "--env", spawn->env[i], NULL);
    if (spawn->gpu) {
        view_driver_folders(folders, sizeof folders);
        if (folders[0] != '\0')
            add_format(command, "--env=LD_LIBRARY_PATH=%s", folders);
    }
    add(command, "--", NULL);
    for (size_t i = 0; spawn->argv[i] != NULL; i++)
        add(command, spawn->argv[i], NULL);
}

// A link of the system (/bin is usr/bin nearly everywhere) stays a link.
static bool add_link(struct command_line *command, const char *path) {
    char target[PATH_MAX];
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length < 0)
        return false;
    target[length] = '\0';
    add(command, "--symlink", target, path, NULL);
    return true;
}

static void bind_system_path(void *context, enum view_kind kind, const char *path) {
    struct command_line *command = context;
    if (kind == VIEW_DEVICE) {
        add(command, "--dev-bind", path, path, NULL);
    } else if (!add_link(command, path)) {
        add(command, "--ro-bind", path, path, NULL);
    }
}

static void bind_mount(void *context, enum view_kind kind, const char *path) {
    add(context, kind == VIEW_WRITE ? "--bind" : "--ro-bind", path, path, NULL);
}

// Without a bound it may take half of the machine's memory: then there is none.
static void add_tmpfs(struct command_line *command, const char *path, unsigned long bytes) {
    if (!bubblewrap_here()->size)
        return;
    add(command, "--size", NULL);
    add_format(command, "%lu", bytes);
    add(command, "--tmpfs", path, NULL);
}

void box_bubblewrap(struct command_line *command, const struct sandbox_spawn *spawn) {
    add(command, "bwrap", "--unshare-all", "--unshare-user", NULL);
    if (bubblewrap_here()->disable_userns)
        add(command, "--disable-userns", NULL);
    add(command, "--uid", "65534", "--gid", "65534", "--hostname", "box", NULL);
    add(command, "--die-with-parent", "--new-session", "--as-pid-1", "--cap-drop", "ALL", NULL);
    // Devices of the GPU go into /dev, which must be there before them.
    add(command, "--proc", "/proc", "--dev", "/dev", NULL);
    view_system(spawn, bind_system_path, command);
    add_tmpfs(command, "/dev/shm", 16 * mib);
    add(command, "--remount-ro", "/dev", NULL);
    add_tmpfs(command, "/tmp", spawn->profile == SANDBOX_BUILD ? 256 * mib : 16 * mib);
    view_mounts(spawn, bind_mount, command);
    add(command, "--perms", "0555", "--ro-bind-data", NULL);
    add_format(command, "%d", BOX_EXEC_FD);
    add(command, "/sandbox-exec", NULL);
    add(command, "--remount-ro", "/", "--", "/sandbox-exec", NULL);
    // In the new user namespace the count of processes starts at 0; sandbox-exec is one.
    add_limits(command, spawn, spawn->limits.processes + 2);
    add_program(command, spawn);
}

static void allow_path(void *context, enum view_kind kind, const char *path) {
    static const char *const options[] = {
        [VIEW_READ] = "--read", [VIEW_WRITE] = "--write", [VIEW_DEVICE] = "--device"};
    add(context, options[kind], path, NULL);
}

static void allow_existing(struct command_line *command, enum view_kind kind, const char *const *paths,
                           size_t count) {
    for (size_t i = 0; i < count; i++)
        if (access(paths[i], F_OK) == 0)
            allow_path(command, kind, paths[i]);
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

// Of /proc, the program's own part and what describes the machine. The command lines of other processes stay
// hidden.
static void allow_proc(struct command_line *command, bool gpu) {
    static const char *const always[] = {"/proc/self",
                                         "/proc/cpuinfo",
                                         "/proc/meminfo",
                                         "/proc/stat",
                                         "/proc/sys/vm/overcommit_memory",
                                         "/sys/devices/system/cpu"};
    static const char *const for_driver[] = {"/proc/driver",    "/proc/devices",     "/proc/modules",
                                             "/proc/version",   "/proc/filesystems", "/proc/sys/vm",
                                             "/proc/sys/kernel"};
    allow_existing(command, VIEW_READ, always, COUNT(always));
    if (!gpu)
        return;
    // The driver names its threads by writing to files there.
    allow_path(command, VIEW_DEVICE, "/proc/self");
    allow_existing(command, VIEW_READ, for_driver, COUNT(for_driver));
}

// This limit counts all processes of the user on the machine: those that run now, and those that other boxes
// start meanwhile. It only slows a fork bomb; the supervisor counts the program's own processes.
static void add_limits_beside_others(struct command_line *command, const struct sandbox_spawn *spawn) {
    add_limits(command, spawn, tree_tasks_of_user(getuid()) + spawn->limits.processes + NEIGHBOURS);
}

void box_landlock(struct command_line *command, const struct sandbox_spawn *spawn) {
    static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                          "/dev/urandom"};
    add(command, "sandbox-exec", "--landlock", NULL);
    view_system(spawn, allow_path, command);
    view_mounts(spawn, allow_path, command);
    allow_proc(command, spawn->gpu);
    allow_existing(command, VIEW_DEVICE, devices, COUNT(devices));
    add_limits_beside_others(command, spawn);
    add_program(command, spawn);
}

void box_container(struct command_line *command, const struct sandbox_spawn *spawn) {
    add(command, "sandbox-exec", "--container", NULL);
    add_limits_beside_others(command, spawn);
    add_program(command, spawn);
}
