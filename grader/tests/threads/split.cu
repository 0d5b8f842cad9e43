// Launches large enough to be split between two processes, with and without something that their blocks must
// not do apart: run by test_split.c, with the name of a case and the number of blocks. Prints what the kernel
// computed, and how many processes its blocks ran in.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <unistd.h>

constexpr unsigned block_size = 256;

// All that a case needs.
struct arrays {
    int *ints, *process, host;
    unsigned char *bytes;
    long long *words;
};

__device__ bool is_last() { return blockIdx.x == gridDim.x - 1; }
__device__ bool is_early() { return blockIdx.x == 2; }
__device__ unsigned here() { return blockIdx.x * blockDim.x + threadIdx.x; }

__device__ void every_width(arrays a) {
    unsigned i = here();
    a.ints[i] = (int)i * 3;
    a.bytes[i] = (unsigned char)(i % 251);
    a.words[i] = (long long)i << 20;
}

__device__ void one_byte_a_block(arrays a) {
    if (threadIdx.x == 0)
        a.bytes[blockIdx.x] = (unsigned char)(blockIdx.x % 251);
}

// Of what nobody wrote, but for the bytes that the first kernel of all stored.
__device__ void shared_sum(arrays a) {
    __shared__ int sums[block_size];
    sums[threadIdx.x] = (int)threadIdx.x;
    __syncthreads();
    for (unsigned stride = block_size / 2; stride > 0; stride /= 2) {
        if (threadIdx.x < stride)
            sums[threadIdx.x] += sums[threadIdx.x + stride];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        a.ints[blockIdx.x] = sums[0] + (int)blockIdx.x;
}

__device__ void reads_backward(arrays a) {
    a.ints[here()] = 1;
    if (is_last() && threadIdx.x == 7)
        a.words[0] = a.ints[5];
}

__device__ void reads_forward(arrays a) {
    if (is_early() && threadIdx.x == 7)
        a.words[0] = a.ints[gridDim.x * blockDim.x - 1];
    a.ints[here()] = 1;
}

__device__ void both_write(arrays a) {
    if ((is_last() || is_early()) && threadIdx.x == 0)
        a.ints[0] = (int)blockIdx.x;
}

__device__ void same_value(arrays a) {
    if (threadIdx.x == 0)
        a.ints[0] = 9;
}

__device__ void adds(arrays a) { atomicAdd(&a.ints[blockIdx.x % 3], 1); }

__device__ void adds_late(arrays a) {
    if (blockIdx.x > gridDim.x - 4)
        atomicAdd(&a.ints[0], 1);
}

__device__ void last_block_sums(arrays a) {
    a.ints[blockIdx.x] = (int)blockIdx.x;
    __threadfence();
    if (threadIdx.x == 0 && atomicAdd(&a.ints[gridDim.x], 1) == (int)gridDim.x - 1)
        a.words[0] = 1;
}

__device__ void prints_late(arrays a) {
    a.ints[here()] = 1;
    if (is_last() && threadIdx.x == 3)
        printf("block %u speaks\n", blockIdx.x);
}

__device__ void out_of_bounds_late(arrays a) {
    a.ints[is_last() && threadIdx.x == 3 ? gridDim.x * blockDim.x + 900 : here()] = 1;
}

__device__ void null_late(arrays a) {
    int *to = is_last() ? nullptr : a.ints + here();
    *to = 1;
}

__device__ void unwritten_late(arrays a) {
    __shared__ int cell[block_size];
    if (!is_last())
        cell[threadIdx.x] = 1;
    a.ints[here()] = cell[threadIdx.x];
}

__device__ void barrier_late(arrays a) {
    a.ints[here()] = 1;
    if (!is_last() || threadIdx.x < 100)
        __syncthreads();
    else
        __syncthreads();
}

__device__ void another_variable_late(arrays a) {
    a.ints[here()] = 1;
    if (is_last()) {
        __shared__ int late[block_size];
        late[threadIdx.x] = (int)threadIdx.x;
        __syncthreads();
        a.ints[here()] = late[block_size - 1 - threadIdx.x];
    }
}

__device__ void allocates_late(arrays a) {
    a.ints[here()] = 1;
    if (is_last() && threadIdx.x == 0)
        a.ints[here()] = malloc(24) != nullptr;
}

__device__ void waits_for_the_last(arrays a) {
    if (is_last() && threadIdx.x == 0)
        *(volatile int *)a.ints = 1;
    if (is_early() && threadIdx.x == 0)
        while (*(volatile int *)a.ints != 1) {
        }
}

__device__ int counter;
__device__ void own_variable(arrays a) {
    if (is_last() && threadIdx.x == 0)
        counter = 77;
    a.ints[here()] = 1;
}

__device__ void crashes_ahead(arrays a) {
    a.ints[here()] = 1;
    if (is_last() && a.host != getpid())
        _exit(3);
}

__device__ void atomics_in_shared(arrays a) {
    __shared__ int bins[8];
    if (threadIdx.x < 8)
        bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[threadIdx.x % 8], 1);
    __syncthreads();
    if (threadIdx.x < 8)
        a.ints[blockIdx.x * 8 + threadIdx.x] = bins[threadIdx.x];
}

