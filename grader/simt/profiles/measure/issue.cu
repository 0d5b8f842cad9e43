// Issue: how many instructions of a kind a multiprocessor starts a cycle, and when the next one can use a
// result. Each instruction needs the last one's result; 32 warps of one block hide that, and one does not.
#include "measure.cuh"

// What a step does: `x` becomes a function of `y` (and of x and z).
#define OPERATION(name, type, constraint, text)                                                              \
    struct name {                                                                                            \
        typedef type word;                                                                                   \
        static __device__ void step(word &x, word &y, word z) {                                              \
            asm volatile(text : "+" constraint(x) : constraint(y), constraint(z));                           \
        }                                                                                                    \
    }

// With numbers in the instruction, so that it reads one register. Alone, additions would be put together.
OPERATION(short_integer, unsigned, "r", "{ .reg .u32 t; add.u32 t, %1, 77; xor.b32 %0, t, 55; }");
// Addition and exclusive-or in turn.
OPERATION(iadd_logic, unsigned, "r",
          "{ .reg .u32 t; add.u32 t, %0, %1; add.u32 t, t, %2; xor.b32 %0, t, %1; }");
OPERATION(logic, unsigned, "r", "lop3.b32 %0, %0, %1, %2, 0x6a;");
OPERATION(fma_single, float, "f", "fma.rn.f32 %0, %1, 0f3FC00000, %1;");
OPERATION(fma_double, double, "d", "fma.rn.f64 %0, %1, 0d3FF8000000000000, %1;");
OPERATION(special, float, "f", "rsqrt.approx.ftz.f32 %0, %1;");
OPERATION(shuffle, unsigned, "r", "shfl.sync.idx.b32 %0, %1, %2, 31, -1;");
OPERATION(vote, unsigned, "r", "{ .reg .pred p; setp.ne.u32 p, %1, %2; vote.sync.ballot.b32 %0, p, -1; }");
template <class Op, int STEPS>
__global__ void chain_kernel(int rounds, typename Op::word seed, typename Op::word other, unsigned *sink,
                             long long *cycles) {
    typedef typename Op::word word; // three values that the compiler knows nothing of, other in each lane
    word x = seed + (word)threadIdx.x, y = seed * x, z = other + (word)threadIdx.x;
    __syncthreads();
    long long begin = clock64();
#pragma unroll 1
    for (int r = 0; r < rounds; r++) {
#pragma unroll
        for (int k = 0; k < STEPS; k += 2) {
            Op::step(x, y, z);
            Op::step(y, x, z);
        }
    }
    __syncthreads();
    if (threadIdx.x == 0)
        cycles[0] = clock64() - begin;
    if (x == (typename Op::word)12345 && y == x)
        *sink = 1;
}

// Integer instructions and as many multiply-adds, which do not depend on each other. A step of the former has
// two instructions.
template <class Integer, class Float, int STEPS>
static __global__ void mixed_kernel(int rounds, unsigned seed, unsigned other, unsigned *sink,
                                    long long *cycles) {
    unsigned x = seed + threadIdx.x, y = seed * x, z = other + threadIdx.x;
    float a = (float)x, c = (float)y, d = (float)z;
    __syncthreads();
    long long begin = clock64();
#pragma unroll 1
    for (int r = 0; r < rounds; r++) {
#pragma unroll
        for (int k = 0; k < STEPS; k += 2) {
            Integer::step(x, y, z);
            Float::step(a, c, d);
            Float::step(c, a, d);
            Integer::step(y, x, z);
            Float::step(a, c, d);
            Float::step(c, a, d);
        }
    }
    __syncthreads();
    if (threadIdx.x == 0)
        cycles[0] = clock64() - begin;
    if (x == 12345 && a == 1)
        *sink = 1;
}

enum { SHORT = 64, LONG = 192, ROUNDS = 64, THREADS = 1024 };

template <class Op, int STEPS> static double cycles_of(const bench &b, unsigned threads) {
    return median_cycles(b, [&] {
        chain_kernel<Op, STEPS>
            <<<1, threads>>>(ROUNDS, (typename Op::word)3, (typename Op::word)5, b.sink, b.cycles);
    });
}

// Cycles a step, of `threads` threads: a longer loop less a shorter one, so that the loop itself is left out.
template <class Op> static double step_cycles(const bench &b, unsigned threads) {
    return (cycles_of<Op, LONG>(b, threads) - cycles_of<Op, SHORT>(b, threads)) / (ROUNDS * (LONG - SHORT));
}

static void print_pair(const std::string &name, double per_cycle, double latency) {
    print(name + "_per_cycle", per_cycle, "/cycle");
    print(name + "_latency", latency, "cycles");
}

template <class Op> static void report(const bench &b, const char *name) {
    print_pair(name, THREADS / WARP / step_cycles<Op>(b, THREADS), step_cycles<Op>(b, WARP));
}

// The time of an addition: that of a step of both, less the exclusive-or.
static void report_addition(const bench &b) {
    const double both = step_cycles<iadd_logic>(b, THREADS), other = step_cycles<logic>(b, THREADS);
    print_pair("iadd", THREADS / WARP / (both - other),
               step_cycles<iadd_logic>(b, WARP) - step_cycles<logic>(b, WARP));
}

// Warp instructions a cycle.
template <class Integer, class Float> static double mixed_per_cycle(const bench &b) {
    double longer = median_cycles(
        b, [&] { mixed_kernel<Integer, Float, LONG><<<1, THREADS>>>(ROUNDS, 3, 5, b.sink, b.cycles); });
    double shorter = median_cycles(
        b, [&] { mixed_kernel<Integer, Float, SHORT><<<1, THREADS>>>(ROUNDS, 3, 5, b.sink, b.cycles); });
    return 4.0 * (THREADS / WARP) * ROUNDS * (LONG - SHORT) / (longer - shorter);
}

void measure_issue(const bench &b) {
    std::printf("\n# Issue\n");
    print("mixed_issue_per_cycle", mixed_per_cycle<short_integer, fma_single>(b), "/cycle");
    report_addition(b);
    report<fma_single>(b, "fma");
    report<fma_double>(b, "fp64");
    report<special>(b, "special");
    report<shuffle>(b, "shuffle");
    print("vote_latency", step_cycles<vote>(b, WARP), "cycles");
    // Of a round's steps, the first waits for the branch instead of for the last one's exclusive-or.
    const double step = step_cycles<iadd_logic>(b, WARP), logic_latency = step_cycles<logic>(b, WARP);
    print("branch_latency", cycles_of<iadd_logic, SHORT>(b, WARP) / ROUNDS - SHORT * step + logic_latency,
          "cycles");
}
