// The time at a size is the same whether the program ran there or at two small sizes alone. Each row is
// another way in which launches depend on the size. A time that is not the same is printed. So are times that
// cannot be a GPU's.
#include <cuda_runtime.h>
#include <math.h>
#include <simt/simt.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 256, SMALL = 1 << 13, LARGE = 1 << 15, TARGET = 1 << 19 };

// A row for each warp; at the small sizes most warps have none.
enum { COLUMNS = 256, ROW_BLOCKS = 400 };
__global__ void sum_rows(const int *in, int *out, unsigned rows, bool each_writes) {
    const unsigned warps = gridDim.x * blockDim.x / 32, lane = threadIdx.x % 32;
    int sum = 0;
    for (unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32; row < rows; row += warps) {
        for (unsigned column = lane; column < COLUMNS; column += 32)
            sum += in[row * COLUMNS + column];
        if (!each_writes)
            out[row] = sum;
    }
    if (each_writes)
        out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

static unsigned blocks_for(unsigned n) { return (n + THREADS - 1) / THREADS; }

__global__ void sum_strided(const int *in, int *out, unsigned n) {
    int sum = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void add_halves(int *data, unsigned half) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < half)
        data[i] += data[i + half];
}

__global__ void add_behind(const int *in, int *out, unsigned n, unsigned distance) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] + (i >= distance ? in[i - distance] : 0);
}

__global__ void add_one(int *data, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] += 1;
}

__global__ void search(const int *in, int *out, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned from = 0;
    for (unsigned length = n / 2; length > 0; length /= 2)
        if (in[from + length] <= (int)i)
            from += length;
    if (i < n)
        out[i] = (int)from;
}

__global__ void copy_four(const int4 *in, int4 *out, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i];
}

// The first warp of each block adds zeros.
__global__ void add_some(int *out) { atomicAdd(out, threadIdx.x < 32 ? 0 : 1); }

// Blocks have room for four layers.
__global__ void copy_layers(const int *in, int *out, unsigned columns, unsigned layers) {
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, z = threadIdx.z;
    if (x < columns && z < layers)
        out[z * columns + x] = in[z * columns + x];
}

// Every second triple is aligned to 8 bytes.
__global__ void sum_triples(const float3 *in, float *out, unsigned n) {
    float sum = 0;
    for (unsigned i = 0; i < n; i++) {
        const float3 triple = in[(i + threadIdx.x) % n];
        sum += triple.x * triple.y * triple.z;
    }
    out[threadIdx.x] = sum;
}

__global__ void sum_words(const float *in, float *out, unsigned n) {
    float sum = 0;
    for (unsigned i = 0; i < n; i++) {
        const float *triple = in + 3 * ((i + threadIdx.x) % n);
        sum += triple[0] * triple[1] * triple[2];
    }
    out[threadIdx.x] = sum;
}

// Nothing is found, and nothing added.
__global__ void add_zeros(int *out) { atomicAdd(out, 0); }

__global__ void add_floats_to_words(float *out, unsigned words) {
    atomicAdd(&out[threadIdx.x % words], 1.5f);
}

__global__ void add_floats(float *out) {
    if (threadIdx.x == 0)
        atomicAdd(out, 1.5f);
}

