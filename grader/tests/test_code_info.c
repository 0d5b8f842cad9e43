// The plugin's instructions for a basic block: small kernels, with nvcc 13's code
// for sm_90 as the model.
// `make check` runs this suite in the plain build alone: it checks the output of the plugin.
// Inputs: engine
#include <check.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/log/sites.h"
#include "engine/model/profile.h"
#include "simt/code_info.h"
#include "skip.h"

// A kernel of one statement or block in each line. The text of a record: own instructions, its kind, and
// its segments, each with the units' instructions, "<n" if it waits for the n-th access, and "~" if for
// a load of an earlier block.
// Each warp scans 32 counts at a time.
#define COUNTS_KERNEL                                                                                        \
    "__global__ void k(int *counts, int n) {\n"                                                              \
    "    int before = 0;\n"                                                                                  \
    "    for (int first = 0; first < n; first += 32) {\n"                                                    \
    "        const int b = first + threadIdx.x;\n"                                                           \
    "        const int count = b < n ? counts[b] : 0;\n"                                                     \
    "        int sum = count;\n"                                                                             \
    "        for (int d = 1; d < 32; d *= 2) {\n"                                                            \
    "            const int left = __shfl_up_sync(~0u, sum, d);\n"                                            \
    "            if (threadIdx.x >= d)\n"                                                                    \
    "                sum += left;\n"                                                                         \
    "        }\n"                                                                                            \
    "        if (b < n)\n"                                                                                   \
    "            counts[b] = before + sum - count;\n"                                                        \
    "        before += __shfl_sync(~0u, sum, 31);\n"                                                         \
    "    }\n"                                                                                                \
    "}\n"

