// Control groups of either version. A group is a folder, its limits are files in it; with version 1 each kind
// of limit has a tree of its own.
#include "sandbox/supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"

// The overhead of bubblewrap and sandbox-exec beside the program.
enum { HELPERS = 3, HELPERS_BYTES = 32 << 20 };

static bool read_file(const char *folder, const char *name, char *text, size_t size) {
    char path[PATH_MAX + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t length = file >= 0 ? read(file, text, size - 1) : -1;
    if (file >= 0)
        close(file);
    text[length > 0 ? length : 0] = '\0';
    return length >= 0;
}

static bool write_file(const char *folder, const char *name, const char *text) {
    char path[PATH_MAX + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    const bool good = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
    if (file >= 0)
        close(file);
    return good;
}

static bool write_number(const char *folder, const char *name, size_t number) {
    char text[32];
    snprintf(text, sizeof text, "%zu", number);
    return write_file(folder, name, text);
}

// The mount point of a hierarchy: of version 2 if `controller` is NULL.
static bool find_mount(const char *controller, char *folder, size_t size) {
    char line[4096];
    bool found = false;
    FILE *mounts = fopen("/proc/self/mountinfo", "re");
    while (mounts && !found && fgets(line, sizeof line, mounts)) {
        char at[PATH_MAX] = "", type[64] = "", options[512] = "", list[520], wanted[64];
        const char *rest = strstr(line, " - ");
        if (sscanf(line, "%*s %*s %*s %*s %4095s", at) != 1 || !rest ||
            sscanf(rest, " - %63s %*s %511s", type, options) != 2)
            continue;
        snprintf(list, sizeof list, ",%s,", options);
        snprintf(wanted, sizeof wanted, ",%s,", controller ? controller : "");
        found =
            controller ? strcmp(type, "cgroup") == 0 && strstr(list, wanted) : strcmp(type, "cgroup2") == 0;
        if (found)
            snprintf(folder, size, "%s", at);
    }
    if (mounts)
        fclose(mounts);
    return found;
}

// The group that this process is in; "/" if unknown.
static void find_own_group(const char *controller, char *group, size_t size) {
    char line[PATH_MAX + 128];
    FILE *groups = fopen("/proc/self/cgroup", "re");
    snprintf(group, size, "/");
    while (groups && fgets(line, sizeof line, groups)) {
        char controllers[128] = "", path[PATH_MAX] = "", list[136], wanted[64];
        const bool second = strncmp(line, "0::", 3) == 0;
        if (second ? sscanf(line, "0::%4095s", path) != 1
                   : sscanf(line, "%*d:%127[^:]:%4095s", controllers, path) != 2)
            continue;
        snprintf(list, sizeof list, ",%s,", controllers);
        snprintf(wanted, sizeof wanted, ",%s,", controller ? controller : "");
        if (controller ? !second && strstr(list, wanted) != NULL : second)
            snprintf(group, size, "%s", path);
    }
    if (groups)
        fclose(groups);
}

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool delegates_controllers(const char *folder) {
    char text[512];
    return read_file(folder, "cgroup.subtree_control", text, sizeof text) && strstr(text, "memory") &&
           strstr(text, "pids");
}

// The nearest group around this process whose children can have limits. Apart from the root, a group that has
// processes itself cannot have children with limits.
static bool find_second_version(struct cgroup *parent) {
    char mount[PATH_MAX], group[PATH_MAX], *folder = parent->folders[0];
    if (!find_mount(NULL, mount, sizeof mount))
        return false;
    find_own_group(NULL, group, sizeof group);
    for (;;) {
        char *slash = strrchr(group, '/');
        const bool root = !slash || slash[1] == '\0';
        snprintf(folder, PATH_MAX, "%.2047s%.2047s", mount, root ? "" : group);
        if (root)
            write_file(folder, "cgroup.subtree_control", "+memory +pids");
        if (delegates_controllers(folder)) {
            parent->version = 2;
            parent->count = 1;
            return true;
        }
        if (root)
            return false;
        slash[slash == group ? 1 : 0] = '\0';
    }
}

static bool find_first_version(struct cgroup *parent) {
    static const char *const controllers[] = {"memory", "pids"};
    for (size_t i = 0; i < 2; i++) {
        char mount[PATH_MAX], group[PATH_MAX], *folder = parent->folders[i];
        if (!find_mount(controllers[i], mount, sizeof mount))
            return false;
        find_own_group(controllers[i], group, sizeof group);
        snprintf(folder, PATH_MAX, "%.2047s%.2047s", mount, strcmp(group, "/") == 0 ? "" : group);
        // In a container the path may be that of the host machine.
        if (!is_folder(folder))
            snprintf(folder, PATH_MAX, "%s", mount);
    }
    parent->version = 1;
    parent->count = 2;
    return true;
}

// Folders whose supervisors were killed.
static void remove_stale(const char *folder) {
    char pattern[PATH_MAX + 16];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/warplab-*", folder);
    if (glob(pattern, GLOB_NOSORT, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++)
            if (kill((pid_t)atoi(strrchr(found.gl_pathv[i], '-') + 1), 0) != 0 && errno == ESRCH)
                rmdir(found.gl_pathv[i]);
    globfree(&found);
}

void cgroup_tidy(const struct cgroup *parent) {
    for (size_t i = 0; i < parent->count; i++)
        remove_stale(parent->folders[i]);
}

// Searched once per process: it takes as long as the rest of a start.
bool cgroup_find(struct cgroup *parent, struct error *error) {
    static struct cgroup found;
    if (found.version == 0) {
        if (!find_second_version(&found) && !find_first_version(&found))
            return error_set(error, "no control groups with limits for memory and processes");
        cgroup_tidy(&found);
    }
    *parent = found;
    return true;
}

static bool set_limits(const struct cgroup *group, const struct sandbox_limits *limits) {
    const size_t bytes = limits->memory_bytes + HELPERS_BYTES;
    if (group->version == 2) {
        const char *folder = group->folders[0];
        // This file is missing where the machine has no swap.
        write_file(folder, "memory.swap.max", "0");
        return write_number(folder, "memory.max", bytes) &&
               write_number(folder, "pids.max", limits->processes + HELPERS);
    }
    const bool good = write_number(group->folders[0], "memory.limit_in_bytes", bytes) &&
                      write_number(group->folders[1], "pids.max", limits->processes + HELPERS);
    write_number(group->folders[0], "memory.memsw.limit_in_bytes", bytes);
    return good;
}

bool cgroup_create(struct cgroup *group, const struct cgroup *parent, const struct sandbox_limits *limits) {
    *group = (struct cgroup){.version = parent->version};
    for (size_t i = 0; i < parent->count; i++) {
        snprintf(group->folders[i], PATH_MAX, "%.4000s/warplab-%d", parent->folders[i], (int)getpid());
        if (mkdir(group->folders[i], 0755) != 0)
            break;
        group->count++;
    }
    if (group->count == parent->count && set_limits(group, limits))
        return true;
    cgroup_remove(group);
    return false;
}

// Moving a process makes the kernel wait for all processors, some milliseconds. There are faster ways: in
// version 1 a thread moves itself; in version 2 the new process is created in the group.
static pid_t fork_into(const char *folder) {
    struct clone_args how = {.flags = CLONE_INTO_CGROUP, .exit_signal = SIGCHLD};
    const int group = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (group < 0)
        return -1;
    how.cgroup = (unsigned)group;
    const pid_t child = (pid_t)syscall(SYS_clone3, &how, sizeof how);
    close(group);
    return child;
}

static bool enter(const struct cgroup *group) {
    const char *file = group->version == 2 ? "cgroup.procs" : "tasks";
    for (size_t i = 0; i < group->count; i++)
        if (!write_file(group->folders[i], file, "0"))
            return false;
    return true;
}

pid_t cgroup_fork(const struct cgroup *group, bool *moved) {
    *moved = true;
    const pid_t child = group->version == 2 ? fork_into(group->folders[0]) : -1;
    if (child >= 0)
        return child;
    // Kernels before 5.7 and some containers have no clone3.
    const pid_t forked = fork();
    if (forked == 0)
        *moved = enter(group);
    return forked;
}

bool cgroup_ran_out(const struct cgroup *group) {
    char text[512];
    const char *name = group->version == 2 ? "memory.events" : "memory.oom_control";
    if (!group->count || !read_file(group->folders[0], name, text, sizeof text))
        return false;
    const char *count = strstr(text, "oom_kill ");
    return count && atoi(count + strlen("oom_kill ")) > 0;
}

// The last process may not have exited completely yet.
void cgroup_remove(struct cgroup *group) {
    static const struct timespec pause = {.tv_nsec = 1000 * 1000};
    for (size_t i = 0; i < group->count; i++)
        for (int attempt = 0; attempt < 2000 && rmdir(group->folders[i]) != 0 && errno == EBUSY; attempt++)
            nanosleep(&pause, NULL);
    group->count = 0;
}
