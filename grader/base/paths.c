// The locations of files on this machine: Warplab's own files, the CUDA Toolkit.
#include "paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

char *path_join(char *to, const char *directory, const char *name) {
    if (snprintf(to, PATH_MAX, "%s/%s", directory, name) >= PATH_MAX)
        to[0] = '\0'; // no such file: the next use of the path reports it
    return to;
}

static bool exists(const char *directory, const char *name) {
    char path[PATH_MAX];
    return access(path_join(path, directory, name), R_OK) == 0;
}

// Removes the last part of a path. @return false at the root
static bool go_up(char *path) {
    char *slash = strrchr(path, '/');
    if (!slash || slash == path)
        return false;
    *slash = '\0';
    return true;
}

static bool find_own_files(struct paths *paths, char *why, size_t size) {
    char here[PATH_MAX] = "";
    if (readlink("/proc/self/exe", here, sizeof here - 1) < 0 || !go_up(here)) {
        snprintf(why, size, "cannot find the directory of this program");
        return false;
    }
    strcpy(paths->top, here);
    while (!exists(paths->top, "labs/include/warplab.h"))
        if (!go_up(paths->top))
            break;
    // A separate build, as under the sanitizers, has `grade` in the folder of its bin and lib.
    if (exists(here, "bin/simtcc"))
        strcpy(paths->build, here);
    else
        path_join(paths->build, paths->top, "build");
    if (exists(paths->top, "labs/include/warplab.h") && exists(paths->build, "bin/simtcc"))
        return true;
    snprintf(why, size, "the CPU engine is not built next to this program (%s): run make build", here);
    return false;
}

static bool take_nvcc(struct paths *paths, const char *directory) {
    char path[PATH_MAX];
    if (access(path_join(path, directory, "nvcc"), X_OK) != 0 || !realpath(path, paths->nvcc))
        return false;
    strcpy(paths->cuda, paths->nvcc);
    return go_up(paths->cuda) && go_up(paths->cuda);
}

static void find_toolkit(struct paths *paths) {
    static const char *const usual[] = {"/usr/local/cuda/bin", "/opt/cuda/bin"};
    const char *path = getenv("PATH"), *nvcc = getenv("NVCC");
    if (nvcc && !*nvcc)
        return; // as "make NVCC=" leaves it out
    char *copy = strdup(path ? path : "");
    char *rest = copy;
    for (char *directory; copy && (directory = strsep(&rest, ":"));)
        if (directory[0] == '/' && take_nvcc(paths, directory))
            break;
    for (size_t i = 0; i < sizeof usual / sizeof usual[0] && paths->nvcc[0] == '\0'; i++)
        take_nvcc(paths, usual[i]);
    free(copy);
}

// CUPTI is an optional part of the toolkit, and different installers put it into different folders.
static void find_cupti(struct paths *paths) {
    static const char *const usual[] = {"extras/CUPTI/lib64/libcupti.so", "lib64/libcupti.so",
                                        "lib/libcupti.so", "lib/x86_64-linux-gnu/libcupti.so"};
    char path[PATH_MAX];
    for (size_t i = 0; paths->cuda[0] && !paths->cupti[0] && i < sizeof usual / sizeof usual[0]; i++)
        if (!realpath(path_join(path, paths->cuda, usual[i]), paths->cupti))
            paths->cupti[0] = '\0';
}

bool paths_find(struct paths *paths, char *why, size_t size) {
    memset(paths, 0, sizeof *paths);
    find_toolkit(paths);
    find_cupti(paths);
    return find_own_files(paths, why, size);
}

bool paths_is_bundle(const struct paths *paths) { return exists(paths->build, "bundled"); }

/* The component's checks of machine code, and of branches, are for x86-64 only. */
static bool guard_is_whole(void) {
    struct utsname system;
    return uname(&system) == 0 && strcmp(system.machine, "x86_64") == 0;
}

const char *paths_guard_gap(const struct paths *paths) {
    if (!WARPLAB_CONFINE)
        return "nothing keeps a submission from the engine that judges it: Warplab was built with CONFINE=no";
    if (exists(paths->build, "lib/simt_stores.so"))
        return guard_is_whole()
                   ? NULL
                   : "on this processor the engine's guard watches no indirect branches, and nothing looks "
                     "at the submission's machine code: grade what others wrote on x86-64";
    if (paths_is_bundle(paths))
        return "the engine's guard does not see every store: this bundle has no plugin for this machine's "
               "g++";
    return "the engine's guard does not see every store: the headers of g++'s plugins were not here when it "
           "was built (run make install-deps, then make build)";
}

const char *paths_rules_gap(const struct paths *paths) {
    if (paths->nvcc[0] || exists(paths->build, "lib/simt_language.so"))
        return NULL;
    if (paths_is_bundle(paths))
        return "which code runs on the host and which on the device was not checked, so nvcc may refuse this "
               "file: this bundle has no plugin for this machine's g++";
    /* The headers are there, since the other plugin could be built. */
    if (exists(paths->build, "lib/simt_stores.so"))
        return "which code runs on the host and which on the device was not checked, so nvcc may refuse this "
               "file: the g++ that Warplab was built with is too old, its plugin takes version 12 or newer";
    return "which code runs on the host and which on the device was not checked, so nvcc may refuse this "
           "file: the headers of g++'s plugins were not here when Warplab was built (run make install-deps, "
           "then make build)";
}

const char *paths_counts_gap(const struct paths *paths) {
    return exists(paths->build, "lib/simt_language.so") ? NULL
           : paths_is_bundle(paths)
               ? "instructions are estimated, so modelled speeds are not judged: this bundle has no plugin "
                 "for this machine's g++; a GPU settles it, or a bundle or a build that has the plugin"
               : "instructions are estimated, so modelled speeds are not judged: g++ has no plugin that "
                 "counts them; install g++ 12 or newer and its plugin headers (on Debian and Ubuntu g++-12 "
                 "and gcc-12-plugin-dev) and run make build, or use a GPU";
}
