// Kernels as values: attributes and occupancy.
#include <stdlib.h>

#include "api.h"
#include "engine/exec/launch.h"
#include "engine/model/profile.h"
#include "engine/report/status.h"

enum { WARP = 32, MAX_THREADS = 1024 };

static struct function {
    simt_lane_function body;
    size_t dynamic_limit;
} * functions;
static size_t function_count;

static _Thread_local bool probing;
static _Thread_local simt_lane_function probed;

void simt_function_probe(void) {
    probing = true;
    probed = NULL;
}

bool simt_function_probed(simt_lane_function body) {
    if (!probing)
        return false;
    probing = false;
    probed = body;
    return true;
}

/** Nothing if no kernel was called: then the next one is not to be taken for it. */
static simt_lane_function take_probed(void) {
    probing = false;
    return probed;
}

static struct function *find(simt_lane_function body) {
    for (size_t i = 0; i < function_count; i++)
        if (functions[i].body == body)
            return &functions[i];
    return NULL;
}

size_t simt_function_dynamic_limit(simt_lane_function body) {
    const struct function *function = find(body);
    return function ? function->dynamic_limit : simt_profile()->shared_per_block;
}

static cudaError_t set_dynamic_limit(simt_lane_function body, size_t limit) {
    struct function *function = find(body);
    if (!function) {
        struct function *grown = realloc(functions, (function_count + 1) * sizeof *grown);
        if (!grown)
            return (cudaError_t)simt_status_note(cudaErrorMemoryAllocation);
        functions = grown;
        function = &functions[function_count++];
        function->body = body;
    }
    function->dynamic_limit = limit;
    return cudaSuccess;
}

cudaError_t simt_function_attribute(enum cudaFuncAttribute attribute, int value) {
    SIMT_API_BEGIN();
    size_t most = simt_profile()->shared_per_block_optin;
    if (!take_probed())
        return simt_api_fault(cudaErrorInvalidDeviceFunction,
                              "cudaFuncSetAttribute of a function that is no kernel");
    if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout)
        return cudaSuccess; /* a preference, which changes speed only */
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 || (size_t)value > most)
        return simt_api_fault(
            cudaErrorInvalidValue,
            "cudaFuncSetAttribute to %d; a block of this device has at most %zu bytes of shared memory",
            value, most);
    return set_dynamic_limit(probed, (size_t)value);
}

static struct cudaFuncAttributes attributes_of(simt_lane_function kernel) {
    const struct simt_profile *p = simt_profile();
    const int capability = (int)(p->capability_major * 10 + p->capability_minor);
    return (struct cudaFuncAttributes){.maxThreadsPerBlock = MAX_THREADS,
                                       .ptxVersion = capability,
                                       .binaryVersion = capability,
                                       .maxDynamicSharedSizeBytes = (int)simt_function_dynamic_limit(kernel)};
}

cudaError_t simt_function_describe(struct cudaFuncAttributes *attributes) {
    SIMT_API_BEGIN();
    if (!take_probed() || !attributes)
        return simt_api_fault(cudaErrorInvalidDeviceFunction,
                              "cudaFuncGetAttributes of a function that is no kernel");
    simt_api_target(attributes, sizeof *attributes);
    *attributes = attributes_of(probed);
    return cudaSuccess;
}

/** Blocks that can be resident on one multiprocessor. */
static int blocks_at_once(int threads, size_t dynamic_shared) {
    return (int)simt_blocks_per_multiprocessor((uint64_t)threads, dynamic_shared);
}

cudaError_t simt_occupancy_blocks(int *blocks, int threads, size_t dynamic_shared) {
    SIMT_API_BEGIN();
    if (!blocks || threads <= 0 || threads > MAX_THREADS)
        return simt_api_fault(cudaErrorInvalidValue, "occupancy of blocks of %d threads", threads);
    SIMT_API_STORE(blocks, blocks_at_once(threads, dynamic_shared));
    return cudaSuccess;
}

cudaError_t simt_occupancy_best(int *min_grid, int *block, size_t (*shared_of)(int threads, const void *data),
                                const void *data, int limit) {
    SIMT_API_BEGIN();
    if (!min_grid || !block)
        return simt_api_fault(cudaErrorInvalidValue, "occupancy was given a null pointer");
    int best = 0, most = 0;
    for (int threads = limit > 0 && limit < MAX_THREADS ? limit / WARP * WARP : MAX_THREADS; threads > 0;
         threads -= WARP) {
        size_t dynamic_shared = simt_api_call((void (*)(void))shared_of,
                                              (const uintptr_t[5]){(uintptr_t)threads, (uintptr_t)data});
        int resident = threads * blocks_at_once(threads, dynamic_shared);
        if (resident > most) {
            best = threads;
            most = resident;
        }
    }
    SIMT_API_STORE(block, best);
    SIMT_API_STORE(min_grid, best ? most / best * (int)simt_profile()->multiprocessors : 0);
    return cudaSuccess;
}

cudaError_t simt_occupancy_shared(size_t *dynamic_shared, int blocks, int threads) {
    SIMT_API_BEGIN();
    const struct simt_profile *p = simt_profile();
    if (!dynamic_shared || blocks <= 0 || threads <= 0 || threads > MAX_THREADS ||
        blocks > blocks_at_once(threads, 0))
        return simt_api_fault(cudaErrorInvalidValue, "%d blocks of %d threads cannot be resident", blocks,
                              threads);
    size_t each = p->shared_per_multiprocessor / (size_t)blocks - p->shared_reserved_per_block;
    SIMT_API_STORE(dynamic_shared, each < p->shared_per_block ? each : p->shared_per_block);
    return cudaSuccess;
}

cudaError_t simt_cooperative_fits(unsigned long long blocks, unsigned int threads, size_t dynamic_shared) {
    SIMT_API_BEGIN();
    simt_configure_cooperative(true);
    if (threads == 0 || threads > MAX_THREADS)
        return cudaSuccess; /* the launch itself reports the error */
    const uint64_t each = simt_blocks_per_multiprocessor(threads, dynamic_shared);
    if (blocks <= each * simt_multiprocessors_for(true))
        return cudaSuccess;
    simt_configure_cooperative(false);
    return (cudaError_t)simt_status_note(cudaErrorCooperativeLaunchTooLarge);
}
