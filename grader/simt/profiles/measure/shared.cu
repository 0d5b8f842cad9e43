// Shared memory, the barriers of a block, and atomics.
#include "measure.cuh"

// Shared memory, and the barriers of a block.
namespace words {

enum { THREADS = 1024, WARPS = THREADS / WARP, COUNT = 8, ROUNDS = 128, ROW = WARP * 4 };

// Lanes are `stride` words apart: a power of two, which is the number of wavefronts.
template <bool STORES>
__global__ void shared_kernel(unsigned stride, int rounds, unsigned *sink, long long *cycles) {
    __shared__ unsigned words[WARP * WARP + COUNT * WARP];
    const unsigned base = (unsigned)__cvta_generic_to_shared(words) + threadIdx.x % WARP * stride * 4;
    unsigned sum = 0;
    words[threadIdx.x] = threadIdx.x;
    __syncthreads();
    long long begin = clock64();
#pragma unroll 1
    for (int r = 0; r < rounds; r++) {
        unsigned v[COUNT];
#pragma unroll
        for (int k = 0; k < COUNT; k++) {
            if (STORES)
                asm volatile("st.volatile.shared.u32 [%0], %1;" ::"r"(base + k * ROW), "r"(r) : "memory");
            else
                asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(v[k]) : "r"(base + k * ROW));
        }
        for (int k = 0; k < COUNT && !STORES; k++)
            sum += v[k];
    }
    __syncthreads();
    if (threadIdx.x == 0)
        cycles[0] = clock64() - begin;
    if (sum == 1)
        *sink = words[sum];
}

// Cycles a request of 32 warps.
template <bool STORES> static double request_cycles(const bench &b, unsigned stride) {
    return median_cycles(b,
                         [&] { shared_kernel<STORES><<<1, THREADS>>>(stride, ROUNDS, b.sink, b.cycles); }) /
           (ROUNDS * COUNT * WARPS);
}

enum { BARRIERS = 64, DELAY = 2000, STEPS = 100000 };

// The last warp comes to the barrier when all others wait; cycles from then to a release, of all warps
// together.
static __global__ void barrier_kernel(long long *cycles) {
    __shared__ unsigned came, went[WARPS];
    const unsigned warp = threadIdx.x / WARP, warps = blockDim.x / WARP;
    long long sum = 0;
    for (int i = 0; i < BARRIERS; i++) {
        for (unsigned begin = clock(); warp == warps - 1 && clock() - begin < DELAY;) {
        }
        __syncwarp();
        unsigned before = clock();
        __syncthreads();
        unsigned after = clock();
        if (threadIdx.x % WARP == 0) {
            went[warp] = after;
            if (warp == warps - 1)
                came = before;
        }
        __syncthreads();
        for (unsigned w = 0; w < warps && threadIdx.x == 0; w++)
            sum += went[w] - came;
        __syncthreads();
    }
    if (threadIdx.x == 0)
        cycles[0] = sum;
}

static __global__ void clock_kernel(unsigned *sink, long long *cycles) {
    unsigned sum = 0;
    for (int i = 0; i < BARRIERS; i++) {
        unsigned before = clock();
        sum += clock() - before;
    }
    cycles[0] = sum;
    if (sum == 1)
        *sink = sum;
}

static __global__ void barriers_kernel(long long *cycles) {
    __syncthreads();
    long long begin = clock64();
#pragma unroll 16
    for (int i = 0; i < 16 * BARRIERS; i++)
        __syncthreads();
    if (threadIdx.x == 0)
        cycles[0] = clock64() - begin;
}

// A step of a tree, and behind it a barrier of the block or none.
template <bool BARRIER> static __global__ void step_kernel(int rounds) {
    __shared__ volatile unsigned words[2 * WARP];
    unsigned sum = 0;
    words[threadIdx.x] = words[threadIdx.x + WARP] = threadIdx.x;
    __syncthreads();
#pragma unroll 1
    for (int r = 0; r < rounds; r++) {
        sum += words[threadIdx.x];
        sum += words[threadIdx.x + WARP];
        words[threadIdx.x] = sum;
        if (BARRIER)
            __syncthreads();
        else
            __syncwarp();
    }
}

template <bool BARRIER> static double step_cycles(const bench &b, int blocks) {
    return b.clock_hz *
           median_seconds([&] { step_kernel<BARRIER><<<blocks * b.multiprocessors, WARP>>>(STEPS); });
}

// As many blocks as can be resident keep the path to shared memory busy: what a barrier takes of it.
static double barrier_path_cycles(const bench &b) {
    int blocks;
    require(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, step_kernel<true>, WARP, 0));
    return (step_cycles<true>(b, blocks) - step_cycles<false>(b, blocks)) / ((double)STEPS * blocks);
}