static const struct {
    const char *source;
    int line;
    const char *record;
} blocks[] = {
    /* An address is one multiply-add, a product and a sum are one, and both loads are on their way at once.
     */
    {"__global__ void k(int n, float a, const float *x, float *y) {\n"
     "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
     "    if (i < n)\n"
     "        y[i] = a * x[i] + y[i];\n"
     "}\n",
     4, "9 own: f1 b1 / f1 b2 / f1 <1,2 / -"},
    /* A branch at the end of the kernel is an exit; the size and the indices are read once. */
    {"__global__ void k(int n, float a, const float *x, float *y) {\n"
     "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
     "    if (i < n)\n"
     "        y[i] = a * x[i] + y[i];\n"
     "}\n",
     2, "9 own: a1 f1 b7"},
    /* A constant offset is part of the access. */
    {"__global__ void k(float *x) {\n"
     "    int i = threadIdx.x;\n"
     "    x[i + 1] = x[i] * x[i + 2];\n"
     "}\n",
     2, "10 own: f1 b4 / - / f1 <1,2 / b1"},
    /* The second load does not wait for results of the first. */
    {"__global__ void k(int *x, int *y) {\n"
     "    y[0] = x[threadIdx.x] * 3 + (x[threadIdx.x + 32] ^ 5);\n"
     "}\n",
     2, "12 own: f1 b4 / - / a1 f1 b1 <1,2 / b1"},
    /* It does if the first is its index. */
    {"__global__ void k(int *x, int *y) {\n"
     "    y[0] = x[y[threadIdx.x]];\n"
     "}\n",
     2, "11 own: f1 b5 / f1 <1 / - <2 / b1"},
    /* It does not pass a store that may be to the same place. */
    {"__global__ void k(int *x, int *y) {\n"
     "    y[1] = x[threadIdx.x], y[2] = x[1];\n"
     "}\n",
     2, "11 own: f1 b5 / - <1 / - / - <3 / b1"},
    /* It passes a store to shared memory. */
    {"__global__ void k(int *x, int *y) {\n"
     "    __shared__ int s[64];\n"
     "    s[threadIdx.x] = x[threadIdx.x], y[threadIdx.x] = x[threadIdx.x + 32];\n"
     "}\n",
     2, "16 own: a3 f1 b4 / f1 / b1 / f1 <3 / b1"},
    /* A loop of unknown length: the counter and the branch count once for 16 iterations. */
    {"__global__ void k(int n, const float *x, float *y) {\n"
     "    float s = 0;\n"
     "    for (int i = 0; i < n; i++)\n"
     "        s += x[i];\n"
     "    y[threadIdx.x] = s;\n"
     "}\n",
     4, "2 own, by 16: - / f1 <1"},
    /* Loads do not pass a division, which has a branch around its rare cases. */
    {"__global__ void k(int n, float d, const float *x, float *y) {\n"
     "    float s = 0;\n"
     "    for (int i = 0; i < n; i++)\n"
     "        s += x[i] / d;\n"
     "    y[threadIdx.x] = s;\n"
     "}\n",
     4, "12 own: - / f6 s2 b3 <1"},
    /* A reciprocal square root in single precision has none. */
    {"__global__ void k(int n, const float *x, float *y) {\n"
     "    float s = 0;\n"
     "    for (int i = 0; i < n; i++)\n"
     "        s += rsqrtf(x[i]);\n"
     "    y[threadIdx.x] = s;\n"
     "}\n",
     4, "6 own, by 16: - / a1 f3 s1 <1"},
    {"__global__ void k(int n, const double *x, double *y) {\n"
     "    double s = 0;\n"
     "    for (int i = 0; i < n; i++)\n"
     "        s += rsqrt(x[i]);\n"
     "    y[threadIdx.x] = s;\n"
     "}\n",
     4, "16 own: - / a3 f2 d6 s1 b3 <1"},
    /* A count of the algorithm's operations is no instruction, and restricts no order. */
    {"__global__ void k(int n, const int *x, int *y) {\n"
     "    int s = 0;\n"
     "    for (int i = 0; i < n; i++)\n"
     "        simt_work(1), s += x[i];\n"
     "    y[threadIdx.x] = s;\n"
     "}\n",
     4, "2 own, by 16: - / a1 <1"},
    /* Members of an object with a wider alignment may be joined with others. */
    {"__global__ void k(float4 *x, const float *y) {\n"
     "    x[threadIdx.x].y = y[threadIdx.x] + x[threadIdx.x].z;\n"
     "}\n",
     2, "12 own, parts 6: f1 b4 / f1 b1 / f1 <1,2 / b1"},
    {"struct pair { float x, y; };\n"
     "__global__ void k(pair *x) {\n"
     "    x[threadIdx.x].y = x[threadIdx.x].x;\n"
     "}\n",
     3, "8 own: f1 b4 / - <1 / b1"},
    /* Accesses to shared memory, if known to be aligned to two of them. */
    {"__global__ void k(int *x) {\n"
     "    __shared__ int w[512];\n"
     "    x[0] = w[threadIdx.x] + w[threadIdx.x + 1];\n"
     "}\n",
     2, "13 own: a3 f1 b3 / - / f1 b1 <1,2 / b1"},
    {"__global__ void k(int *x) {\n"
     "    __shared__ int w[512];\n"
     "    x[0] = w[threadIdx.x * 2] + w[threadIdx.x * 2 + 1];\n"
     "}\n",
     2, "16 own, parts 3: a3 f2 b3 / a1 f1 / f1 b1 <1,2 / b1"},
    {"__global__ void k(int *x) {\n"
     "    __shared__ int w[33][34];\n"
     "    x[0] = w[threadIdx.y][4] + w[threadIdx.y][5];\n"
     "}\n",
     2, "13 own, parts 3: a3 f1 b3 / - / f1 b1 <1,2 / b1"},
    /* Two bounds are one, the lower. */
    {"__global__ void k(const int *x, int *y, int n, int m) {\n"
     "    int s = 0;\n"
     "    for (int i = threadIdx.x; i < n && i < m; i += 64)\n"
     "        s += x[i];\n"
     "    y[threadIdx.x] = s;\n"
     "}\n",
     4, "2 own, by 16: - / a1 <1"},
    /* A thread's counters are changed one after another; their inputs are loaded before. */
    {"__global__ void k(const unsigned char *x, int *y, int n) {\n"
     "    __shared__ int own[64][32];\n"
     "    for (int i = 0; i < n; i++)\n"
     "        own[x[i * 32 + threadIdx.x]][threadIdx.x]++;\n"
     "    y[threadIdx.x] = own[0][threadIdx.x];\n"
     "}\n",
     4, "8 own, by 16 in turn, ahead 1: f2 / a2 <1 / a1 <1,2 / -"},
    /* A list is followed: nothing is loaded before. */
    {"__global__ void k(const int *next, int *sum, int n) {\n"
     "    __shared__ int own[32];\n"
     "    int at = threadIdx.x;\n"
     "    for (int i = 0; i < n; i++)\n"
     "        own[at % 32] += 1, at = next[at];\n"
     "    sum[threadIdx.x] = own[threadIdx.x];\n"
     "}\n",
     5, "10 own: a4 f1 ~ / f1 <1 / f1 ~ / -"},
    /* A function is inlined, however large it is. */
    {"__device__ void count(int (*own)[32], int x) {\n"
     "    own[x & 63][threadIdx.x] += 1 << x % 4;\n"
     "}\n"
     "__global__ void k(const int *x, int *y, int n) {\n"
     "    __shared__ int own[64][32];\n"
     "    count(own, n);\n"
     "    for (int i = 0; i < n; i++)\n"
     "        count(own, x[i * 32 + threadIdx.x]);\n"
     "    y[threadIdx.x] = own[0][threadIdx.x];\n"
     "}\n",
     8, "19 own, by 16 in turn, ahead 1: f2 / a1 f2 <1 / a10 f1 <1,2 / -"},
    /* A division outside a loop is no different. */
    {"__global__ void k(float d, const float *x, float *y) {\n"
     "    y[threadIdx.x] = x[threadIdx.x] / d + x[threadIdx.x + 32];\n"
     "}\n",
     2, "23 own: f1 b4 / f5 s2 b4 <1 / f2 b1 <1,2 / b1"},
    /* The step is a number that wraps: the trip count is unknown. */
    {"__global__ void k(unsigned n, const float *x, float *y) {\n"
     "    float s = 0;\n"
     "    for (unsigned i = threadIdx.x; i < n; i += blockDim.x)\n"
     "        s += x[i];\n"
     "    y[threadIdx.x] = s;\n"
     "}\n",
     4, "6 own: f1 / a2 f1 b1 <1"},
    /* A signed one may not wrap. */
    {"__global__ void k(int n, int step, const float *x, float *y) {\n"
     "    float s = 0;\n"
     "    for (int i = threadIdx.x; i < n; i += step)\n"
     "        s += x[i];\n"
     "    y[threadIdx.x] = s;\n"
     "}\n",
     4, "5 own, by 4: f1 / a1 f1 <1"},
    /* A loop of known length that is unrolled completely: no counter, and all addresses are offsets. */
    {"__global__ void k(const float *x, float *y) {\n"
     "    __shared__ float a[16][17], b[16][16];\n"
     "    a[threadIdx.y][threadIdx.x] = x[threadIdx.x], b[threadIdx.y][threadIdx.x] = x[threadIdx.y];\n"
     "    __syncthreads();\n"
     "    float s = 0;\n"
     "    for (int k = 0; k < 16; k++)\n"
     "        s += a[threadIdx.y][k] * b[k][threadIdx.x];\n"
     "    y[threadIdx.x] = s;\n"
     "}\n",
     7, "3 own, by all 16: - / - / f1 <1,2"},
    /* A long one is not. */
    {"__global__ void k(const float *x, float *y) {\n"
     "    float s = 0;\n"
     "    for (int k = 0; k < 2048; k++)\n"
     "        s += x[k * 100 + threadIdx.x];\n"
     "    y[threadIdx.x] = s;\n"
     "}\n",
     4, "4 own, by 16: f2 / f1 <1"},
    /* But it is if the source requests it. */
    {"__global__ void k(const float *x, float *y, int n) {\n"
     "    float s = 0;\n"
     "#pragma unroll 2\n"
     "    for (int k = 0; k < n; k++)\n"
     "        s += x[k];\n"
     "    y[threadIdx.x] = s;\n"
     "}\n",
     5, "4 own, by 2: f1 / a1 f1 b1 <1"},
    /* A barrier in a loop. */
    {"__global__ void k(int *x) {\n"
     "    __shared__ int s[256];\n"
     "    s[threadIdx.x] = x[threadIdx.x];\n"
     "    for (int d = 128; d > 0; d >>= 1) {\n"
     "        __syncthreads();\n"
     "        if (threadIdx.x < d)\n"
     "            s[threadIdx.x] += s[threadIdx.x + d];\n"
     "    }\n"
     "    x[threadIdx.x] = s[threadIdx.x];\n"
     "}\n",
     7, "4 own, guarded: - / - / a1 <1,2 / -"},
    /* Around it there is no branch: all warps issue its accesses. */
    {"__global__ void k(int *x, int *s, int n) {\n"
     "    int v = x[threadIdx.x];\n"
     "    if (v < n)\n"
     "        s[threadIdx.x] += s[threadIdx.x + 1];\n"
     "    for (int i = 0; i < n; i++)\n"
     "        x[i] = s[i];\n"
     "}\n",
     2, "8 own, guards 3 of a1 f1 b4, awaits 2: f1 b4 / a1 b1 <1"},
    /* A short block is guarded. */
    {"__global__ void k(int *a, int *b) {\n"
     "    int v = a[threadIdx.x];\n"
     "    if (v > 0)\n"
     "        b[threadIdx.x] = v * 3;\n"
     "    b[threadIdx.x + 64] = 1;\n"
     "}\n",
     4, "4 own: f2 b1 ~ / -"},
    /* The branch around it has its instructions. */
    {"__global__ void k(int *a, int *b) {\n"
     "    int v = a[threadIdx.x];\n"
     "    if (v > 0)\n"
     "        b[threadIdx.x] = v * 3;\n"
     "    b[threadIdx.x + 64] = 1;\n"
     "}\n",
     2, "8 own: f1 b4 / a1 b1 <1"},
    /* Both parts of a condition are one branch. */
    {"__global__ void k(int *a, int n, int m) {\n"
     "    int v = threadIdx.x, u = threadIdx.y;\n"
     "    if (v < n && u < m)\n"
     "        __syncthreads(), a[v] = 3;\n"
     "    a[v + 64] = 1;\n"
     "}\n",
     2, "5 own: a2 b7"},
    /* Division by a number. */
    {"__global__ void k(int *a, int b) {\n"
     "    a[threadIdx.x] = a[threadIdx.x] / b;\n"
     "}\n",
     2, "33 own: f1 b4 / a13 f8 s3 b1 <1 / b1"},
    /* Quotient and remainder together. */
    {"__global__ void k(unsigned *a, unsigned b) {\n"
     "    a[threadIdx.x] = threadIdx.x / b + threadIdx.x % b;\n"
     "}\n",
     2, "29 own: a10 f9 s3 b5 / b1"},
    /* By a counter that is a power of two in each copy of the body. */
    {"__global__ void k(int *x) {\n"
     "    __shared__ int s[256];\n"
     "    s[threadIdx.x] = x[threadIdx.x];\n"
     "    for (unsigned w = 2; w <= 256; w *= 2)\n"
     "        if ((threadIdx.x + 1) % w == 0)\n"
     "            s[threadIdx.x] += s[threadIdx.x - w / 2];\n"
     "    x[threadIdx.x] = s[threadIdx.x];\n"
     "}\n",
     5, "2 own, guards 3 of a1 b3, awaits 2: a2"},
    /* The reciprocal is not moved out of a loop. */
    {"__global__ void k(unsigned *a, unsigned b, int n) {\n"
     "    unsigned v = threadIdx.x / b;\n"
     "    for (int i = 0; i < n; i++)\n"
     "        v = (v + 3) % b;\n"
     "    a[threadIdx.x] = v;\n"
     "}\n",
     4, "18 own, by 16: a9 f6 s3"},
    /* Division by constants. */
    {"__global__ void k(unsigned *a) {\n"
     "    a[threadIdx.x] = a[threadIdx.x] / 7 + (a[threadIdx.x + 32] % 8);\n"
     "}\n",
     2, "14 own: f1 b4 / - / a3 f2 <1,2 / b1"},
    /* Single precision: quotient and root. */
    {"__global__ void k(float *a, float b) {\n"
     "    a[threadIdx.x] = sqrtf(a[threadIdx.x] / b);\n"
     "}\n",
     2, "29 own: f1 b4 / a2 f9 s3 b7 <1 / b1"},
    /* Approximate functions. */
    {"__global__ void k(float *a, float b) {\n"
     "    a[threadIdx.x] = __fdividef(__expf(a[threadIdx.x]), b);\n"
     "}\n",
     2, "19 own: f1 b5 / a2 f6 s2 <1 / b1"},
    /* Double precision. */
    {"__global__ void k(double *a, double b) {\n"
     "    a[threadIdx.x] = a[threadIdx.x] * b + 1;\n"
     "}\n",
     2, "10 own: f1 b4 / d1 b1 <1 / b1"},
    /* 64-bit integers. */
    {"__global__ void k(long *a, long b) {\n"
     "    a[threadIdx.x] = (a[threadIdx.x] + b) ^ 77;\n"
     "}\n",
     2, "13 own: f1 b4 / a4 b1 <1 / b1"},
    /* Additions go to the unit with less work. */
    {"__global__ void k(int *a) {\n"
     "    int v = a[threadIdx.x], u = a[threadIdx.x + 32];\n"
     "    a[threadIdx.x] = (v + u) ^ (v - u) ^ (v + 9);\n"
     "}\n",
     2, "13 own: f1 b4 / - / a3 f1 <1,2 / b1"},
    /* Bits. */
    {"__global__ void k(int *a) {\n"
     "    a[threadIdx.x] = __popc(a[threadIdx.x]) + __clz(a[threadIdx.x + 32]);\n"
     "}\n",
     2, "11 own: f1 b4 / - / a2 s2 <1,2"},
    /* Bytes are extended by the load. */
    {"__global__ void k(unsigned char *a, int *b) {\n"
     "    b[0] = a[threadIdx.x];\n"
     "}\n",
     2, "9 own: f1 b4 / b1 <1 / b1"},
    /* A vector is one access. */
    {"__global__ void k(const int4 *a, int *b) {\n"
     "    int4 v = a[threadIdx.x];\n"
     "    b[threadIdx.x] = v.x + v.y + v.z + v.w;\n"
     "}\n",
     2, "12 own: f1 b4 / a2 f1 b1 <1 / b1"},
    /* The store of a copied class waits for its load. */
    {"struct triple { int x, y, z; };\n"
     "__global__ void k(triple *a, triple *b) {\n"
     "    b[threadIdx.x] = a[threadIdx.x];\n"
     "}\n",
     3, "10 own: f1 b5 / f1 <1 / b1"},
    /* Atomics, and shuffles. */
    {"__global__ void k(int *a) {\n"
     "    int v = a[threadIdx.x];\n"
     "    v += __shfl_down_sync(~0u, v, 16), atomicAdd(a, v);\n"
     "}\n",
     2, "10 own: f1 b4 / a1 b1 <1 / b1"},
    /* Constant memory is part of the instruction that uses it. */
    {"__constant__ float c[4];\n"
     "__global__ void k(float *a) {\n"
     "    a[threadIdx.x] = a[threadIdx.x] * c[1] + c[2];\n"
     "}\n",
     3, "9 own: f1 b4 / f1 <1 / b1"},
    /* An array of the thread at a changing index is in local memory: each iteration loads and stores there.
     */
    {"__global__ void k(const int *x, int *y, int n) {\n"
     "    int c[16] = {};\n"
     "    for (int i = 0; i < n; i++)\n"
     "        c[x[i] & 15]++;\n"
     "    y[threadIdx.x] = c[n & 15];\n"
     "}\n",
     4, "6 own, by 16 in turn, ahead 1: - / a1 f1 <1 / a1 <1,2 / -"},
    /* At indices that are constants once loops are unrolled it is in registers. For that more is unrolled. */
    {"__global__ void k(const int *x, int *y, int n) {\n"
     "    int c[160] = {};\n"
     "    for (int i = 0; i < n; i++)\n"
     "        for (int j = 0; j < 160; j++)\n"
     "            c[j] += x[160 * i + j];\n"
     "    y[threadIdx.x] = c[0] + c[159];\n"
     "}\n",
     5, "2 own, by all 160: - / a1 <1"},
    /* Smaller and larger. */
    {"__global__ void k(int *a, int b) {\n"
     "    a[threadIdx.x] = min(max(a[threadIdx.x], b), 100);\n"
     "}\n",
     2, "11 own: f1 b5 / a2 <1 / b1"},
    /* Operands before a loop. */
    {"__global__ void k(int n, int m, const int *x, int *y) {\n"
     "    int s = 0;\n"
     "    for (int i = 0; i < n; i++)\n"
     "        s += x[i * m + n * 7];\n"
     "    *y = s;\n"
     "}\n",
     4, "4 own, by 16: f2 / a1 <1"},
    /* A loaded value on one of two paths is waited for like any loaded value. */
    {"__global__ void k(int n, const int *x, int *y) {\n"
     "    __shared__ int s[256];\n"
     "    int v = 0;\n"
     "    if (threadIdx.x < n)\n"
     "        v = x[threadIdx.x];\n"
     "    s[threadIdx.x] = v;\n"
     "    __syncthreads();\n"
     "    y[threadIdx.x] = s[n - threadIdx.x];\n"
     "}\n",
     6, "10 own: a1 ~ / a1 f1 b2 / f1 <2 / b1"},
    /* A number that the loop's condition keeps above zero is halved by a shift, any other is not. */
    {"__global__ void k(int d, int *y) {\n"
     "    for (; d > 0; d /= 2)\n"
     "        y[d] = d;\n"
     "}\n",
     3, "5 own: f1 / a2 b1"},
    {"__global__ void k(int d, int *y) {\n"
     "    for (; d != 0; d /= 2)\n"
     "        y[d] = d;\n"
     "}\n",
     3, "7 own: f1 / a4 b1"},
    /* No iteration loads what another one stores: the loads of several come first. */
    {"__global__ void k(int n, int *x) {\n"
     "    int s = 0;\n"
     "    for (int i = 0; i < n; i++) {\n"
     "        int v = x[i]; x[i] = s; s += v;\n"
     "    }\n"
     "}\n",
     4, "3 own, by 16: - / - / a1 <1"},
    /* Here the next one does. */
    {"__global__ void k(int n, int *x) {\n"
     "    for (int i = 0; i < n; i++)\n"
     "        x[i + 1] = x[i] + n;\n"
     "}\n",
     3, "3 own: - / a1 <1 / -"},
    /* So it may be with two pointers, but not if one is restricted. */
    {"__global__ void k(int n, const int *x, int *y) {\n"
     "    for (int i = 0; i < n; i++)\n"
     "        y[i] = x[i] + n;\n"
     "}\n",
     3, "3 own: - / a1 <1 / -"},
    {"__global__ void k(int n, const int *x, int *__restrict__ y) {\n"
     "    for (int i = 0; i < n; i++)\n"
     "        y[i] = x[i] + n;\n"
     "}\n",
     3, "3 own, by 16: - / a1 <1 / -"},
    {"__global__ void k(int n) {\n"
     "    __shared__ int x[256], y[256];\n"
     "    for (int i = 0; i < n; i++)\n"
     "        y[i] = x[i] + n;\n"
     "}\n",
     4, "3 own, by 16: - / f1 <1 / -"},
    /* A block that macros make as long as they like. */
    {"#define TEN(text) text text text text text text text text text text\n"
     "__global__ void k(long *x, long y) {\n"
     "    long v = *x;\n"
     "    TEN(TEN(TEN(v = v / y + 1; v = v / y + 1;)))\n"
     "    *x = v;\n"
     "}\n",
     3, "36016 own: b3 / a24002 f12001 s3 b4 <1 / b1"},
    /* Iterations of several blocks are run as one, if no other iteration stores what a block loads: both
     * compute the address of the same element here. */
    {COUNTS_KERNEL "", 5, "2 own, guarded, around by 4: f1 / -"},
    {COUNTS_KERNEL "", 8, "2 own, around by 4: a1 f1 b1 ~"},
    /* Not if an iteration loads at an address that the previous one has loaded. */
    {"__global__ void k(const int *next, int *y, int n) {\n"
     "    int at = threadIdx.x;\n"
     "    for (int i = 0; i < n; i++)\n"
     "        at = next[at];\n"
     "    y[0] = at;\n"
     "}\n",
     4, "2 own: f1 ~ / -"},
    /* A branch that goes the same way in all iterations is none in the loop; a division has one. */
    {"__global__ void k(const float *x, float *y, int n, int m) {\n"
     "    __shared__ float tile[32][33];\n"
     "    for (int i = 0; i < 32; i += 8)\n"
     "        if (threadIdx.x < n && threadIdx.y < m)\n"
     "            tile[threadIdx.y + i][threadIdx.x] = x[i * n + threadIdx.x] / (float)n;\n"
     "    __syncthreads();\n"
     "    y[threadIdx.x] = tile[threadIdx.x][threadIdx.y];\n"
     "}\n",
     5, "13 own: f1 / f5 s2 b3 <1 / -"},
    /* One that does not is. */
    {"__global__ void k(const float *x, float *y, int n) {\n"
     "    float s = 0;\n"
     "    for (int i = 0; i < n; i++)\n"
     "        if (x[i] > 0)\n"
     "            s += x[i + n] / x[i + 2 * n] + x[i + 3 * n] / x[i + 4 * n];\n"
     "    y[0] = s;\n"
     "}\n",
     4, "3 own: - / b1 <1"},
    /* Nor does one that loads from global memory in a loop that does nothing else with memory. */
    {"__global__ void k(int *x) {\n"
     "    for (int s = blockDim.x / 2; s > 0; s /= 2) {\n"
     "        if (threadIdx.x < s)\n"
     "            x[threadIdx.x] += x[threadIdx.x + s];\n"
     "        __syncthreads();\n"
     "    }\n"
     "}\n",
     4, "6 own: - / a1 f1 / a1 <1,2 / -"},
    /* A load on both sides of a branch is done once, before it. */
    {"__global__ void k(int *x) {\n"
     "    __shared__ int w[512];\n"
     "    const int t = threadIdx.x;\n"
     "    w[t] = x[t];\n"
     "    __syncthreads();\n"
     "    for (int d = 1; d < blockDim.x; d *= 2) {\n"
     "        int sum;\n"
     "        if (t >= d)\n"
     "            sum = w[t] + w[t - d];\n"
     "        else\n"
     "            sum = w[t];\n"
     "        __syncthreads();\n"
     "        w[t] = sum;\n"
     "        __syncthreads();\n"
     "    }\n"
     "    x[t] = w[t];\n"
     "}\n",
     8, "1 own, guards 2 of a3 b2, awaits 1: a1"},
    /* A call and the return; an inlinable function is inlined. */
    {"struct pair { int a, b; };\n"
     "__device__ __attribute__((noinline)) pair add(pair x, pair y) { return {x.a + y.a, x.b * y.b}; }\n"
     "__global__ void k(pair *x) {\n"
     "    const int i = threadIdx.x;\n"
     "    x[i] = add(x[i], x[i + 1]);\n"
     "}\n",
     4, "23 own: a5 f5 b4 / - / a3 b2 <1,2 / b1"},
    {"__device__ __attribute__((noinline)) int add(int a, int b) { return a * 3 + b; }\n"
     "__global__ void k(int *x) {\n"
     "    x[0] = add(x[1], x[2]);\n"
     "}\n",
     3, "12 own: b3 / - / a3 b2 <1,2 / b1"},
    /* Its loads are complete when it returns, in a structure, too. */
    {"__device__ __attribute__((noinline)) int at(const int *x) { return *x; }\n"
     "__global__ void k(int *x) {\n"
     "    x[0] = at(x + 1);\n"
     "}\n",
     1, "1 own: - / - <1"},
    {"struct pair { int a, b; };\n"
     "__device__ __attribute__((noinline)) pair at(const int *x) { return {*x, 1}; }\n"
     "__global__ void k(int *x) {\n"
     "    x[0] = at(x + 1).a;\n"
     "}\n",
     2, "1 own: - / - <1"},
    {"__device__ int add(int a, int b) { return a * 3 + b; }\n"
     "__global__ void k(int *x) {\n"
     "    x[0] = add(x[1], x[2]);\n"
     "}\n",
     3, "8 own: b3 / - / f1 <1,2 / b1"},
    /* Integers of 128 bits: four words. */
    {"__global__ void k(__int128 *x, __int128 *y) {\n"
     "    x[0] = (x[0] ^ y[0]) + y[1];\n"
     "}\n",
     2, "17 own: b3 / b1 / - / a6 f2 <1,2,3 / b1"},
    {"__global__ void k(__int128 *x, __int128 *y) {\n"
     "    x[0] = x[0] * y[0];\n"
     "}\n",
     2, "24 own: b3 / b1 / a4 f12 <1,2 / b1"},
    /* Of two words: the lower ones' product has two, and a summand is added with it. */
    {"__global__ void k(const long *x, const long *y, long *z) {\n"
     "    const int i = threadIdx.x;\n"
     "    z[i] = x[i] * y[i];\n"
     "}\n",
     2, "17 own: f1 b4 / f1 b1 / a1 f4 b1 <1,2 / b1"},
    {"__global__ void k(const long *x, const long *y, long *z) {\n"
     "    const int i = threadIdx.x;\n"
     "    z[i] = x[i] * y[i] + i * 3;\n"
     "}\n",
     2, "18 own: f1 b4 / f1 b1 / a1 f5 b1 <1,2 / b1"},
    /* 16-bit numbers are not doubles, though the engine computes them as such. */
    {"#include <cuda_fp16.h>\n"
     "__global__ void k(const __half *x, const __half *y, __half *z) {\n"
     "    z[threadIdx.x] = x[threadIdx.x] + y[threadIdx.x];\n"
     "}\n",
     3, "14 own: f1 b6 / f1 / f2 <1,2 / b1"},
    /* Functions in double precision, and one by a number. */
    {"__global__ void k(double *x) {\n"
     "    x[threadIdx.x] = pow(x[threadIdx.x], 0.7);\n"
     "}\n",
     2, "158 own: f1 b4 / a28 f23 d86 s1 b12 <1 / b1"},
    {"__global__ void k(double *x) {\n"
     "    x[threadIdx.x] = 1.0 / x[threadIdx.x];\n"
     "}\n",
     2, "19 own: f1 b4 / a2 d5 s1 b3 <1 / b1"},
};

