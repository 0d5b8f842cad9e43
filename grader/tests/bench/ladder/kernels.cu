// The ladder's kernels, each as plain as its step allows. Sizes are powers of two, and nothing is left over.
#include <cuda_runtime.h>

#include "ladder.h"

enum { BINS = 256, MULTIPROCESSORS = 132 /* of an H200: grids that do not grow with n */ };

// --- reduce: sums of blocks, then of their sums ---

__global__ void tree_global_kernel(unsigned *data, unsigned *out) {
    unsigned t = threadIdx.x, *own = data + blockIdx.x * blockDim.x;
    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride)
            own[t] += own[t + stride];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = own[0];
}

__device__ void tree(unsigned *s) {
    unsigned t = threadIdx.x;
    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (t < stride)
            s[t] += s[t + stride];
    }
}

__global__ void interleaved_kernel(const unsigned *in, unsigned *out) {
    extern __shared__ unsigned s[];
    s[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    tree(s);
    if (threadIdx.x == 0)
        out[blockIdx.x] = s[0];
}

__global__ void neighbored_kernel(const unsigned *in, unsigned *out) {
    extern __shared__ unsigned s[];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        if (t % (2 * stride) == 0)
            s[t] += s[t + stride];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

__global__ void neighbored_less_kernel(const unsigned *in, unsigned *out) {
    extern __shared__ unsigned s[];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        unsigned left = 2 * stride * t;
        if (left < blockDim.x)
            s[left] += s[left + stride];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

// Written out, for only an unrolled loop has its loads under way together.
template <int EACH> __device__ unsigned add_each(const unsigned *in) {
    const unsigned block = blockDim.x, *at = in + blockIdx.x * (EACH * block) + threadIdx.x;
    unsigned sum = at[0] + at[block];
    if (EACH >= 4)
        sum += at[2 * block] + at[3 * block];
    if (EACH >= 8)
        sum += at[4 * block] + at[5 * block] + at[6 * block] + at[7 * block];
    return sum;
}

template <int EACH> __global__ void unroll_kernel(const unsigned *in, unsigned *out) {
    extern __shared__ unsigned s[];
    s[threadIdx.x] = add_each<EACH>(in);
    tree(s);
    if (threadIdx.x == 0)
        out[blockIdx.x] = s[0];
}

__device__ unsigned add_warp(unsigned sum) {
    for (unsigned offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    return sum;
}

__global__ void unroll_warps_kernel(const unsigned *in, unsigned *out) {
    extern __shared__ unsigned s[];
    unsigned t = threadIdx.x;
    s[t] = add_each<8>(in);
    for (unsigned stride = blockDim.x / 2; stride > 32; stride /= 2) {
        __syncthreads();
        if (t < stride)
            s[t] += s[t + stride];
    }
    __syncthreads();
    if (t < 32) {
        unsigned sum = add_warp(s[t] + s[t + 32]);
        if (t == 0)
            out[blockIdx.x] = sum;
    }
}

__device__ unsigned add_parts(uint4 v) { return v.x + v.y + v.z + v.w; }

// Sixteen bytes a load, eight loads under way, sums by shuffles.
__global__ void wide_kernel(const uint4 *in, unsigned *out, unsigned n) {
    __shared__ unsigned s[32];
    unsigned sum = 0, all = gridDim.x * blockDim.x;
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    for (; i + 7 * all < n; i += 8 * all) {
        uint4 a = in[i], b = in[i + all], c = in[i + 2 * all], d = in[i + 3 * all];
        uint4 e = in[i + 4 * all], f = in[i + 5 * all], g = in[i + 6 * all], h = in[i + 7 * all];
        sum += add_parts(a) + add_parts(b) + add_parts(c) + add_parts(d);
        sum += add_parts(e) + add_parts(f) + add_parts(g) + add_parts(h);
    }
    for (; i < n; i += all)
        sum += add_parts(in[i]);
    sum = add_warp(sum);
    if (threadIdx.x % 32 == 0)
        s[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = add_warp(threadIdx.x < blockDim.x / 32 ? s[threadIdx.x] : 0);
        if (threadIdx.x == 0)
            out[blockIdx.x] = sum;
    }
}

typedef void reduce_kernel(const unsigned *in, unsigned *out);

// `each` elements a thread in the first pass; what is left, fewer and fewer, by the interleaved tree.
static void reduce(reduce_kernel *kernel, unsigned each, unsigned block, void *in, unsigned *out,
                   unsigned n) {
    unsigned blocks = n / (each * block);
    kernel<<<blocks, block, block * sizeof(unsigned)>>>((const unsigned *)in, out);
    for (; blocks >= block; blocks /= block) {
        interleaved_kernel<<<blocks / block, block, block * sizeof(unsigned)>>>(out, out + blocks);
        out += blocks;
    }
}

static void tree_global_1024(void *in, unsigned *out, unsigned *, unsigned n) {
    tree_global_kernel<<<n / 1024, 1024>>>((unsigned *)in, out);
}
static void tree_shared_1024(void *in, unsigned *out, unsigned *, unsigned n) {
    reduce(interleaved_kernel, 1, 1024, in, out, n);
}
static void tree_shared_512(void *in, unsigned *out, unsigned *, unsigned n) {
    reduce(interleaved_kernel, 1, 512, in, out, n);
}
static void tree_shared_256(void *in, unsigned *out, unsigned *, unsigned n) {
    reduce(interleaved_kernel, 1, 256, in, out, n);
}
static void neighbored(void *in, unsigned *out, unsigned *, unsigned n) {
    reduce(neighbored_kernel, 1, 512, in, out, n);
}
static void neighbored_less(void *in, unsigned *out, unsigned *, unsigned n) {
    reduce(neighbored_less_kernel, 1, 512, in, out, n);
}
static void unroll2(void *in, unsigned *out, unsigned *, unsigned n) {
    reduce(unroll_kernel<2>, 2, 512, in, out, n);
}
static void unroll4(void *in, unsigned *out, unsigned *, unsigned n) {
    reduce(unroll_kernel<4>, 4, 512, in, out, n);
}
static void unroll8(void *in, unsigned *out, unsigned *, unsigned n) {
    reduce(unroll_kernel<8>, 8, 512, in, out, n);
}
static void unroll8_warps(void *in, unsigned *out, unsigned *, unsigned n) {
    reduce(unroll_warps_kernel, 8, 512, in, out, n);
}
static void wide(void *in, unsigned *out, unsigned *, unsigned n) {
    wide_kernel<<<8 * MULTIPROCESSORS, 256>>>((const uint4 *)in, out, n / 4);
}

// --- scan: of blocks, of their sums, and the sums added ---

__global__ void hillis_steele_kernel(const unsigned *in, unsigned *out, unsigned *sums) {
    extern __shared__ unsigned s[];
    unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t, *from = s, *to = s + blockDim.x;
    from[t] = in[i];
    __syncthreads();
    for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
        to[t] = t >= distance ? from[t - distance] + from[t] : from[t];
        __syncthreads();
        unsigned *written = to;
        to = from;
        from = written;
    }
    out[i] = from[t];
    if (t == blockDim.x - 1)
        sums[blockIdx.x] = from[t];
}

// Two elements a thread, without padding.
__global__ void blelloch_kernel(const unsigned *in, unsigned *out, unsigned *sums) {
    extern __shared__ unsigned s[];
    unsigned t = threadIdx.x, n = 2 * blockDim.x, offset = 1;
    in += blockIdx.x * n;
    out += blockIdx.x * n;
    s[2 * t] = in[2 * t];
    s[2 * t + 1] = in[2 * t + 1];
    for (unsigned d = n / 2; d > 0; d /= 2, offset *= 2) {
        __syncthreads();
        if (t < d)
            s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    }
    if (t == 0) {
        sums[blockIdx.x] = s[n - 1];
        s[n - 1] = 0;
    }
    for (unsigned d = 1; d < n; d *= 2) {
        offset /= 2;
        __syncthreads();
        if (t < d) {
            unsigned left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1, before = s[left];
            s[left] = s[right];
            s[right] += before;
        }
    }
    __syncthreads();
    out[2 * t] = s[2 * t];
    out[2 * t + 1] = s[2 * t + 1];
}

__global__ void add_offsets_kernel(unsigned *out, const unsigned *sums, unsigned each) {
    for (unsigned i = threadIdx.x; i < each; i += blockDim.x)
        out[blockIdx.x * each + i] += sums[blockIdx.x];
}

typedef void scan_kernel(const unsigned *in, unsigned *out, unsigned *sums);

static void scan(scan_kernel *kernel, unsigned block, const unsigned *in, unsigned *out, unsigned *scratch,
                 unsigned n) {
    unsigned blocks = n / 1024;
    kernel<<<blocks, block, 2 * 1024 * sizeof(unsigned)>>>(in, out, scratch);
    if (blocks < 1024)
        return; // what is left is less than a thousandth
    scan(kernel, block, scratch, scratch, scratch + blocks, blocks);
    add_offsets_kernel<<<blocks, 1024>>>(out, scratch, 1024);
}

static void hillis_steele(void *in, unsigned *out, unsigned *scratch, unsigned n) {
    scan(hillis_steele_kernel, 1024, (const unsigned *)in, out, scratch, n);
}
static void blelloch(void *in, unsigned *out, unsigned *scratch, unsigned n) {
    scan(blelloch_kernel, 512, (const unsigned *)in, out, scratch, n);
}

// --- histogram of bytes ---

__global__ void racy_kernel(const unsigned char *in, unsigned *bins, unsigned n) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        ((volatile unsigned *)bins)[in[i]]++;
}

__global__ void global_atomics_kernel(const unsigned char *in, unsigned *bins, unsigned n) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[in[i]], 1u);
}

