// An empty cache before each run.
#include "bench/bench.h"

#include <cuda_runtime.h>

// Reads data that the cache does not hold. Writes would leave dirty lines in the cache, and the next
// timed kernel would wait until these are written back to memory.
__global__ void evict_kernel(uint4 *array, size_t count) {
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    unsigned int all = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
        all |= array[i].x;
    if (all != 0) // never true, but the compiler does not know
        array[0].x = all;
}

void evict(void *zeros, size_t bytes) { evict_kernel<<<1024, 256>>>((uint4 *)zeros, bytes / sizeof(uint4)); }