#ifdef __aarch64__
// The same for rows that the compiler translates differently for arm64.
static const struct {
    const char *record, *here;
} others[] = {
    // Arguments are taken from the left: b after the load.
    {"19 own: f1 b5 / a2 f6 s2 <1 / b1", "19 own: f1 b4 / a2 f6 s2 b1 <1 / b1"},
    {"11 own: f1 b5 / a2 <1 / b1", "11 own: f1 b4 / a2 b1 <1 / b1"},
    // There __clz of zero is defined by an instruction; on x86-64 a choice before it ends the block.
    {"11 own: f1 b4 / - / a2 s2 <1,2", "15 own: f1 b4 / - / a3 f1 s2 <1,2 / b1"}};
#endif

static char scratch[] = "/tmp/warplab-code-XXXXXX";

static void put(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
}

static void compile(const char *source, int number, char *object, size_t size) {
    char path[256], command[1024];
    snprintf(path, sizeof path, "%s/b%d.cu", scratch, number);
    snprintf(object, size, "%s/b%d.o", scratch, number);
    put(path, source);
    snprintf(command, sizeof command, "build/bin/simtcc -w -c %s -o %s 2>&1", path, object);
    ck_assert_int_eq(system(command), 0);
    unlink(path);
}

static void add_unit(char *text, size_t size, char unit, unsigned count) {
    if (count > 0)
        snprintf(text + strlen(text), size - strlen(text), "%c%u ", unit, count);
}