__device__ void count_word(unsigned *bins, unsigned word) {
    atomicAdd(&bins[word & 255], 1u);
    atomicAdd(&bins[word >> 8 & 255], 1u);
    atomicAdd(&bins[word >> 16 & 255], 1u);
    atomicAdd(&bins[word >> 24], 1u);
}

__global__ void global_atomics_4_kernel(const unsigned *in, unsigned *bins, unsigned n) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        count_word(bins, in[i]);
}

__device__ void clear_shared(unsigned *s, unsigned count) {
    for (unsigned i = threadIdx.x; i < count; i += blockDim.x)
        s[i] = 0;
    __syncthreads();
}

__global__ void shared_atomics_kernel(const unsigned char *in, unsigned *bins, unsigned n) {
    __shared__ unsigned s[BINS];
    clear_shared(s, BINS);
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&s[in[i]], 1u);
    __syncthreads();
    for (unsigned i = threadIdx.x; i < BINS; i += blockDim.x)
        atomicAdd(&bins[i], s[i]);
}

__device__ void count_wide(unsigned *bins, const uint4 *in, unsigned n) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint4 v = in[i];
        count_word(bins, v.x);
        count_word(bins, v.y);
        count_word(bins, v.z);
        count_word(bins, v.w);
    }
}

__global__ void shared_atomics_16_kernel(const uint4 *in, unsigned *bins, unsigned n) {
    __shared__ unsigned s[BINS];
    clear_shared(s, BINS);
    count_wide(s, in, n);
    __syncthreads();
    for (unsigned i = threadIdx.x; i < BINS; i += blockDim.x)
        atomicAdd(&bins[i], s[i]);
}

