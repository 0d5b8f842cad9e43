// The counters that the CPU engine and a GPU both have, read with suspicion.
#include "counted.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "reports.h"

const char *const counted_names[COUNTED_COUNT] = {
    "global_load_requests",     "global_load_sectors",   "global_store_requests",  "global_store_sectors",
    "global_atomic_requests",   "global_atomic_sectors", "shared_load_wavefronts", "shared_store_wavefronts",
    "shared_atomic_wavefronts", "warp_instructions",     "lane_instructions",
};

// Beyond it a double is no count any more.
static const double most = 9007199254740992;

// Adds each counter of @p object. @return false if it lacks one, or holds what is no count
static bool add(struct counted *counted, const cJSON *object) {
    for (size_t i = 0; i < COUNTED_COUNT; i++) {
        const cJSON *value = cJSON_GetObjectItemCaseSensitive(object, counted_names[i]);
        if (!cJSON_IsNumber(value) || !(value->valuedouble >= 0 && value->valuedouble <= most))
            return false;
        counted->values[i] += value->valuedouble;
    }
    return true;
}

void counted_by_engine(struct counted *counted, const cJSON *reply) {
    *counted = (struct counted){.known = reports_is_engine(reply)};
    const cJSON *kernel;
    if (!counted->known)
        return;
    cJSON_ArrayForEach(kernel, cJSON_GetObjectItemCaseSensitive(reports_driver(reply), "kernels")) {
        counted->known = add(counted, cJSON_GetObjectItemCaseSensitive(kernel, "counters")) && counted->known;
        counted->launches++;
    }
}

void counted_by_gpu(struct counted *counted, const cJSON *driver) {
    const cJSON *object = cJSON_GetObjectItemCaseSensitive(driver, "counted");
    const char *problem = reports_string(object, "problem");
    *counted = (struct counted){.launches = reports_number(object, "launches")};
    counted->known = !problem && counted->launches >= 0 &&
                     add(counted, cJSON_GetObjectItemCaseSensitive(object, "counters"));
    if (counted->known)
        return;
    error_set(&counted->error, "%s", problem ? problem : "the runner's answer is not readable");
    utf8_clean(counted->error.text);
}