// One block of 64 does work, and it is none of those that are sampled.
__global__ void work_of_few_blocks(const int *in, int *out) {
    int sum = 0;
    for (int i = 0; blockIdx.x % 64 == 7 && i < 4096; i++)
        sum = sum * 5 + (sum >> 3) + 1;
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

static void fixed_grid(int *in, int *out, unsigned n) { sum_strided<<<64, THREADS>>>(in, out, n); }

static void rows_of_a_fixed_grid(int *in, int *out, unsigned n) {
    sum_rows<<<ROW_BLOCKS, THREADS>>>(in, out, n / COLUMNS, false);
}

static void warps_without_a_row_that_write(int *in, int *out, unsigned n) {
    sum_rows<<<ROW_BLOCKS, THREADS>>>(in, out, n / COLUMNS, true);
}

static void grid_up_to_a_limit(int *in, int *out, unsigned n) {
    unsigned blocks = blocks_for(n);
    if (blocks > 96)
        blocks = 96;
    sum_strided<<<blocks, THREADS>>>(in, out, n);
}

static void one_block(int *in, int *out, unsigned n) { sum_strided<<<1, THREADS>>>(in, out, n); }

static void levels_of_a_tree(int *in, int *, unsigned n) {
    for (unsigned half = n / 2; half > 0; half /= 2)
        add_halves<<<blocks_for(half), THREADS>>>(in, half);
}

static void distances_that_double(int *in, int *out, unsigned n) {
    for (unsigned distance = 1; distance < n; distance *= 2) {
        add_behind<<<blocks_for(n), THREADS>>>(in, out, n, distance);
        int *const next = out;
        out = in;
        in = next;
    }
}

__global__ void add_up_in_place(int *data, int *sums, unsigned n) {
    const unsigned t = threadIdx.x, i = blockIdx.x * THREADS + t;
    for (unsigned stride = THREADS / 2; stride > 0; stride /= 2) {
        if (t < stride && i + stride < n)
            data[i] += data[i + stride];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = data[i];
}

// One block adds up what the levels before have left, whatever the size is.
static void last_level_of_one_block(int *in, int *out, unsigned n) {
    while (n > THREADS) {
        add_up_in_place<<<blocks_for(n), THREADS>>>(in, out, n);
        in = out;
        out += blocks_for(n);
        n = blocks_for(n);
    }
    add_up_in_place<<<1, THREADS>>>(in, out, n);
}

static void piece_after_piece(int *in, int *, unsigned n) {
    for (unsigned from = 0; from < n; from += 8192)
        add_one<<<blocks_for(8192), THREADS>>>(in + from, 8192);
}

static void binary_search(int *in, int *out, unsigned n) { search<<<blocks_for(n), THREADS>>>(in, out, n); }

// The smallest input has two layers, the others four.
static void blocks_that_are_not_full(int *in, int *out, unsigned n) {
    const unsigned layers = n == SMALL ? 2 : 4, columns = n / layers;
    copy_layers<<<(columns + 63) / 64, dim3(64, 1, 4)>>>(in, out, columns, layers);
}

// The size is the side of a square: what is touched between two touches of the same place grows as its area.
static void sweeps_of_a_square(int *, int *, unsigned n) {
    const unsigned side = n / 384, all = side * side;
    int4 *from, *to;
    cudaMalloc(&from, all * sizeof(int4));
    cudaMalloc(&to, all * sizeof(int4));
    cudaMemset(from, 0, all * sizeof(int4));
    for (int sweep = 0; sweep < 4; sweep++) {
        copy_four<<<blocks_for(all), THREADS>>>(from, to, all);
        int4 *const next = to;
        to = from;
        from = next;
    }
    cudaFree(from);
    cudaFree(to);
}

typedef void (*way)(int *in, int *out, unsigned n);

static int part_at(way run, unsigned n, bool dry) {
    int *in, *out;
    if (dry)
        simt_set_dry(true);
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMemset(in, 0, n * sizeof(int));
    cudaMemset(out, 0, n * sizeof(int));
    run(in, out, n);
    const int part = simt_part_end(n);
    cudaFree(in);
    cudaFree(out);
    if (dry)
        simt_set_dry(false);
    return part;
}

static void additions_to_one_word(int *, int *out, unsigned n) { add_some<<<blocks_for(n), THREADS>>>(out); }

static void zeros_on_one_word(int *, int *out, unsigned n) { add_zeros<<<blocks_for(n), THREADS>>>(out); }

// Blocks that wait for each other would be a chain.
static void waits_for_nobody(const char *name, way run) {
    simt_prediction prediction;
    char why[256] = "a chain of blocks";
    int *word;
    simt_reset();
    cudaMalloc(&word, sizeof *word);
    cudaMemset(word, 0, sizeof *word);
    simt_part_end(0);
    run(NULL, word, LARGE);
    const int part = simt_part_end(LARGE);
    if (!simt_predict(part, part, part, &prediction, why, sizeof why) || !strcmp(prediction.bound, "chain"))
        printf("%s: %s\n", name, why);
    cudaFree(word);
}

// The modelled time of one launch, in us.
template <class Launch> static double time_of(Launch launch) {
    simt_prediction prediction;
    char why[256];
    simt_reset();
    int *data, *more;
    cudaMalloc(&data, TARGET * sizeof(int));
    cudaMalloc(&more, TARGET * sizeof(int));
    cudaMemset(data, 0, TARGET * sizeof(int));
    cudaMemset(more, 0, TARGET * sizeof(int));
    simt_part_end(0);
    launch(data, more);
    const int part = simt_part_end(TARGET);
    if (!simt_predict(part, part, part, &prediction, why, sizeof why))
        printf("one launch: %s\n", why);
    cudaFree(data);
    cudaFree(more);
    return prediction.kernels_us;
}

// Lanes at differently aligned places make the same requests: a GPU's compiler reads three words.
static void triples_are_words() {
    const double triples =
        time_of([](int *in, int *out) { sum_triples<<<1, 32>>>((float3 *)in, (float *)out, 4096); });
    const double words =
        time_of([](int *in, int *out) { sum_words<<<1, 32>>>((float *)in, (float *)out, 4096); });
    if (!(triples < 1.25 * words))
        printf("triples: %.2f us, as words %.2f us\n", triples, words);
}

// An H200 does 0.5684e9 additions of floats per second on one word, whether of one lane or of several.
static void floats_on_one_word() {
    const double us = time_of([](int *, int *out) { add_floats<<<1 << 14, 32>>>((float *)out); });
    if (!(us > 0.95 * (1 << 14) / 0.5684e3))
        printf("additions of floats: %.2f us\n", us);
}

// Words of one slice of the second-level cache are added to side by side: as fast as integers, not as one
// word.
static void floats_on_some_words() {
    enum { ADDITIONS = 32 << 13 };
    const double one =
        time_of([](int *, int *out) { add_floats_to_words<<<1 << 13, 32>>>((float *)out, 1); });
    const double some =
        time_of([](int *, int *out) { add_floats_to_words<<<1 << 13, 32>>>((float *)out, 32); });
    if (!(one > 0.95 * ADDITIONS / 0.5684e3) || !(some < 1.1 * ADDITIONS / 1.361e3))
        printf("additions of floats: %.2f us to one word, %.2f us to 32 words\n", one, some);
}

// A 64th of the blocks have 4096 iterations of at least 3 instructions for 8 warps each.
static void blocks_that_were_not_sampled() {
    const double us = time_of([](int *in, int *out) { work_of_few_blocks<<<1 << 11, THREADS>>>(in, out); });
    if (!(us > 5))
        printf("work of few blocks: %.2f us\n", us);
}

static double predicted(const char *name, int small, int large, int dry) {
    simt_prediction prediction;
    char why[256];
    if (!simt_predict(small, large, dry, &prediction, why, sizeof why))
        printf("%s: %s\n", name, why);
    return prediction.kernels_us;
}

static void compare(const char *name, way run) {
    simt_reset();
    const int small = part_at(run, SMALL, false), large = part_at(run, LARGE, false);
    const int dry = part_at(run, TARGET, true), ran = part_at(run, TARGET, false);
    const double by_small = predicted(name, small, large, dry), by_itself = predicted(name, large, ran, ran);
    if (!(fabs(log(by_small / by_itself)) < log(1.25)))
        printf("%s: %.2f us from small sizes, %.2f us from its own\n", name, by_small, by_itself);
}

int main() {
    simt_set_sampling(true);
    compare("fixed grid", fixed_grid);
    compare("rows of a fixed grid", rows_of_a_fixed_grid);
    compare("warps without a row that write", warps_without_a_row_that_write);
    compare("grid up to a limit", grid_up_to_a_limit);
    compare("one block", one_block);
    compare("levels of a tree", levels_of_a_tree);
    compare("last level of one block", last_level_of_one_block);
    compare("distances that double", distances_that_double);
    compare("piece after piece", piece_after_piece);
    compare("binary search", binary_search);
    compare("sweeps of a square", sweeps_of_a_square);
    compare("blocks that are not full", blocks_that_are_not_full);
    waits_for_nobody("additions to one word", additions_to_one_word);
    waits_for_nobody("zeros on one word", zeros_on_one_word);
    triples_are_words();
    floats_on_one_word();
    floats_on_some_words();
    blocks_that_were_not_sampled();
    return 0;
}
