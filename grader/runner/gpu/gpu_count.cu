// The engine's counters, read from the hardware: which of the vendor's metrics each counter is.
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

void gpu_count(struct gpu_text *text, void (*work)(void *context), void *context) {
    const char *metrics[METRICS];
    double sums[METRICS];
    struct gpu_profile profile;
    for (size_t i = 0; i < METRICS; i++)
        metrics[i] = pairs[i].metric;
    const bool good = gpu_profile(metrics, METRICS, work, context, sums, &profile);
    gpu_text_add(text, "\"counted\":{\"launches\":%zu,\"passes\":%zu,\"counters\":{", profile.launches,
                 profile.passes);
    if (good)
        add_counters(text, sums);
    gpu_text_add(text, "},\"problem\":");
    if (good)
        gpu_text_add(text, "null");
    else
        gpu_text_string(text, profile.problem);
    gpu_text_add(text, "}");
}