__device__ void ends(arrays a, unsigned block, void (*how)(int)) {
    a.ints[here()] = 1;
    if (blockIdx.x == block && threadIdx.x == 3)
        how(3);
}
static void by_abort(int) { abort(); }
static void by_trap(int) { __builtin_trap(); }
__device__ void exits_early(arrays a) { ends(a, 5, exit); }
__device__ void exits_late(arrays a) { ends(a, gridDim.x - 2, exit); }
__device__ void aborts_early(arrays a) { ends(a, 5, by_abort); }
__device__ void aborts_late(arrays a) { ends(a, gridDim.x - 2, by_abort); }
__device__ void traps_early(arrays a) { ends(a, 5, by_trap); }
__device__ void traps_late(arrays a) { ends(a, gridDim.x - 2, by_trap); }

__device__ void adds_and_exits(arrays a) {
    atomicAdd(&a.ints[0], 1);
    if (blockIdx.x == gridDim.x - 2)
        exit(3);
}

__device__ void adds_and_aborts(arrays a) {
    atomicAdd(&a.ints[0], 1);
    if (blockIdx.x == gridDim.x - 2)
        abort();
}

#define CASES(X)                                                                                             \
    X(every_width)                                                                                           \
    X(one_byte_a_block)                                                                                      \
    X(shared_sum)                                                                                            \
    X(atomics_in_shared)                                                                                     \
    X(reads_backward)                                                                                        \
    X(reads_forward)                                                                                         \
    X(both_write)                                                                                            \
    X(same_value)                                                                                            \
    X(adds)                                                                                                  \
    X(adds_late)                                                                                             \
    X(last_block_sums)                                                                                       \
    X(prints_late)                                                                                           \
    X(out_of_bounds_late)                                                                                    \
    X(null_late)                                                                                             \
    X(unwritten_late)                                                                                        \
    X(barrier_late)                                                                                          \
    X(another_variable_late)                                                                                 \
    X(allocates_late)                                                                                        \
    X(waits_for_the_last)                                                                                    \
    X(own_variable)                                                                                          \
    X(crashes_ahead)                                                                                         \
    X(exits_early)                                                                                           \
    X(exits_late)                                                                                            \
    X(aborts_early)                                                                                          \
    X(aborts_late)                                                                                           \
    X(traps_early)                                                                                           \
    X(traps_late)                                                                                            \
    X(adds_and_exits)                                                                                        \
    X(adds_and_aborts)

// So much that a launch is worth being split; the sum is never negative.
__device__ int takes_a_while() {
    int sum = 0;
    for (int i = 0; i < 64; i++)
        sum += i * (int)threadIdx.x;
    return sum;
}

#define KERNEL(name)                                                                                         \
    __global__ void name##_kernel(arrays a) {                                                                \
        if (takes_a_while() < 0 || threadIdx.x == 0)                                                         \
            a.process[blockIdx.x] = getpid();                                                                \
        name(a);                                                                                             \
    }
CASES(KERNEL)

static void launch(const char *name, arrays a, unsigned blocks) {
#define LAUNCH(each)                                                                                         \
    if (std::strcmp(name, #each) == 0)                                                                       \
        each##_kernel<<<blocks, block_size>>>(a);
    CASES(LAUNCH)
}

template <class T> static T *make(size_t count) {
    void *made = nullptr;
    cudaMalloc(&made, count * sizeof(T));
    return (T *)made;
}

static unsigned long long hash_of(const void *device, size_t size) {
    unsigned char *copy = new unsigned char[size];
    unsigned long long hash = 0;
    cudaMemcpy(copy, device, size, cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ copy[i]) * 0x9e3779b97f4a7c15ULL;
    delete[] copy;
    return hash;
}

static int processes_of(const int *device, unsigned blocks) {
    int *copy = new int[blocks], count = 1;
    cudaMemcpy(copy, device, blocks * sizeof(int), cudaMemcpyDeviceToHost);
    for (unsigned b = 1; b < blocks; b++)
        count += copy[b] != copy[b - 1];
    delete[] copy;
    return count;
}

int main(int argc, char **argv) {
    unsigned blocks = argc > 2 ? (unsigned)std::atoi(argv[2]) : 200, threads = blocks * block_size;
    arrays a = {make<int>(threads), make<int>(blocks), getpid(), make<unsigned char>(threads),
                make<long long>(threads)};
    cudaMemset(a.ints, 0, threads * sizeof(int));
    cudaMemset(a.bytes, 0, threads);
    cudaMemset(a.words, 0, threads * sizeof(long long));
    for (int round = 0; round < 2; round++) {
        launch(argv[1], a, blocks);
        if (cudaDeviceSynchronize() != cudaSuccess)
            return 1;
        std::printf("%llx %llx %llx\n", hash_of(a.ints, threads * sizeof(int)), hash_of(a.bytes, threads),
                    hash_of(a.words, threads * sizeof(long long)));
        std::fprintf(stderr, "processes: %d\n", processes_of(a.process, blocks));
    }
    cudaFree(a.ints);
    cudaFree(a.process);
    cudaFree(a.bytes);
    cudaFree(a.words);
    return 0;
}
