// Reads sandbox-exec's command line. The supervisor writes it, so anything unexpected is refused.
#include "sandbox/exec/exec.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>

static const struct option options[] = {
    {"build", no_argument, NULL, 'b'},           {"gpu", no_argument, NULL, 'g'},
    {"landlock", no_argument, NULL, 'l'},        {"container", no_argument, NULL, 'o'},
    {"cpu", required_argument, NULL, 'c'},       {"data", required_argument, NULL, 'd'},
    {"processes", required_argument, NULL, 'p'}, {"file", required_argument, NULL, 'f'},
    {"read", required_argument, NULL, 'r'},      {"write", required_argument, NULL, 'w'},
    {"device", required_argument, NULL, 'v'},    {"workdir", required_argument, NULL, 'C'},
    {"env", required_argument, NULL, 'e'},       {NULL, 0, NULL, 0},
};

static bool parse_number(uint64_t *number) {
    char *end = NULL;
    errno = 0;
    *number = strtoull(optarg, &end, 10);
    return errno == 0 && end != optarg && *end == '\0' && *number > 0;
}

static bool add_path(struct exec_request *request, enum exec_access access) {
    if (request->path_count == EXEC_MAX_PATHS)
        return false;
    request->paths[request->path_count++] = (struct exec_path){optarg, access};
    return true;
}

static bool parse_one(struct exec_request *request, int option, size_t *env_count) {
    switch (option) {
    case 'b':
        return request->may_start_processes = true;
    case 'g':
        return request->gpu = true;
    case 'l':
        return request->bare = request->landlock = true;
    case 'o':
        return request->bare = true;
    case 'c':
        return parse_number(&request->cpu_s);
    case 'd':
        return parse_number(&request->data_bytes);
    case 'p':
        return parse_number(&request->processes);
    case 'f':
        return parse_number(&request->file_bytes);
    case 'r':
        return add_path(request, EXEC_READ);
    case 'w':
        return add_path(request, EXEC_WRITE);
    case 'v':
        return add_path(request, EXEC_DEVICE);
    case 'C':
        return (request->workdir = optarg) != NULL;
    case 'e':
        return (request->env[(*env_count)++] = optarg) != NULL;
    default:
        return false;
    }
}

bool exec_parse(struct exec_request *request, int argc, char **argv) {
    size_t env_count = 0;
    *request = (struct exec_request){.workdir = "/"};
    // As long as the whole command line, so that it has room for every --env and a NULL.
    request->env = calloc((size_t)argc + 1, sizeof *request->env);
    if (request->env == NULL)
        return false;
    for (int option; (option = getopt_long(argc, argv, "+", options, NULL)) != -1;) {
        if (!parse_one(request, option, &env_count))
            return false;
    }
    request->argv = argv + optind;
    return request->argv[0] != NULL && request->cpu_s && request->data_bytes && request->processes &&
           request->file_bytes;
}
