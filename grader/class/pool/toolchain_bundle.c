// What a lab's submissions are built with, laid out once for all of them. The sandbox shows it to submissions
// for reading only.
#include "class/pool/toolchain_bundle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/gpus.h"
#include "base/work_directory.h"
#include "lab/spec.h"
#include "sandbox/sandbox.h"
#include "submission/build.h"

enum { MAX_KITS = 64 };

struct kits {
    struct places places;
    struct {
        const struct spec *lab;
        struct stage stage;
    } items[MAX_KITS];
    size_t count;
};

struct kits *kits_create(char *why, size_t size) {
    struct kits *kits = calloc(1, sizeof *kits);
    if (!kits) {
        snprintf(why, size, "memory is used up");
        return NULL;
    }
    gpus_here(); // asked here, once for all workers
    if (places_find(&kits->places, why, size))
        return kits;
    free(kits);
    return NULL;
}

const struct places *kits_places(const struct kits *kits) { return &kits->places; }

const char *kits_of(struct kits *kits, const char *name, char *why, size_t size) {
    const struct spec *lab = spec_find(name);
    for (size_t i = 0; i < kits->count; i++)
        if (kits->items[i].lab == lab)
            return kits->items[i].stage.kit;
    if (!lab || kits->count == MAX_KITS) {
        snprintf(why, size, "there is no %s", name);
        return NULL;
    }
    struct stage *stage = &kits->items[kits->count].stage;
    const struct build_setting setting = {.lab = lab, .places = &kits->places, .stage = stage};
    if (!stage_create(stage, sandbox_uid(), why, size) || !build_make_kit(&setting, why, size)) {
        stage_remove(stage);
        return NULL;
    }
    kits->items[kits->count++].lab = lab;
    return stage->kit;
}

void kits_remove(struct kits *kits) {
    for (size_t i = 0; kits && i < kits->count; i++)
        stage_remove(&kits->items[i].stage);
    free(kits);
}
