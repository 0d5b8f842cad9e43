// Latencies: each load gives the address of the next one.
#include "measure.cuh"

enum { CHAIN = 4096 };

// Each word holds the address of the one that comes after it, in an order without a pattern.
static __global__ void link_kernel(char *base, const unsigned *offset, const unsigned *next, unsigned count) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        *(char **)(base + offset[i]) = base + offset[next[i]];
}

// `count` words, each in its own `stride` bytes, on any of the lines there: one cycle of all (Sattolo).
static void link(const bench &b, unsigned count, size_t stride) {
    std::vector<unsigned> offset(count), next(count);
    unsigned *device = (unsigned *)b.to, random = 12345;
    for (unsigned i = 0; i < count; i++) {
        random = random * 1664525u + 1013904223u;
        offset[i] = (unsigned)(i * stride + (random >> 8) % (stride / LINE) * LINE);
        next[i] = i;
    }
    offset[0] = 0; // where a chain begins
    for (unsigned i = count - 1; i > 0; i--) {
        random = random * 1664525u + 1013904223u;
        std::swap(next[i], next[(random >> 8) % i]);
    }
    const size_t bytes = count * sizeof(unsigned);
    require(cudaMemcpy(device, offset.data(), bytes, cudaMemcpyHostToDevice));
    require(cudaMemcpy(device + count, next.data(), bytes, cudaMemcpyHostToDevice));
    link_kernel<<<(count + 255) / 256, 256>>>(b.from, device, device + count, count);
    require(cudaDeviceSynchronize());
}

enum level { BY_L1, BY_L2, BY_ATOMIC };

template <level LEVEL> static __device__ const char *follow(const char *at) {
    const char *next;
    if (LEVEL == BY_L1)
        asm volatile("ld.global.u64 %0, [%1];" : "=l"(next) : "l"(at));
    else if (LEVEL == BY_L2)
        asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(next) : "l"(at));
    else
        asm volatile("atom.global.add.u64 %0, [%1], 0;" : "=l"(next) : "l"(at) : "memory");
    return next;
}

template <level LEVEL>
__global__ void chase_kernel(const char *at, int before, int hops, unsigned *sink, long long *cycles) {
#pragma unroll 1
    for (int i = 0; i < before; i++)
        at = follow<LEVEL>(at);
    if (at == (const char *)1)
        *sink = 1;
    long long begin = clock64();
#pragma unroll 1
    for (int i = 0; i < hops; i += 16) {
#pragma unroll
        for (int k = 0; k < 16; k++)
            at = follow<LEVEL>(at);
    }
    if (at == (const char *)1)
        *sink = 1;
    cycles[0] = clock64() - begin;
}

double l1_latency(const bench &b, size_t footprint) {
    const int words = (int)(footprint / LINE), hops = 4096;
    link(b, (unsigned)words, LINE);
    return median_cycles(b,
                         [&] { chase_kernel<BY_L1><<<1, 1>>>(b.from, 2 * words, hops, b.sink, b.cycles); }) /
           hops;
}

double l2_latency(const bench &b) {
    link(b, CHAIN, 512);
    return median_cycles(b, [&] { chase_kernel<BY_L2><<<1, 1>>>(b.from, CHAIN, CHAIN, b.sink, b.cycles); }) /
           CHAIN;
}

static double dram_latency(const bench &b) {
    link(b, CHAIN, 16 * MIB / CHAIN);
    return median_cycles(
               b, [&](int) { chase_kernel<BY_L2><<<1, 1>>>(b.from, 0, CHAIN, b.sink, b.cycles); },
               [&](int) { flush(b); }) /
           CHAIN;
}

static double global_atomic_latency(const bench &b) {
    link(b, CHAIN, 512);
    return median_cycles(b,
                         [&] { chase_kernel<BY_ATOMIC><<<1, 1>>>(b.from, CHAIN, CHAIN, b.sink, b.cycles); }) /
           CHAIN;
}

enum { HOPS = 1024 };

static __global__ void shared_kernel(unsigned *sink, long long *cycles) {
    __shared__ unsigned next[WARP * 8];
    const unsigned base = (unsigned)__cvta_generic_to_shared(next);
    for (unsigned i = 0; i < WARP * 8; i += WARP)
        next[i + threadIdx.x] = base + ((i + threadIdx.x + WARP + 1) % (WARP * 8)) * 4;
    __syncthreads();
    unsigned at = base;
    long long begin = clock64();
#pragma unroll 64
    for (int i = 0; i < HOPS; i++)
        asm volatile("ld.shared.u32 %0, [%0];" : "+r"(at));
    if (at == 1)
        *sink = 1;
    cycles[0] = clock64() - begin;
}

static __global__ void shared_atomic_kernel(unsigned nothing, unsigned *sink, long long *cycles) {
    __shared__ unsigned words[WARP];
    words[threadIdx.x] = threadIdx.x * 4; // each holds its own offset
    __syncthreads();
    unsigned at = threadIdx.x * 4;
    long long begin = clock64();
#pragma unroll 64
    for (int i = 0; i < HOPS; i++)
        at = atomicAdd((unsigned *)((char *)words + at), nothing);
    if (at == 1)
        *sink = 1;
    cycles[0] = clock64() - begin;
}

void measure_latency(const bench &b) {
    std::printf("\n# Latency\n");
    print("l1_latency", l1_latency(b, 4 * KIB), "cycles");
    print("l2_latency", l2_latency(b), "cycles");
    print("dram_latency", dram_latency(b), "cycles");
    print("shared_load_latency",
          median_cycles(b, [&] { shared_kernel<<<1, WARP>>>(b.sink, b.cycles); }) / HOPS, "cycles");
    print("shared_atomic_latency",
          median_cycles(b, [&] { shared_atomic_kernel<<<1, WARP>>>(0, b.sink, b.cycles); }) / HOPS, "cycles");
    print("global_atomic_latency", global_atomic_latency(b), "cycles");
}
