// sandbox-exec's parts: each takes what the command line asked for and applies it to this process, for good.
#ifndef WARPLAB_SANDBOX_EXEC_H
#define WARPLAB_SANDBOX_EXEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EXEC_MAX_PATHS = 64 };

// A path that Landlock leaves open.
struct exec_path {
    const char *path;
    enum exec_access { EXEC_READ, EXEC_WRITE, EXEC_DEVICE } access;
};

struct exec_request {
    bool may_start_processes; // a compiler; else threads only
    bool gpu;
    bool landlock; // no namespaces around us
    uint64_t cpu_s, data_bytes, processes, file_bytes;
    struct exec_path paths[EXEC_MAX_PATHS];
    size_t path_count;
    const char *workdir;
    char **env;
    char **argv;
};

// Each returns NULL, or the name of the step that failed, with errno set.
const char *exec_set_limits(const struct exec_request *request);
const char *exec_close_file_system(const struct exec_request *request);
const char *exec_filter_system_calls(const struct exec_request *request);

// Fills the request; false if the command line is not one that the supervisor writes.
bool exec_parse(struct exec_request *request, int argc, char **argv);

#endif
