// Loads and stores in a given pattern, by any number of warps: of the device's memory or of a cache.
#pragma once

#include "measure.cuh"

// What a request of a warp touches: groups of 2^group lanes side by side, the groups `stride` bytes apart.
// Requests follow each other within `size` bytes, again and again.
struct pattern {
    unsigned stride, group;
    size_t size;
};

template <bool L1> __device__ inline unsigned load(const char *at, unsigned) {
    unsigned v;
    if (L1)
        asm volatile("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(at));
    else
        asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(at));
    return v;
}
template <bool L1> __device__ inline uint4 load(const char *at, uint4) {
    uint4 v;
    if (L1)
        asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                     : "l"(at));
    else
        asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                     : "l"(at));
    return v;
}
__device__ inline unsigned first(unsigned v) { return v; }
__device__ inline unsigned first(uint4 v) { return v.x; }
__device__ inline unsigned mix(unsigned v, unsigned by, unsigned sum) { return v * by + sum; }
__device__ inline unsigned mix(uint4 v, unsigned by, unsigned sum) {
    return (((v.x * by + v.y) * by + v.z) * by + v.w) * by + sum;
}

template <int COUNT, class T> __device__ inline unsigned exclusive_or(const T *v) {
    unsigned all = 0;
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        all ^= mix(v[k], 1, 0);
    return all;
}

// Uses each value with something of all others. So all loads are under way before any is waited for, which
// compilers change to save registers where they can.
template <int COUNT, class T> __device__ inline unsigned use(const T *v, unsigned sum) {
    unsigned all = 0;
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        all ^= first(v[k]);
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        sum = mix(v[k], all, sum);
    return sum;
}

__device__ inline void store(char *at, unsigned v, unsigned) {
    asm volatile("st.global.u32 [%0], %1;" ::"l"(at), "r"(v) : "memory");
}
__device__ inline void store(char *at, unsigned v, uint4) {
    asm volatile("st.global.v4.u32 [%0], {%1, %1, %1, %1};" ::"l"(at), "r"(v) : "memory");
}

__device__ inline size_t lane_offset(const pattern &p, size_t width) {
    unsigned lane = threadIdx.x % WARP;
    return (lane >> p.group) * p.stride + (lane & ((1u << p.group) - 1)) * width;
}

// `rounds` times COUNT loads of type T, the next request REQUEST bytes behind the last. AHEAD: all of them
// are under way at a time.
template <class T, int COUNT, int REQUEST, bool L1, bool AHEAD>
__global__ void __launch_bounds__(1024)
    load_kernel(const char *base, pattern p, size_t step, int rounds, unsigned *sink, long long *cycles) {
    const char *mine = base + lane_offset(p, sizeof(T));
    size_t warp = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    size_t at = warp * (COUNT * REQUEST) % p.size;
    unsigned sum = 0;
    __syncthreads();
    long long begin = clock64();
#pragma unroll 1
    for (int r = 0; r < rounds; r++) {
        decltype(load<L1>(mine, T())) v[COUNT];
#pragma unroll
        for (int k = 0; k < COUNT; k++)
            v[k] = load<L1>(mine + at + k * REQUEST, T());
        sum = AHEAD ? use<COUNT>(v, sum) : sum ^ exclusive_or<COUNT>(v);
        at += step;
        at -= at >= p.size ? p.size : 0;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        cycles[blockIdx.x] = clock64() - begin;
    if (sum == 1)
        *sink = sum;
}

template <class T, int COUNT, int REQUEST>
__global__ void __launch_bounds__(1024)
    store_kernel(char *base, pattern p, size_t step, int rounds, long long *cycles) {
    char *mine = base + lane_offset(p, sizeof(T));
    size_t warp = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    size_t at = warp * (COUNT * REQUEST) % p.size;
    __syncthreads();
    long long begin = clock64();
#pragma unroll 1
    for (int r = 0; r < rounds; r++) {
#pragma unroll
        for (int k = 0; k < COUNT; k++)
            store(mine + at + k * REQUEST, (unsigned)r, T());
        at += step;
        at -= at >= p.size ? p.size : 0;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        cycles[blockIdx.x] = clock64() - begin;
}