static void add_segment(char *text, size_t size, const struct simt_code_segment *segment) {
    const size_t before = strlen(text);
    for (int unit = 0; unit < SIMT_UNITS; unit++)
        add_unit(text, size, "afdsb"[unit], segment -> issued[unit]);
    if (strlen(text) == before)
        snprintf(text + before, size - before, "- ");
    char mark = '<';
    for (uint32_t left = segment->loads; left; left &= left - 1) {
        text[strlen(text) - (mark == ',')] = '\0'; /* the blank after the previous number */
        add_unit(text, size, mark, (unsigned)__builtin_ctz(left) + 1);
        mark = ',';
    }
    if (segment->earlier)
        snprintf(text + strlen(text), size - strlen(text), "~ ");
}

// The part of a warp that skips guarded instructions, and how many loads it waits for then.
static void add_skipped(char *text, size_t size, const struct simt_code_info *info) {
    snprintf(text + strlen(text), size - strlen(text), ", guards %u of ", info->guarded_accesses);
    add_segment(text, size, &info->skipped);
    snprintf(text + strlen(text) - 1, size - strlen(text), ", awaits %u", info->guarded_loads);
}

static void describe(const struct simt_code_info *info, char *text, size_t size) {
    snprintf(text, size, "%u own%s", info->own, info->guarded ? ", guarded" : "");
    if (info->guarded_accesses)
        add_skipped(text, size, info);
    for (int i = 0; i < SIMT_CODE_LOOPS; i++)
        if (info->loops[i].number)
            snprintf(text + strlen(text), size - strlen(text), ", %sby %s%u%s", i > 0 ? "around " : "",
                     info->loops[i].entire ? "all " : "", info->loops[i].together,
                     info->loops[i].serial ? " in turn" : "");
    if (info->parts)
        snprintf(text + strlen(text), size - strlen(text), ", parts %x", info->parts);
    if (info->ahead)
        snprintf(text + strlen(text), size - strlen(text), ", ahead %x", info->ahead);
    for (unsigned i = 0; i <= info->accesses; i++) {
        snprintf(text + strlen(text), size - strlen(text), i == 0 ? ": " : "/ ");
        add_segment(text, size, &info->segment[i]);
    }
    text[strlen(text) - 1] = '\0';
}

