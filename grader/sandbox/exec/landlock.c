// Tier C's file system: all is closed but the paths that are named. Landlock needs raw system calls, since
// the C library has no functions for it. Rights that an older Landlock does not know are left to the
// system-call filter.
#include "sandbox/exec/exec.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Newer than the kernel headers of the oldest supported systems; the numbers are the kernel's interface.
#define RIGHT_REFER (UINT64_C(1) << 13)       // version 2
#define RIGHT_TRUNCATE (UINT64_C(1) << 14)    // version 3
#define RIGHT_IOCTL_DEV (UINT64_C(1) << 15)   // version 5
#define NET_BIND_AND_CONNECT UINT64_C(3)      // version 4
#define SCOPE_SOCKETS_AND_SIGNALS UINT64_C(3) // version 6

// struct landlock_ruleset_attr as of version 6; older kernels require that the new fields are 0.
struct ruleset {
    uint64_t file_system, net, scoped;
};

static const uint64_t read_rights =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
static const uint64_t device_rights =
    LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | RIGHT_TRUNCATE | RIGHT_IOCTL_DEV;
// No links, sockets, pipes or devices.
static const uint64_t write_rights =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR |
    LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
    LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | RIGHT_TRUNCATE;
static const uint64_t file_rights = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |
                                    LANDLOCK_ACCESS_FS_WRITE_FILE | RIGHT_TRUNCATE | RIGHT_IOCTL_DEV;

static struct ruleset all_of_version(long version) {
    struct ruleset all = {.file_system = RIGHT_REFER - 1};
    if (version >= 2)
        all.file_system |= RIGHT_REFER;
    if (version >= 3)
        all.file_system |= RIGHT_TRUNCATE;
    if (version >= 4)
        all.net = NET_BIND_AND_CONNECT;
    if (version >= 5)
        all.file_system |= RIGHT_IOCTL_DEV;
    if (version >= 6)
        all.scoped = SCOPE_SOCKETS_AND_SIGNALS;
    return all;
}

static uint64_t rights_for(enum exec_access access) {
    if (access == EXEC_WRITE)
        return write_rights;
    return access == EXEC_DEVICE ? device_rights : read_rights;
}

static bool open_path(int rules, const struct exec_path *path, uint64_t known) {
    struct stat status;
    int file = open(path->path, O_PATH | O_CLOEXEC);
    if (file < 0 || fstat(file, &status) != 0)
        return false;
    uint64_t rights = rights_for(path->access) & known;
    if (!S_ISDIR(status.st_mode))
        rights &= file_rights;
    struct landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = file};
    bool added = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
    close(file);
    return added;
}

const char *exec_close_file_system(const struct exec_request *request) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1)
        return "Landlock";
    struct ruleset all = all_of_version(version);
    int rules = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);
    if (rules < 0)
        return "landlock_create_ruleset";
    for (size_t i = 0; i < request->path_count; i++) {
        if (!open_path(rules, &request->paths[i], all.file_system))
            return request->paths[i].path;
    }
    if (syscall(SYS_landlock_restrict_self, rules, 0) != 0)
        return "landlock_restrict_self";
    close(rules);
    return NULL;
}