__global__ void warp_histogram_kernel(const uint4 *in, unsigned *bins, unsigned n) {
    __shared__ unsigned s[8 * BINS];
    clear_shared(s, 8 * BINS);
    count_wide(s + threadIdx.x / 32 * BINS, in, n);
    __syncthreads();
    for (unsigned i = threadIdx.x; i < BINS; i += blockDim.x) {
        unsigned sum = 0;
        for (unsigned w = 0; w < 8; w++)
            sum += s[w * BINS + i];
        atomicAdd(&bins[i], sum);
    }
}

__global__ void thread_histogram_kernel(const unsigned char *in, unsigned *bins, unsigned n) {
    unsigned mine[BINS];
    for (unsigned i = 0; i < BINS; i++)
        mine[i] = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        mine[in[i]]++;
    for (unsigned i = 0; i < BINS; i++)
        atomicAdd(&bins[i], mine[i]);
}

enum { SOME = 2 * MULTIPROCESSORS, MANY = 8 * MULTIPROCESSORS };

static void racy(void *in, unsigned *out, unsigned *, unsigned n) {
    racy_kernel<<<MANY, 256>>>((const unsigned char *)in, out, n);
}
static void global_atomics(void *in, unsigned *out, unsigned *, unsigned n) {
    global_atomics_kernel<<<MANY, 256>>>((const unsigned char *)in, out, n);
}
static void global_atomics_4(void *in, unsigned *out, unsigned *, unsigned n) {
    global_atomics_4_kernel<<<MANY, 256>>>((const unsigned *)in, out, n / 4);
}
static void shared_atomics_2(void *in, unsigned *out, unsigned *, unsigned n) {
    shared_atomics_kernel<<<SOME, 256>>>((const unsigned char *)in, out, n);
}
static void shared_atomics_8(void *in, unsigned *out, unsigned *, unsigned n) {
    shared_atomics_kernel<<<MANY, 256>>>((const unsigned char *)in, out, n);
}
static void shared_atomics_16(void *in, unsigned *out, unsigned *, unsigned n) {
    shared_atomics_16_kernel<<<MANY, 256>>>((const uint4 *)in, out, n / 16);
}
static void warp_histograms(void *in, unsigned *out, unsigned *, unsigned n) {
    warp_histogram_kernel<<<MANY, 256>>>((const uint4 *)in, out, n / 16);
}
static void thread_histograms(void *in, unsigned *out, unsigned *, unsigned n) {
    thread_histogram_kernel<<<SOME, 256>>>((const unsigned char *)in, out, n);
}

