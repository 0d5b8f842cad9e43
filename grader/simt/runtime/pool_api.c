// Memory pools: which exist, and their attributes.
#include "simt/memory_pools.h"

#include <stdint.h>
#include <stdlib.h>

#include "api.h"
#include "engine/memory/heap.h"
#include "engine/report/status.h"

enum { POLICIES = cudaMemPoolAttrReleaseThreshold + 1 };

struct pool {
    struct pool *next;
    uint64_t policy[POLICIES]; /**< those before the release threshold are ints to the program */
    uint64_t most_used;
};

/** The device's default pool, which always exists. */
static struct pool default_pool = {.policy = {[cudaMemPoolReuseFollowEventDependencies] = 1,
                                              [cudaMemPoolReuseAllowOpportunistic] = 1,
                                              [cudaMemPoolReuseAllowInternalDependencies] = 1}};
static struct pool *pools = &default_pool;
static struct pool *current = &default_pool;

static struct pool *find(cudaMemPool_t handle) {
    struct pool *p = pools;
    while (p && p != (struct pool *)handle)
        p = p->next;
    return p;
}

static cudaError_t refuse(void) {
    return simt_api_misuse(cudaErrorInvalidValue, ": there is no such pool, place, device or attribute");
}

static cudaError_t give_pool(cudaMemPool_t *out, struct pool *pool, int device) {
    if (!out || device != 0)
        return refuse();
    SIMT_API_STORE(out, (cudaMemPool_t)pool);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
    SIMT_API_BEGIN();
    return give_pool(pool, &default_pool, device);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) {
    SIMT_API_BEGIN();
    return give_pool(pool, current, device);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
    SIMT_API_BEGIN();
    if (device != 0 || !find(pool))
        return refuse();
    current = find(pool);
    return cudaSuccess;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *properties) {
    SIMT_API_BEGIN();
    if (!pool || !properties)
        return refuse();
    SIMT_API_STORE(pool, NULL);
    struct pool *made = malloc(sizeof *made);
    if (!made)
        return (cudaError_t)simt_status_note(cudaErrorMemoryAllocation);
    *made = default_pool;
    made->policy[cudaMemPoolAttrReleaseThreshold] = 0;
    made->next = pools;
    pools = made;
    *pool = (cudaMemPool_t)made;
    return cudaSuccess;
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t handle) {
    SIMT_API_BEGIN();
    struct pool *pool = find(handle), **link = &pools;
    if (!pool || pool == &default_pool)
        return refuse();
    while (*link != pool)
        link = &(*link)->next;
    *link = pool->next;
    current = current == pool ? &default_pool : current;
    free(pool);
    return cudaSuccess;
}

/** Bytes in use on the device, or the most that any call has seen. */
static uint64_t usage(struct pool *pool, bool most) {
    size_t used, total;
    simt_heap_usage(&used, &total);
    pool->most_used = used > pool->most_used ? used : pool->most_used;
    return most ? pool->most_used : used;
}

static bool is_attribute(enum cudaMemPoolAttr attribute) {
    return attribute >= cudaMemPoolReuseFollowEventDependencies && attribute <= cudaMemPoolAttrUsedMemHigh;
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t handle, enum cudaMemPoolAttr attribute, void *value) {
    SIMT_API_BEGIN();
    struct pool *pool = find(handle);
    if (!pool || !value || !is_attribute(attribute))
        return refuse();
    const bool most = attribute == cudaMemPoolAttrReservedMemHigh || attribute == cudaMemPoolAttrUsedMemHigh;
    if (attribute < cudaMemPoolAttrReleaseThreshold)
        SIMT_API_STORE((int *)value, (int)pool->policy[attribute]);
    else if (attribute == cudaMemPoolAttrReleaseThreshold)
        SIMT_API_STORE((uint64_t *)value, pool->policy[attribute]);
    else
        SIMT_API_STORE((uint64_t *)value, usage(pool, most));
    return cudaSuccess;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t handle, enum cudaMemPoolAttr attribute, void *value) {
    SIMT_API_BEGIN();
    struct pool *pool = find(handle);
    if (!pool || !value || !is_attribute(attribute))
        return refuse();
    if (attribute < cudaMemPoolAttrReleaseThreshold)
        pool->policy[attribute] = *(const int *)value != 0;
    else if (attribute == cudaMemPoolAttrReleaseThreshold)
        pool->policy[attribute] = *(const uint64_t *)value;
    else
        pool->most_used = 0; /* a high-water mark can only be reset */
    return cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes_to_keep) {
    SIMT_API_BEGIN();
    (void)bytes_to_keep; /* freed memory is never kept */
    return find(pool) ? cudaSuccess : refuse();
}

cudaError_t simt_malloc_from_pool(void **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
    SIMT_API_BEGIN_AS("cudaMallocFromPoolAsync");
    if (!find(pool))
        return refuse();
    return simt_api_allocate_in_stream(pointer, size, stream);
}