// The bytes of the object's first record of a line; NULL if it has none. Larger numbers are later blocks.
static const struct simt_code_info *record_of_line(Elf *elf, int line) {
    char prefix[32];
    const struct simt_code_info *found = NULL;
    unsigned long lowest = ~0ul;
    snprintf(prefix, sizeof prefix, "simt_code_%d.", line);
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        gelf_getshdr(section, &header);
        for (size_t i = 0; header.sh_type == SHT_SYMTAB && i < header.sh_size / header.sh_entsize; i++) {
            GElf_Sym symbol;
            gelf_getsym(elf_getdata(section, NULL), (int)i, &symbol);
            const char *name = elf_strptr(elf, header.sh_link, symbol.st_name);
            const unsigned long number =
                strncmp(name, prefix, strlen(prefix)) == 0 ? strtoul(name + strlen(prefix), NULL, 10) : ~0ul;
            if (number >= lowest)
                continue;
            lowest = number;
            const Elf_Data *data = elf_rawdata(elf_getscn(elf, symbol.st_shndx), NULL);
            found = (const void *)((const char *)data->d_buf + symbol.st_value);
        }
    }
    return found;
}

/* An object file that is being read. */
struct object {
    int file;
    Elf *elf;
};

static struct object open_object(const char *path) {
    struct object object = {.file = open(path, O_RDONLY | O_CLOEXEC)};
    ck_assert_int_ge(object.file, 0);
    elf_version(EV_CURRENT);
    object.elf = elf_begin(object.file, ELF_C_READ_MMAP, NULL);
    return object;
}

