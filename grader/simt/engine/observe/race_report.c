// The words for a race, those of the vendor's tool.
#include "engine/observe/race_report.h"

static const char *access_name(enum simt_access_kind kind) {
    return kind == SIMT_ACCESS_READ ? "Read" : kind == SIMT_ACCESS_WRITE ? "Write" : "Atomic";
}

void simt_race_report(const struct simt_race *race) {
    const struct simt_actor *here = &race->here, *there = &race->there;
    simt_error_add(
        SIMT_RACE, race->space, here, there,
        "Race reported between %s access by thread (%u,%u,%u) of block (%u,%u,%u) and %s access by thread "
        "(%u,%u,%u) of block (%u,%u,%u) to %s memory: %s",
        access_name(race->here_kind), here->thread.x, here->thread.y, here->thread.z, here->block.x,
        here->block.y, here->block.z, access_name(race->there_kind), there->thread.x, there->thread.y,
        there->thread.z, there->block.x, there->block.y, there->block.z,
        race->space == SIMT_SPACE_SHARED ? "__shared__" : "__global__", race->remedy);
}
