// The contents of CUDA C's headers: types with their sizes and alignments, and functions with their results.
// A wrong one is printed.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <device_launch_parameters.h>
#include <memory>

#define EXPECT(condition)                                                                                    \
    do {                                                                                                     \
        if (!(condition))                                                                                    \
            printf("line %d: not true: %s\n", __LINE__, #condition);                                         \
    } while (0)

#define LAYOUT(type, size, alignment) static_assert(sizeof(type) == size && alignof(type) == alignment, #type)
LAYOUT(char2, 2, 2);
LAYOUT(uchar4, 4, 4);
LAYOUT(char3, 3, 1);
LAYOUT(short4, 8, 8);
LAYOUT(int2, 8, 8);
LAYOUT(int3, 12, 4);
LAYOUT(int4, 16, 16);
LAYOUT(uint4, 16, 16);
LAYOUT(float4, 16, 16);
LAYOUT(double2, 16, 16);
LAYOUT(longlong2, 16, 16);
LAYOUT(dim3, 12, 4);

union pixels {
    uchar4 four;
    unsigned int word;
};

__global__ void bits() {
    EXPECT(__popc(0xf0f0u) == 8 && __popcll(~0ull) == 64);
    EXPECT(__clz(0) == 32 && __clz(1) == 31 && __clz(-1) == 0 && __clzll(1) == 63 && __clzll(0) == 64);
    EXPECT(__ffs(0) == 0 && __ffs(8) == 4 && __ffsll(1ll << 40) == 41);
    EXPECT(__brev(1u) == 0x80000000u && __brev(0x12345678u) == 0x1e6a2c48u && __brevll(2) == 1ull << 62);
    EXPECT(__byte_perm(0x33221100u, 0x77665544u, 0x7160u) == 0x77116600u);
    EXPECT(__funnelshift_l(0x80000000u, 1u, 1) == 3u && __funnelshift_r(2u, 1u, 1) == 0x80000001u);
    EXPECT(__mul24(-3, 5) == -15 && __umul24(0x1000003u, 2u) == 6u);
    EXPECT(__mulhi(1 << 30, 8) == 2 && __umulhi(0xffffffffu, 0xffffffffu) == 0xfffffffeu);
    EXPECT(__umul64hi(1ull << 63, 4) == 2 && __mul64hi(-1, 1) == -1);
    EXPECT(__sad(-5, 7, 1u) == 13 && __usad(3u, 9u, 1u) == 7 && __hadd(-3, 1) == -1 &&
           __uhadd(~0u, 1u) == 1u << 31);
}

__global__ void numbers() {
    EXPECT(min(3, 4) == 3 && max(3u, 4) == 4 && min(-1, 1u) == 1 && max(2.0f, 1.0) == 2.0);
    EXPECT(min(3, 4) == 3 && min(5ll, 3ll) == 3 && max(0.0f, nanf("")) == 0.0f);
    EXPECT(__float2int_rn(2.5f) == 2 && __float2int_rz(-2.7f) == -2 && __float2int_ru(2.1f) == 3);
    EXPECT(__float2int_rd(-2.1f) == -3 && __float2int_rz(1e20f) == 2147483647 &&
           __float2int_rn(nanf("")) == 0);
    EXPECT(__float2uint_rz(-1.0f) == 0 && __double2ll_rz(1e300) == 0x7fffffffffffffffll);
    EXPECT(__float_as_int(1.0f) == 0x3f800000 && __int_as_float(0x40000000) == 2.0f);
    EXPECT(__hiloint2double(0x3ff00000, 0) == 1.0 && __double2hiint(2.0) == 0x40000000);
    EXPECT(__saturatef(2.0f) == 1.0f && __saturatef(nanf("")) == 0.0f && __fdividef(1.0f, 4.0f) == 0.25f);
    EXPECT(rsqrtf(4.0f) == 0.5f && rsqrt(16.0) == 0.25 && rcbrtf(8.0f) == 0.5f && __frcp_rn(8.0f) == 0.125f);
    EXPECT(fabsf(__sinf(1.0f) - sinf(1.0f)) < 1e-6f && fabsf(__expf(1.0f) - 2.7182817f) < 1e-5f);
    EXPECT(fabs(sinpi(0.5) - 1.0) < 1e-12 && norm3df(1.0f, 2.0f, 2.0f) == 3.0f && __powf(2.0f, 3.0f) == 8.0f);
}

__global__ void atomics(int *cells) {
    int *i = cells;
    unsigned int *u = reinterpret_cast<unsigned int *>(cells + 1);
    float *f = reinterpret_cast<float *>(cells + 2);
    unsigned long long *l = reinterpret_cast<unsigned long long *>(cells + 4);
    double *d = reinterpret_cast<double *>(cells + 6);
    EXPECT(atomicAdd(i, 5) == 0 && atomicSub(i, 7) == 5 && atomicMin(i, -9) == -2 && atomicMax(i, 3) == -9);
    EXPECT(atomicExch_block(i, 12) == 3 && atomicCAS(i, 11, 1) == 12 && atomicCAS_system(i, 12, 1) == 12);
    EXPECT(atomicInc(u, 1u) == 0 && atomicInc(u, 1u) == 1 && atomicDec(u, 6u) == 0 && atomicDec(u, 3u) == 6);
    EXPECT(atomicOr(u, 8u) == 3 && atomicAnd(u, 9u) == 11 && atomicXor(u, 1u) == 9 && *u == 8);
    EXPECT(atomicAdd(f, 0.5f) == 0.0f && atomicExch(f, 2.0f) == 0.5f);
    EXPECT(atomicAdd(l, ~0ull) == 0 && atomicMax(l, 3ull) == ~0ull && atomicMin(l, 3ull) == ~0ull && *l == 3);
    EXPECT(atomicAdd(d, 1.5) == 0.0 && *d == 1.5 && *i == 1);
}

// memmove is the host's, but nvcc lets a function for both sides call it.
__host__ __device__ void move_bytes(unsigned char *to, const unsigned char *from, size_t n) {
    memmove(to, from, n);
}

__global__ void vectors(const int4 *in, int4 *out, unsigned char *bytes) {
    int4 v = in[threadIdx.x];
    out[threadIdx.x] = make_int4(v.w, v.z, v.y, v.x);
    pixels p;
    p.four = make_uchar4(1, 2, 3, 4);
    EXPECT(p.word == 0x04030201u);
    if (threadIdx.x == 0) {
        memset(bytes, 7, 9);
        memcpy(bytes + 1, bytes + 5, 3);
        move_bytes(bytes + 2, bytes, 5);
        EXPECT(bytes[6] == 7 && __ldg(bytes + 8) == 7);
    }
}

template <class T> __device__ T shuffled(T value) { return __shfl_xor_sync(0xffffffffu, value, 1); }

__global__ void warps() {
    auto lane = threadIdx.x;
    dim3 block = blockDim;
    EXPECT(block.x == 32 && gridDim.y == 2 && blockIdx.z == 0 && warpSize == 32);
    EXPECT(shuffled((int)lane) == (int)(lane ^ 1) && shuffled(1.5 * lane) == 1.5 * (lane ^ 1));
    EXPECT(shuffled(-1ll - lane) == -1ll - (lane ^ 1) && shuffled(0.5f * lane) == 0.5f * (lane ^ 1));
    EXPECT(__ballot_sync(~0u, lane < 4) == 15 && __any_sync(~0u, lane == 9) && !__all_sync(~0u, lane == 9));
    EXPECT(__reduce_add_sync(~0u, lane) == 496 && __reduce_max_sync(~0u, -(int)lane) == 0);
    EXPECT(__match_any_sync(~0u, lane / 8) == 0xffu << lane / 8 * 8);
    EXPECT(__syncthreads_count(lane & 1) == 16 && __syncthreads_or(lane == 3) &&
           !__syncthreads_and(lane == 3));
    assert(lane < 32);
}

int main() {
    dim3 gridDim(1, 2), blockDim(32);
    int *cells;
    int4 *in, *out, h[32];
    cudaMalloc(&cells, 64);
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemset(cells, 0, 64);
    for (int i = 0; i < 32; i++)
        h[i] = make_int4(i, i + 1, i + 2, i + 3);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    bits<<<1, 1>>>();
    numbers<<<1, 1>>>();
    atomics<<<1, 1>>>(cells);
    vectors<<<1, 32>>>(in, out, reinterpret_cast<unsigned char *>(cells));
    warps<<<gridDim, blockDim>>>();
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    EXPECT(h[5].x == 8 && h[31].w == 31);
    EXPECT(cudaGetLastError() == cudaSuccess);
    cudaFree(cells);
    cudaFree(in);
    cudaFree(out);
}
