// <cuda/barrier> and <cuda/pipeline>: phases, arrivals, asynchronous copies with them, and the errors that
// are found if a thread does not wait. A wrong result is printed.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;

enum { THREADS = 64, TILES = 4 };

static int failures;

static void expect(const char *what, const int *out, int (*wanted)(int)) {
    int got[THREADS];
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < THREADS; i++)
        if (got[i] != wanted(i)) {
            printf("%s: [%d] is %d, not %d\n", what, i, got[i], wanted(i));
            failures++;
            return;
        }
}

// Each phase passes the numbers on to the neighbour.
__global__ void phases(int *out) {
    __shared__ barrier bar;
    __shared__ int cells[THREADS];
    const int t = threadIdx.x;
    if (t == 0)
        init(&bar, THREADS);
    __syncthreads();
    int value = t;
    for (int round = 0; round < 3; round++) {
        cells[t] = value;
        barrier::arrival_token token = bar.arrive();
        bar.wait(std::move(token));
        value = cells[(t + 1) % THREADS];
        bar.arrive_and_wait();
    }
    out[t] = value;
}

// The first warp only arrives, the second waits for its data.
__global__ void split(int *out) {
    __shared__ barrier bar;
    __shared__ int cells[32];
    const int t = threadIdx.x;
    if (t == 0)
        init(&bar, THREADS);
    __syncthreads();
    if (t < 32) {
        cells[t] = t * t;
        (void)bar.arrive();
        out[t] = 0;
    } else {
        bar.arrive_and_wait();
        out[t] = cells[t - 32];
    }
}

__global__ void copied(const int *in, int *out) {
    __shared__ barrier bar;
    __shared__ int tile[THREADS];
    const cg::thread_block block = cg::this_thread_block();
    if (block.thread_rank() == 0)
        init(&bar, block.size());
    block.sync();
    cuda::memcpy_async(block, tile, in, sizeof(int) * THREADS, bar);
    bar.arrive_and_wait();
    out[threadIdx.x] = tile[THREADS - 1 - threadIdx.x];
}

__global__ void piped_by_threads(const int *in, int *out) {
    __shared__ int tiles[2][THREADS];
    const int t = threadIdx.x;
    auto pipe = cuda::make_pipeline();
    int sum = 0;
    for (int tile = 0; tile < TILES + 1; tile++) {
        if (tile < TILES) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tiles[tile % 2][t], &in[tile * THREADS + t], sizeof(int), pipe);
            pipe.producer_commit();
        }
        if (tile > 0) {
            pipe.consumer_wait();
            sum += tiles[(tile - 1) % 2][t];
            pipe.consumer_release();
        }
    }
    out[t] = sum;
}

__global__ void piped_by_block(const int *in, int *out) {
    __shared__ int tiles[2][THREADS];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    const cg::thread_block block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int tile = 0, fetched = 0; tile < TILES; tile++) {
        for (; fetched < TILES && fetched < tile + 2; fetched++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, tiles[fetched % 2], in + fetched * THREADS, sizeof(int) * THREADS,
                               pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += tiles[tile % 2][THREADS - 1 - threadIdx.x];
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}

__global__ void without_waiting(int *out) {
    __shared__ barrier bar;
    __shared__ int cells[THREADS];
    const int t = threadIdx.x;
    if (t == 0)
        init(&bar, THREADS);
    __syncthreads();
    cells[t] = t; // expect: race
    (void)bar.arrive();
    out[t] = cells[THREADS - 1 - t];
}

__global__ void reads_the_copy_too_early(const int *in, int *out) {
    __shared__ barrier bar;
    __shared__ int tile[THREADS];
    const int t = threadIdx.x;
    if (t == 0)
        init(&bar, THREADS);
    __syncthreads();
    cuda::memcpy_async(&tile[t], &in[t], sizeof(int), bar);
    out[t] = tile[t]; // expect: uninitialized
    bar.arrive_and_wait();
}

__global__ void one_too_few(int *out) {
    __shared__ barrier bar;
    if (threadIdx.x == 0)
        init(&bar, THREADS + 1);
    __syncthreads();
    bar.arrive_and_wait(); // expect: deadlock
    out[threadIdx.x] = 1;
}

int main() {
    int *in, *out, host[TILES * THREADS];
    for (int i = 0; i < TILES * THREADS; i++)
        host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, THREADS * sizeof *out);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    phases<<<2, THREADS>>>(out);
    expect("phases", out, [](int i) { return (i + 3) % THREADS; });
    split<<<1, THREADS>>>(out);
    expect("split", out, [](int i) { return i < 32 ? 0 : (i - 32) * (i - 32); });
    copied<<<2, THREADS>>>(in, out);
    expect("copied", out, [](int i) { return THREADS - 1 - i; });
    piped_by_threads<<<1, THREADS>>>(in, out);
    expect("piped by threads", out, [](int i) { return 4 * i + 6 * THREADS; });
    piped_by_block<<<1, THREADS>>>(in, out);
    expect("piped by a block", out, [](int i) { return 4 * (THREADS - 1 - i) + 6 * THREADS; });
    without_waiting<<<1, THREADS>>>(out);
    reads_the_copy_too_early<<<1, THREADS>>>(in, out);
    cudaFree(in);
    one_too_few<<<1, THREADS>>>(out); // last, since it ends the kernel
    cudaDeviceSynchronize();
    return failures;
}
