// How often each digit occurs: what onesweep.cu has to know before its first pass, and the tables it keeps.
#ifndef COUNT_CUH
#define COUNT_CUH

enum {
    DIGIT_BITS = 8,
    DIGITS = 1 << DIGIT_BITS,
    COLUMNS = 8, // counters of a digit
    COUNT_THREADS = 512,
    COUNT_BLOCKS = 4, // a multiprocessor
    COUNT_LOADS = 4   // keys that a thread has under way
};

// What a tile has made known of one digit, in one word: 0 is nothing yet, below ALL_SUMS one more than its
// own count, and from there on ALL_SUMS and the place behind all such keys up to the tile and with it.
enum : unsigned int { ALL_SUMS = 0x80000000u };

// Behind the keys in the working memory.
struct tables {
    unsigned int counts[sizeof(int)][DIGITS]; // of each pass
    unsigned int ticket;
    unsigned int states[][DIGITS]; // row 0 is what comes before the first tile
};

__device__ unsigned int digit_of(unsigned int key, unsigned int shift) { return key >> shift & (DIGITS - 1); }

// Counts the digits of all passes in one read.
//
// In a single counter for each digit, lanes that meet take turns. With COLUMNS of them side by side at most
// four lanes share one.
template <typename Key>
__global__ void __launch_bounds__(COUNT_THREADS, COUNT_BLOCKS)
    count_kernel(const Key *in, struct tables *tables, unsigned int n) {
    __shared__ unsigned int counters[sizeof(Key)][DIGITS * COLUMNS];
    const unsigned int t = threadIdx.x, stride = gridDim.x * COUNT_THREADS;
    for (unsigned int pass = 0; pass < sizeof(Key); pass++)
        for (unsigned int i = t; i < DIGITS * COLUMNS; i += COUNT_THREADS)
            counters[pass][i] = 0;
    __syncthreads();

    for (size_t i = blockIdx.x * COUNT_THREADS + t; i < n; i += COUNT_LOADS * (size_t)stride) {
        Key keys[COUNT_LOADS] = {};
        for (unsigned int k = 0; k < COUNT_LOADS; k++)
            if (i + k * (size_t)stride < n)
                keys[k] = in[i + k * (size_t)stride];
        for (unsigned int k = 0; k < COUNT_LOADS; k++)
            for (unsigned int pass = 0; pass < sizeof(Key); pass++)
                if (i + k * (size_t)stride < n)
                    atomicAdd(&counters[pass][digit_of(keys[k], pass * DIGIT_BITS) * COLUMNS + t % COLUMNS],
                              1u);
    }
    __syncthreads();

    for (unsigned int i = t; i < sizeof(Key) * DIGITS; i += COUNT_THREADS) {
        unsigned int sum = 0;
        for (unsigned int c = 0; c < COLUMNS; c++)
            sum += counters[i / DIGITS][i % DIGITS * COLUMNS + (i + c) % COLUMNS];
        if (sum > 0)
            atomicAdd(&tables->counts[i / DIGITS][i % DIGITS], sum);
    }
}

#endif
