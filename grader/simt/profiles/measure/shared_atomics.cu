// Atomics in shared memory, of one block of 32 warps.
#include "measure.cuh"

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

void measure_shared_atomics(const bench &b) {
    std::printf("\n# Atomics in shared memory\n");
    report<add>(b, "add");
    report<compare_and_swap>(b, "cas");
    const double one = request_cycles<float_add>(b, 1, 1);
    print("shared_float_add_cycles", one, "cycles");
    print("shared_float_add_same_word_cycles", further(one, request_cycles<float_add>(b, WARP, 1)), "cycles");
    note_lanes<float_add>(b, "float add");
}
