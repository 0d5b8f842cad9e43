// What the model reckons with that knows a launch's sums alone (engine/model/model.c). What cannot be
// measured from outside is the architecture's, and says so.
#include "measure.cuh"

enum { BLOCK = 512 };

static const size_t WORDS = BYTES / sizeof(unsigned);

// The interleaved tree of the labs. Warp instructions a warp, as the vendor's profiler counts them for nvcc
// 13.0 and sm_90.
static const double TREE_WARP_INSTRUCTIONS = 113.6;
static __global__ void tree_kernel(const unsigned *in, unsigned *out) {
    __shared__ unsigned s[BLOCK];
    unsigned t = threadIdx.x;
    s[t] = in[(size_t)blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned stride = blockDim.x / 2; stride > 0; stride >>= 1) {
        if (t < stride)
            s[t] += s[t + stride];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

// One load a round, and few warps: every round waits for memory.
static __global__ void wait_kernel(const unsigned *in, unsigned *out, size_t n) {
    unsigned sum = 0;
#pragma unroll 1
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        sum += in[i];
    if (sum == 1)
        *out = sum;
}
static const unsigned WAIT_BLOCK = 256;

// One atomic a thread, on random ones of so many addresses.
static const unsigned ATOMICS = 1 << 24;
static __global__ void atomics_kernel(const unsigned *in, unsigned *out, unsigned mask) {
    atomicAdd(&out[in[blockIdx.x * blockDim.x + threadIdx.x] & mask], threadIdx.x);
}
// On one address a compiler would add up the warp's values first: each warp comes with one lane.
static __global__ void one_address_kernel(unsigned *out) {
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, threadIdx.x);
}

// Random bytes into 256 shared counters, 16 a load.
static __global__ void histogram_kernel(const uint4 *in, unsigned *out, size_t n) {
    __shared__ unsigned s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        uint4 v = in[i];
        for (unsigned k = 0; k < 32; k += 8) {
            atomicAdd(&s[v.x >> k & 255], 1u);
            atomicAdd(&s[v.y >> k & 255], 1u);
            atomicAdd(&s[v.z >> k & 255], 1u);
            atomicAdd(&s[v.w >> k & 255], 1u);
        }
    }
    __syncthreads();
    atomicAdd(&out[threadIdx.x], s[threadIdx.x]);
}
// Wavefronts of 32 random bytes on 256 counters, as the engine counts them.
static const double HISTOGRAM_WAVEFRONTS = 3.40;

// Lanes of 32 on the most wanted of 256 addresses, on average.
static const double NEAR_SHARING = 1.93;

static double atomics(const bench &b, unsigned mask) {
    return ATOMICS / median_seconds([&] {
               atomics_kernel<<<ATOMICS / 256, 256>>>((const unsigned *)b.from, (unsigned *)b.to, mask);
           });
}

static void measure_atomics(const bench &b) {
    const double far = atomics(b, 65535), near = atomics(b, 255);
    const double one = median_seconds([&] { one_address_kernel<<<ATOMICS / 8, 256>>>((unsigned *)b.to); });
    print("atomic_rate", 1e-9 * far, "G/s");
    print("same_address_rate", 1e-9 * ATOMICS / one, "G/s");
    print("atomic_contention", std::max(0.0, (far / near - 1) / (NEAR_SHARING - 1)), "");
}

void measure_sums(const bench &b) {
    const unsigned *words = (const unsigned *)b.from;
    const double cycles = b.clock_hz * b.multiprocessors, wait_threads = 2 * b.multiprocessors * WAIT_BLOCK;
    const double trees =
        median_seconds([&] { tree_kernel<<<WORDS / BLOCK, BLOCK>>>(words, (unsigned *)b.to); });
    const double waits =
        median_seconds([&] { wait_kernel<<<2 * b.multiprocessors, WAIT_BLOCK>>>(words, b.sink, WORDS); });
    const double histogram = median_seconds([&] {
        histogram_kernel<<<8 * b.multiprocessors, 256>>>((const uint4 *)b.from, (unsigned *)b.to, WORDS / 4);
    });
    std::printf("\n# Of the model that reckons with sums alone (model.c)\n");
    std::printf("bytes_per_cycle = 64              # architecture, from 7.0 on\n");
    std::printf("issue_per_cycle = 4               # architecture, from 5.0 on\n");
    print("issue_efficiency", WORDS / 32.0 * TREE_WARP_INSTRUCTIONS / trees / (4 * cycles), "");
    std::printf("instruction_latency = 5 cycles    # architecture: 4 to 6\n");
    print("memory_latency", 1e9 * waits * wait_threads / (double)WORDS, "ns");
    std::printf("shared_latency = 30 cycles        # architecture\n");
    std::printf("barrier_latency = 30 cycles       # architecture\n");
    std::printf("requests_in_flight = 1            # the loop that memory_latency was measured by\n");
    measure_atomics(b);
    print("shared_atomic_cycles", histogram * cycles / ((double)BYTES / 32 * HISTOGRAM_WAVEFRONTS), "cycles");
}
