// What of the machine's files a program sees: the system's programs and libraries, and the GPU's devices.
#include "sandbox/box.h"

#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void visit_if_there(enum view_kind kind, const char *path, view_visitor *visit, void *context) {
    if (access(path, F_OK) == 0)
        visit(context, kind, path);
}

// The driver does not initialize a GPU whose device file is not visible.
static void view_devices(const char *own, view_visitor *visit, void *context) {
    const char *const patterns[] = {own ? own : "/dev/nvidia[0-9]*", "/dev/nvidiactl",   "/dev/nvidia-uvm",
                                    "/dev/nvidia-uvm-tools",         "/dev/nvidia-caps", "/dev/dxg"};
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
        glob_t found;
        if (glob(patterns[i], 0, NULL, &found) != 0)
            continue;
        for (size_t j = 0; j < found.gl_pathc; j++)
            visit(context, VIEW_DEVICE, found.gl_pathv[j]);
        globfree(&found);
    }
}

// Whether a folder is below /usr, also by way of a link.
static bool is_in_usr(const char *folder) {
    char resolved[PATH_MAX];
    return realpath(folder, resolved) != NULL && strncmp(resolved, "/usr/", 5) == 0;
}

static void add_folder(char *folders, size_t size, const char *folder) {
    char driver[PATH_MAX];
    size_t length = strlen(folders);
    snprintf(driver, sizeof driver, "%s/libcuda.so.1", folder);
    if (folder[0] != '/' || access(driver, F_OK) != 0 || strstr(folders, folder) != NULL)
        return;
    snprintf(folders + length, size - length, "%s%s", length > 0 ? ":" : "", folder);
}

// The loader's cache has the paths of all libraries as strings; the rest of its format is not needed here.
static void add_folders_of_cache(char *folders, size_t size) {
    static const char library[] = "/libcuda.so.1";
    char *cache = NULL;
    size_t capacity = 0;
    FILE *file = fopen("/etc/ld.so.cache", "re");
    if (file == NULL)
        return;
    while (getdelim(&cache, &capacity, '\0', file) > 0) {
        size_t length = strlen(cache), tail = sizeof library - 1;
        if (cache[0] != '/' || length <= tail || strcmp(cache + length - tail, library) != 0)
            continue;
        cache[length - tail] = '\0';
        if (!is_in_usr(cache))
            add_folder(folders, size, cache);
    }
    free(cache);
    fclose(file);
}

void view_driver_folders(char *folders, size_t size) {
    char names[PATH_MAX];
    const char *search = getenv("LD_LIBRARY_PATH");
    folders[0] = '\0';
    snprintf(names, sizeof names, "%s:/usr/local/nvidia/lib64", search ? search : "");
    char *rest = NULL;
    for (char *name = strtok_r(names, ":", &rest); name; name = strtok_r(NULL, ":", &rest)) {
        add_folder(folders, size, name);
    }
    add_folders_of_cache(folders, size);
}

static void view_gpu(const char *own, view_visitor *visit, void *context) {
    char folders[PATH_MAX];
    view_devices(own, visit, context);
    // Some drivers need it to start.
    visit_if_there(VIEW_READ, "/sys", visit, context);
    view_driver_folders(folders, sizeof folders);
    char *rest = NULL;
    for (char *folder = strtok_r(folders, ":", &rest); folder; folder = strtok_r(NULL, ":", &rest)) {
        if (!is_in_usr(folder))
            visit(context, VIEW_READ, folder);
    }
}

void view_system(const struct sandbox_spawn *spawn, view_visitor *visit, void *context) {
    static const char *const paths[] = {"/usr",   "/bin",   "/sbin",   "/lib",
                                        "/lib32", "/lib64", "/libx32", "/etc/ld.so.cache"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
        visit_if_there(VIEW_READ, paths[i], visit, context);
    if (spawn->profile == SANDBOX_BUILD)
        visit_if_there(VIEW_READ, "/etc/alternatives", visit, context);
    if (spawn->gpu)
        view_gpu(spawn->gpu_device, visit, context);
}

void view_mounts(const struct sandbox_spawn *spawn, view_visitor *visit, void *context) {
    for (size_t i = 0; i < spawn->mount_count; i++) {
        visit(context, spawn->mounts[i].writable ? VIEW_WRITE : VIEW_READ, spawn->mounts[i].path);
    }
}
