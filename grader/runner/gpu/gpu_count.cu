// What is read from the hardware: the engine's counters, and how near kernels come to the device's limits.
#include "gpu.h"

#include <cstring>

enum { METRICS = 13 };

// Metrics of one counter follow each other, and are added. The hardware counts atomics with a used result and
// those without separately.
static const struct {
    const char *counter, *metric;
} pairs[METRICS] = {
    {"global_load_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"},
    {"global_load_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
    {"global_store_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"},
    {"global_store_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"},
    {"global_atomic_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum"},
    {"global_atomic_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"},
    {"global_atomic_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum"},
    {"global_atomic_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"},
    {"shared_load_wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"},
    {"shared_store_wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"},
    {"shared_atomic_wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"},
    {"warp_instructions", "smsp__inst_executed.sum"},
    {"lane_instructions", "smsp__thread_inst_executed_pred_on.sum"},
};

static void add_counters(struct gpu_text *text, const double *sums) {
    for (size_t first = 0; first < METRICS;) {
        double sum = 0;
        size_t next = first;
        for (; next < METRICS && strcmp(pairs[next].counter, pairs[first].counter) == 0; next++)
            sum += sums[next];
        gpu_text_add(text, "%s\"%s\":%.0f", first ? "," : "", pairs[first].counter, sum);
        first = next;
    }
}

static void add_values(void *to, const double *values) {
    for (size_t i = 0; i < METRICS; i++)
        ((double *)to)[i] += values[i];
}

// Ends the object that is begun.
static void add_problem(struct gpu_text *text, bool good, const struct gpu_profile *profile) {
    gpu_text_add(text, "\"problem\":");
    if (good)
        gpu_text_add(text, "null");
    else
        gpu_text_string(text, profile->problem);
    gpu_text_add(text, "}");
}

void gpu_count(struct gpu_text *text, const struct gpu_work *work) {
    const char *metrics[METRICS];
    double sums[METRICS] = {};
    struct gpu_profile profile;
    for (size_t i = 0; i < METRICS; i++)
        metrics[i] = pairs[i].metric;
    const bool good = gpu_profile(metrics, METRICS, work, add_values, sums, &profile);
    gpu_text_add(text, "\"counted\":{\"launches\":%zu,\"passes\":%zu,\"counters\":{", profile.launches,
                 profile.passes);
    if (good)
        add_counters(text, sums);
    gpu_text_add(text, "},");
    add_problem(text, good, &profile);
}

// The first one is the weight of all others: nanoseconds.
static const char *const limits[] = {"gpu__time_duration.sum",
                                     "sm__throughput.avg.pct_of_peak_sustained_elapsed",
                                     "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed",
                                     "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed",
                                     "lts__throughput.avg.pct_of_peak_sustained_elapsed",
                                     "l1tex__throughput.avg.pct_of_peak_sustained_active"};
static const char *const limit_names[] = {"us", "compute", "memory", "dram", "l2", "l1"};
enum { LIMITS = sizeof limits / sizeof *limits };

static void add_weighted(void *to, const double *values) {
    double *sums = (double *)to;
    sums[0] += values[0];
    for (size_t i = 1; i < LIMITS; i++)
        sums[i] += values[0] * values[i];
}

void gpu_reach(struct gpu_text *text, const struct gpu_work *work) {
    double sums[LIMITS] = {};
    struct gpu_profile profile;
    const bool good = gpu_profile(limits, LIMITS, work, add_weighted, sums, &profile);
    gpu_text_add(text, "\"reached\":{\"launches\":%zu,", profile.launches);
    for (size_t i = 0; good && i < LIMITS; i++)
        gpu_text_add(text, "\"%s\":%.2f,", limit_names[i],
                     i == 0        ? sums[0] / 1e3
                     : sums[0] > 0 ? sums[i] / sums[0]
                                   : 0);
    add_problem(text, good, &profile);
}
