// What a lab's submissions are built with, laid out once for all of them. The sandbox shows it to submissions
// for reading only.
#include "class/pool/worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/gpus.h"
#include "base/work_directory.h"
#include "lab/spec.h"
#include "sandbox/sandbox.h"
#include "submission/build.h"

enum { MAX_BUNDLES = 64 };

struct toolchain_bundles {
    struct paths paths;
    struct {
        const struct spec *lab;
        struct work_directory stage;
    } items[MAX_BUNDLES];
    size_t count;
};

struct toolchain_bundles *toolchain_bundles_create(struct error *error) {
    struct toolchain_bundles *bundles = calloc(1, sizeof *bundles);
    if (!bundles) {
        error_set(error, "memory is used up");
        return NULL;
    }
    gpus_here(); // asked here, once for all workers
    if (paths_find(&bundles->paths, error->text, sizeof error->text))
        return bundles;
    free(bundles);
    return NULL;
}

const struct paths *toolchain_bundles_paths(const struct toolchain_bundles *bundles) {
    return &bundles->paths;
}

const char *toolchain_bundle_of(struct toolchain_bundles *bundles, const char *name, struct error *error) {
    const struct spec *lab = spec_find(name);
    for (size_t i = 0; i < bundles->count; i++)
        if (bundles->items[i].lab == lab)
            return bundles->items[i].stage.bundle;
    if (!lab || bundles->count == MAX_BUNDLES) {
        error_set(error, "there is no %s", name);
        return NULL;
    }
    struct work_directory *stage = &bundles->items[bundles->count].stage;
    const struct build_setting setting = {.lab = lab, .paths = &bundles->paths, .stage = stage};
    if (!work_directory_create(stage, sandbox_uid(), error) || !build_make_bundle(&setting, error)) {
        work_directory_remove(stage);
        return NULL;
    }
    bundles->items[bundles->count++].lab = lab;
    return stage->bundle;
}

void toolchain_bundles_remove(struct toolchain_bundles *bundles) {
    for (size_t i = 0; bundles && i < bundles->count; i++)
        work_directory_remove(&bundles->items[i].stage);
    free(bundles);
}