static void close_object(const struct object *object) {
    elf_end(object->elf);
    close(object->file);
}

static void read_record(const char *path, int line, char *text, size_t size) {
    const struct object object = open_object(path);
    const struct simt_code_info *info = record_of_line(object.elf, line);
    snprintf(text, size, "no record");
    if (info)
        describe(info, text, size);
    close_object(&object);
}

static struct simt_code_segment read_segment(const char *path, int line, unsigned number) {
    const struct object object = open_object(path);
    const struct simt_code_info *info = record_of_line(object.elf, line);
    ck_assert_ptr_nonnull(info);
    ck_assert_uint_ge(info->accesses, number);
    const struct simt_code_segment segment = info->segment[number];
    close_object(&object);
    return segment;
}

START_TEST(a_block_is_issued_as_on_a_gpu) {
    char object[256], record[2048];
    if (access("build/lib/simt_language.so", F_OK) != 0)
        test_skip("g++'s plugin headers, with which it tells of basic blocks");
    const char *wanted = blocks[_i].record;
#ifdef __aarch64__
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        wanted = strcmp(others[i].record, wanted) == 0 ? others[i].here : wanted;
#endif
    compile(blocks[_i].source, _i, object, sizeof object);
    read_record(object, blocks[_i].line, record, sizeof record);
    unlink(object);
    ck_assert_msg(strcmp(record, wanted) == 0, "row %d: \"%s\" instead of \"%s\"", _i, record, wanted);
}
END_TEST