extern "C" const struct ladder_step ladder[] = {
    {"reduce: tree in global memory, block 1024", 4, tree_global_1024},
    {"reduce: tree in shared memory, block 1024", 4, tree_shared_1024},
    {"reduce: tree in shared memory, block 512 (interleaved)", 4, tree_shared_512},
    {"reduce: tree in shared memory, block 256", 4, tree_shared_256},
    {"reduce: neighbored, block 512", 4, neighbored},
    {"reduce: neighbored, less divergence", 4, neighbored_less},
    {"reduce: unrolling 2", 4, unroll2},
    {"reduce: unrolling 4", 4, unroll4},
    {"reduce: unrolling 8", 4, unroll8},
    {"reduce: unrolling 8, last warp by shuffles", 4, unroll8_warps},
    {"reduce: 16-byte loads, 8 in flight, shuffles", 4, wide},
    {"scan: Hillis-Steele, three phases, block 1024", 8, hillis_steele},
    {"scan: Blelloch, three phases, 1024 elements a block", 8, blelloch},
    {"histogram: racy", 1, racy},
    {"histogram: global atomics, byte reads", 1, global_atomics},
    {"histogram: global atomics, 4-byte reads", 1, global_atomics_4},
    {"histogram: shared atomics, 2 blocks a multiprocessor", 1, shared_atomics_2},
    {"histogram: shared atomics, 8 blocks a multiprocessor", 1, shared_atomics_8},
    {"histogram: shared atomics, 16-byte reads", 1, shared_atomics_16},
    {"histogram: one a warp, 16-byte reads", 1, warp_histograms},
    {"histogram: one a thread, in local memory", 1, thread_histograms},
};
extern "C" const unsigned ladder_steps = sizeof ladder / sizeof *ladder;