static void measure_barriers(const bench &b) {
    // The time to read the clock is subtracted.
    const double clocks = median_cycles(b, [&] { clock_kernel<<<1, WARP>>>(b.sink, b.cycles); });
    double one = 0, all = 0, latency = 0;
    for (unsigned warps = 1; warps <= WARPS; warps *= 2) {
        all = median_cycles(b, [&] { barriers_kernel<<<1, warps * WARP>>>(b.cycles); }) / (16 * BARRIERS);
        const double late = median_cycles(b, [&] { barrier_kernel<<<1, warps * WARP>>>(b.cycles); });
        const double each = std::max(1.0, (late / warps - clocks) / BARRIERS);
        note("barriers of %u warps, one behind the other: %.1f cycles each; from the last arrival %.2f",
             warps, all, each);
        one = warps == 1 ? all : one;
        latency = warps == 1 ? each : latency;
    }
    // With more warps it is longer only for they read their clocks in turn.
    print("barrier_latency", latency, "cycles");
    print("barrier_arrival_cycles", (all - one) / (WARPS - 1), "cycles");
    print("barrier_path_cycles", barrier_path_cycles(b), "cycles");
}

} // namespace words

void measure_shared_memory(const bench &b) {
    using namespace words;
    const double one = request_cycles<false>(b, 1);
    std::printf("\n# Shared memory\n");
    print("shared_wavefronts_per_cycle", 1 / one, "/cycle");
    print("shared_store_wavefronts_per_cycle", 1 / request_cycles<true>(b, 1), "/cycle");
    print("shared_conflict_cycles", (request_cycles<false>(b, WARP) - one) / (WARP - 1), "cycles");
    measure_barriers(b);
}

// Atomics in shared memory, of one block of 32 warps.
namespace atomics {

enum { THREADS = 1024, COUNT = 8, ROUNDS = 32 };

struct add {
    static __device__ void apply(unsigned *word, unsigned value) { atomicAdd(word, value); }
};
struct compare_and_swap {
    static __device__ void apply(unsigned *word, unsigned value) { atomicCAS(word, value, value + 1); }
};
struct float_add {
    static __device__ void apply(unsigned *word, unsigned value) { atomicAdd((float *)word, (float)value); }
};

// Of each warp, `share` lanes have the same word, and the words are `stride` apart. Each warp has words of
// its own.
template <class Op>
__global__ void shared_atomics_kernel(unsigned share, unsigned stride, int rounds, unsigned value,
                                      long long *cycles) {
    __shared__ unsigned words[WARP * WARP + COUNT * WARP + WARP];
    const unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    const unsigned next = stride == 1 ? WARP : 1; // from a warp's words to the next one's
    unsigned *mine = words + (lane / share * stride + warp * next) % (WARP * WARP);
    words[threadIdx.x] = 0;
    __syncthreads();
    long long begin = clock64();
#pragma unroll 1
    for (int r = 0; r < rounds; r++) {
#pragma unroll
        for (int k = 0; k < COUNT; k++)
            Op::apply(mine + k * WARP, value);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        cycles[0] = clock64() - begin;
}

// Cycles a request.
template <class Op> static double request_cycles(const bench &b, unsigned share, unsigned stride) {
    return median_cycles(
               b, [&] { shared_atomics_kernel<Op><<<1, THREADS>>>(share, stride, ROUNDS, 1, b.cycles); }) /
           (ROUNDS * COUNT * (THREADS / WARP));
}

template <class Op> static void note_lanes(const bench &b, const char *name) {
    note("shared %s, 1 2 4 8 16 32 lanes with one word: %.2f %.2f %.2f %.2f %.2f %.2f cycles", name,
         request_cycles<Op>(b, 1, 1), request_cycles<Op>(b, 2, 1), request_cycles<Op>(b, 4, 1),
         request_cycles<Op>(b, 8, 1), request_cycles<Op>(b, 16, 1), request_cycles<Op>(b, 32, 1));
}

template <class Op> static void note_banks(const bench &b, const char *name) {
    note("shared %s, 1 2 4 8 16 32 words of a bank: %.2f %.2f %.2f %.2f %.2f %.2f cycles", name,
         request_cycles<Op>(b, 1, 1), request_cycles<Op>(b, 1, 2), request_cycles<Op>(b, 1, 4),
         request_cycles<Op>(b, 1, 8), request_cycles<Op>(b, 1, 16), request_cycles<Op>(b, 1, 32));
}

static double further(double one, double all) { return std::max(0.0, (all - one) / (WARP - 1)); }

template <class Op> static void report(const bench &b, const std::string &name) {
    const double one = request_cycles<Op>(b, 1, 1);
    print("shared_" + name + "_cycles", one, "cycles");
    print("shared_" + name + "_conflict_cycles", further(one, request_cycles<Op>(b, 1, WARP)), "cycles");
    print("shared_" + name + "_same_word_cycles", further(one, request_cycles<Op>(b, WARP, 1)), "cycles");
    note_banks<Op>(b, name.c_str());
    note_lanes<Op>(b, name.c_str());
}

} // namespace atomics

void measure_shared_atomics(const bench &b) {
    using namespace atomics;
    std::printf("\n# Atomics in shared memory\n");
    report<add>(b, "add");
    report<compare_and_swap>(b, "cas");
    const double one = request_cycles<float_add>(b, 1, 1);
    print("shared_float_add_cycles", one, "cycles");
    print("shared_float_add_same_word_cycles", further(one, request_cycles<float_add>(b, WARP, 1)), "cycles");
    note_lanes<float_add>(b, "float add");
}