/* Divisions by a divisor known at run time only: cycles of their chain, measured on an H200. */
static const struct {
    const char *type, *operation;
    double cycles;
} divisions[] = {{"unsigned", "/", 126}, {"unsigned", "%", 126},      {"int", "/", 133},
                 {"int", "%", 133},      {"unsigned long", "/", 169}, {"unsigned long", "%", 173}};

static double cycles_of(const struct simt_code_segment *segment) {
    const struct simt_profile *p = simt_profile_builtin("h200");
    return segment->chain[SIMT_UNIT_ALU] * p->iadd_latency + segment->chain[SIMT_UNIT_FMA] * p->fma_latency +
           segment->chain[SIMT_UNIT_SPECIAL] * p->special_latency +
           segment->chain[SIMT_UNIT_BRANCH] * p->branch_latency;
}

START_TEST(a_division_takes_as_long_as_on_a_gpu) {
    char object[256], source[256];
    if (access("build/lib/simt_language.so", F_OK) != 0)
        test_skip("g++'s plugin headers, with which it tells of basic blocks");
    snprintf(source, sizeof source,
             "__global__ void k(const %s *x, %s *y) {\n"
             "    y[0] = x[0] %s x[1];\n"
             "}\n",
             divisions[_i].type, divisions[_i].type, divisions[_i].operation);
    compile(source, _i, object, sizeof object);
    const struct simt_code_segment last = read_segment(object, 2, 2);
    unlink(object);
    ck_assert_uint_eq(last.loads, 3);
    ck_assert_double_eq_tol(cycles_of(&last), divisions[_i].cycles, 0.1 * divisions[_i].cycles);
}
END_TEST

