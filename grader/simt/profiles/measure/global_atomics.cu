// Atomics in global memory.
//
// The model that the constants are for: a request has as many passes as its sectors, and more where lanes
// have the same word, which takes a pass for each of them. An address belongs to a slice of L2, which takes
// turns with the others after so many bytes. A slice does so many passes a second, and the device does so
// many requests, and so many sectors, if its slices are all at work.
#include "measure.cuh"

enum { BLOCK = 256, COUNT = 8 };

enum target {
    RANDOM_SECTORS, // each lane on the first word of any sector
    ONE_LANE,       // one lane per warp, on the first word
    NEIGHBOURS      // the lanes of a warp side by side, in any line
};

static __device__ unsigned mix(unsigned i) {
    i = (i ^ i >> 16) * 0x7feb352du;
    i = (i ^ i >> 15) * 0x846ca68bu;
    return i ^ i >> 16;
}

// `words` is a power of two.
template <target TARGET> static __device__ unsigned word_of(unsigned thread, unsigned k, unsigned words) {
    if (TARGET == RANDOM_SECTORS)
        return mix(thread * COUNT + k) & (words - 1) & ~7u;
    if (TARGET == NEIGHBOURS)
        return (mix(thread / WARP * COUNT + k) & (words - 1) & ~31u) + thread % WARP;
    return 0;
}

struct add_integer {
    static __device__ void apply(unsigned *word, unsigned value) { atomicAdd(word, value); }
};
struct add_float {
    static __device__ void apply(unsigned *word, unsigned value) { atomicAdd((float *)word, (float)value); }
};

template <target TARGET, class Op>
__global__ void atomics_kernel(unsigned *data, unsigned words, unsigned value) {
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (TARGET == ONE_LANE && thread % WARP)
        return;
#pragma unroll
    for (unsigned k = 0; k < COUNT; k++)
        Op::apply(data + word_of<TARGET>(thread, k, words), value);
}

// Lanes a second: `count` of them.
template <target TARGET, class Op = add_integer>
static double rate(const bench &b, unsigned words, unsigned count, size_t at = 0, int runs = RUNS) {
    const unsigned threads = TARGET == ONE_LANE ? count * WARP / COUNT : count / COUNT;
    return count / median_seconds(
                       [&] {
                           atomics_kernel<TARGET, Op>
                               <<<threads / BLOCK, BLOCK>>>((unsigned *)(b.to + at), words, 3);
                       },
                       [] {}, runs);
}

static const unsigned MANY = 1 << 24, SOME = 1 << 21, WIDE = 1 << 22; // words of 16 MiB

// Sectors a second on lines of an aligned chunk: the mean of several chunks, far apart.
static double chunk_rate(const bench &b, unsigned bytes) {
    const int chunks = 12;
    double sum = 0, least = 1e30, most = 0;
    for (int i = 0; i < chunks; i++) {
        size_t at = (size_t)(i * 37 + 5) * 2 * MIB / 3 / bytes * bytes;
        double one = rate<NEIGHBOURS>(b, bytes / 4, 4 * MANY, at, 3) / 8;
        sum += one;
        least = std::min(least, one);
        most = std::max(most, one);
    }
    note("lines of %u bytes: %.2f to %.2f G sectors/s, on average %.2f", bytes, 1e-9 * least, 1e-9 * most,
         1e-9 * sum / chunks);
    return sum / chunks;
}

// A slice's rate is that of one line; as many slices are at work as the rate is higher.
static void measure_slices(const bench &b) {
    const double slice = chunk_rate(b, LINE);
    std::vector<double> reach;
    for (unsigned bytes = 2 * LINE; bytes <= 64 * KIB; bytes *= 2) {
        double each = bytes * slice / chunk_rate(b, bytes);
        if (bytes >= KIB && bytes <= 16 * KIB)
            reach.push_back(each);
    }
    print("atomic_slice_rate", slice * 1e-9, "G/s");
    print("atomic_slice_bytes", median(reach) / KIB, "KiB");
}

// Each block loads lines that no other block loads, and then adds to words in four slices.
static const unsigned BUSY_WORDS = 512, LOADS = 32, BLOCKS = BYTES / (LOADS * BLOCK * sizeof(unsigned));

template <bool LOADED, bool ADDED>
__global__ void loads_and_atomics_kernel(const unsigned *from, unsigned *to, unsigned *sink) {
    unsigned sum = 0;
    for (unsigned i = 0; LOADED && i < LOADS; i++)
        sum += from[(blockIdx.x * LOADS + i) * BLOCK + threadIdx.x];
    if (ADDED)
        atomicAdd(to + (blockIdx.x * BLOCK + threadIdx.x) % BUSY_WORDS, sum);
    else if (sum == 1)
        *sink = sum;
}

template <bool LOADED, bool ADDED> static double loads_and_atomics_seconds(const bench &b) {
    return median_seconds([&] {
        loads_and_atomics_kernel<LOADED, ADDED>
            <<<BLOCKS, BLOCK>>>((const unsigned *)b.from, (unsigned *)b.to, b.sink);
    });
}

static void measure_atomics_beside_loads(const bench &b) {
    const double loads = loads_and_atomics_seconds<true, false>(b);
    const double atomics = loads_and_atomics_seconds<false, true>(b);
    const double both = loads_and_atomics_seconds<true, true>(b);
    note("%u blocks load %.1f us, add %.1f us, and do both in %.1f us", BLOCKS, 1e6 * loads, 1e6 * atomics,
         1e6 * both);
    print("atomic_load_cost", (both - loads) / atomics, "");
}

void measure_global_atomics(const bench &b) {
    std::printf("\n# Atomics in global memory\n");
    print("atomic_sector_rate", 1e-9 * rate<RANDOM_SECTORS>(b, WIDE, 4 * MANY), "G/s");
    measure_slices(b);
    print("atomic_address_rate", 1e-9 * rate<ONE_LANE>(b, 1, SOME), "G/s");
    print("atomic_float_address_rate", 1e-9 * rate<ONE_LANE, add_float>(b, 1, SOME), "G/s");
    measure_atomics_beside_loads(b);
}
