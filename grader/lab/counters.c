// Reads the engine's counters by their names in its report, and computes the ratios that specs bound.
#include "counters.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const traffic_names[COUNTER_TRAFFIC_COUNT] = {
    [GLOBAL_LOAD] = "global_load", [GLOBAL_STORE] = "global_store", [GLOBAL_ATOMIC] = "global_atomic",
    [SHARED_LOAD] = "shared_load", [SHARED_STORE] = "shared_store", [SHARED_ATOMIC] = "shared_atomic",
};

// A missing or invalid value counts as 0: without counters, no bound that gives points holds.
static double number(const cJSON *object, const char *name) {
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNumber(value) && value->valuedouble > 0 ? value->valuedouble : 0;
}

static double traffic_number(const cJSON *object, enum counter_traffic traffic, const char *unit) {
    char name[64];
    snprintf(name, sizeof name, "%s_%s", traffic_names[traffic], unit);
    return number(object, name);
}

double counters_volume(const cJSON *launch, const char *name) {
    double product = 1;
    const cJSON *size;
    cJSON_ArrayForEach(size, cJSON_GetObjectItemCaseSensitive(launch, name)) product *= size->valuedouble;
    return product;
}

static struct counter_launch launch_of(const cJSON *kernel, const cJSON *counters) {
    const char *work = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(counters, "work_counts"));
    return (struct counter_launch){.blocks = counters_volume(kernel, "grid"),
                                   .threads = counters_volume(kernel, "block"),
                                   .steps = number(counters, "steps"),
                                   .warp_instructions = number(counters, "warp_instructions"),
                                   .longest_warp = number(counters, "longest_warp"),
                                   .counts_operations = work && strcmp(work, "operations") == 0};
}

static void take_heaviest(struct counter_launch *heaviest, struct counter_launch launch) {
    const bool alike = launch.blocks == heaviest->blocks && launch.threads == heaviest->threads;
    launch.steps_alike = launch.steps + (alike ? heaviest->steps_alike : 0);
    if (launch.warp_instructions > heaviest->warp_instructions)
        *heaviest = launch;
    else if (alike)
        heaviest->steps_alike = launch.steps_alike;
}

double counters_launches(const cJSON *kernel) {
    const double launches = number(kernel, "launches");
    return launches > 0 ? launches : 1;
}

void counters_add(struct counters *sum, const cJSON *kernel) {
    const cJSON *object = cJSON_GetObjectItemCaseSensitive(kernel, "counters");
    for (enum counter_traffic t = 0; t < COUNTER_TRAFFIC_COUNT; t++) {
        sum->requests[t] += traffic_number(object, t, "requests");
        sum->bytes[t] += traffic_number(object, t, "bytes");
        sum->transactions[t] += traffic_number(object, t, t < SHARED_LOAD ? "sectors" : "wavefronts");
    }
    sum->barriers += number(object, "barriers");
    sum->warp_instructions += number(object, "warp_instructions");
    sum->active_instructions += number(object, "active_instructions");
    sum->lane_instructions += number(object, "lane_instructions");
    sum->atomic_serialization += number(object, "atomic_serialization");
    sum->global_broadcast_bytes += number(object, "global_broadcast_bytes");
    sum->shared_atomic_words += number(object, "shared_atomic_words");
    sum->steps += number(object, "steps");
    sum->work += number(object, "work");
    sum->shuffles += number(object, "shuffles");
    const double launches = counters_launches(kernel);
    sum->launches += launches;
    const struct counter_launch launch = launch_of(kernel, object);
    sum->thread_barriers += launch.threads * (number(object, "barriers") + launches * launch.blocks);
    take_heaviest(&sum->heaviest, launch);
}

static double per_int(double bytes, int32_t n) { return n > 0 ? bytes / (4.0 * n) : 0; }

double counters_global_bytes_per_int(const struct counters *counters, int32_t n) {
    return counters_global_load_per_int(counters, n) +
           per_int(counters->bytes[GLOBAL_STORE] + counters->bytes[GLOBAL_ATOMIC], n);
}

double counters_global_load_per_int(const struct counters *counters, int32_t n) {
    return per_int(counters->bytes[GLOBAL_LOAD] - counters->global_broadcast_bytes, n);
}

double counters_shared_load_per_int(const struct counters *counters, int32_t n) {
    return per_int(counters->bytes[SHARED_LOAD], n);
}

double counters_work_per_element(const struct counters *counters, int32_t n) {
    return n > 0 ? counters->work / n : 0;
}

double counters_stores_per_element(const struct counters *counters, int32_t n) {
    return n > 0 ? (counters->work + counters->shuffles) / n : 0;
}

double counters_wavefronts_per_request(const struct counters *counters, int32_t n) {
    (void)n;
    const double requests = counters->requests[SHARED_LOAD] + counters->requests[SHARED_STORE];
    const double wavefronts = counters->transactions[SHARED_LOAD] + counters->transactions[SHARED_STORE];
    return requests > 0 ? wavefronts / requests : 0;
}

double counters_imbalance(const struct counters *counters, int32_t n) {
    const struct counter_launch *l = &counters->heaviest;
    const double warps = l->blocks * ceil(l->threads / 32);
    (void)n;
    return l->warp_instructions > 0 ? l->longest_warp * warps / l->warp_instructions : 0;
}

double counters_active_lanes(const struct counters *counters, int32_t n) {
    (void)n;
    return counters->active_instructions > 0 ? counters->lane_instructions / counters->active_instructions
                                             : 0;
}

bool counters_are_operations(const struct counters *counters) { return counters->heaviest.counts_operations; }

bool counters_are_stores(const struct counters *counters) { return !counters->heaviest.counts_operations; }