#define TEN(text) text text text text text text text text text text
static volatile int counter;
static __attribute__((noinline)) void count_to_hundred(void) { TEN(TEN(counter += 1;)) }
static __attribute__((noinline)) void count_to_thousands(void) { TEN(TEN(TEN(counter += 1; counter += 1;))) }

// Without a record, from the host's instructions: code of any length is counted.
START_TEST(a_long_block_is_counted_whole) {
#ifndef __x86_64__
    test_skip("instructions of x86-64, from which code without records is counted");
#endif
#ifdef __SANITIZE_ADDRESS__
    test_skip("code that the sanitizer does not cut into blocks of its own");
#endif
    const uint32_t hundred = simt_block_weight((uintptr_t)count_to_hundred).own,
                   thousands = simt_block_weight((uintptr_t)count_to_thousands).own;
    ck_assert_uint_ge(hundred, 100);
    ck_assert_uint_ge(thousands, 20 * (hundred - 1));
}
END_TEST

int main(void) {
    if (!mkdtemp(scratch))
        return 1;
    Suite *suite = suite_create("code_info");
    TCase *cases = tcase_create("blocks");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, a_block_is_issued_as_on_a_gpu, 0, (int)(sizeof blocks / sizeof blocks[0]));
    tcase_add_loop_test(cases, a_division_takes_as_long_as_on_a_gpu, 0,
                        (int)(sizeof divisions / sizeof divisions[0]));
    tcase_add_test(cases, a_long_block_is_counted_whole);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    rmdir(scratch);
    return failed == 0 ? 0 : 1;
}
