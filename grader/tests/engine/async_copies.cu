// Copies that go on in parallel with their thread: cuda_pipeline.h, cp.async of PTX, and memcpy_async of
// groups; and the errors that are found if a thread does not wait. A wrong result is printed.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

enum { THREADS = 64, STAGES = 2, TILES = 5 };

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

// The next tile is on its way while one is summed.
__global__ void pipelined(const int *in, int *out) {
    __shared__ int tiles[STAGES][THREADS];
    const int t = threadIdx.x;
    int sum = 0;
    __pipeline_memcpy_async(&tiles[0][t], &in[t], sizeof(int));
    __pipeline_commit();
    for (int tile = 0; tile < TILES; tile++) {
        if (tile + 1 < TILES)
            __pipeline_memcpy_async(&tiles[(tile + 1) % STAGES][t], &in[(tile + 1) * THREADS + t],
                                    sizeof(int));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += tiles[tile % STAGES][THREADS - 1 - t];
        __syncthreads();
    }
    out[t] = sum;
}

__global__ void by_ptx(const int *in, int *out) {
    __shared__ __align__(16) int tile[4 * THREADS];
    const unsigned to = (unsigned)__cvta_generic_to_shared(&tile[4 * threadIdx.x]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + 4 * threadIdx.x));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    out[threadIdx.x] = tile[4 * threadIdx.x] + tile[4 * threadIdx.x + 3];
}

// The last number is zero, whatever the memory contains.
__global__ void with_zeros(const int *in, int *out) {
    __shared__ __align__(16) int tile[4 * THREADS];
    const int t = threadIdx.x;
    __pipeline_memcpy_async(&tile[4 * t], &in[4 * t], 16, 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[t] = tile[4 * t + 2] + tile[4 * t + 3];
}

__global__ void by_group(const int *in, int *out) {
    __shared__ int tile[THREADS];
    const cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, tile, in, sizeof tile);
    cg::wait(block);
    out[threadIdx.x] = tile[THREADS - 1 - threadIdx.x];
}

__global__ void without_wait(const int *in, int *out) {
    __shared__ int tile[THREADS];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int));
    __pipeline_commit();
    out[threadIdx.x] = tile[threadIdx.x]; // expect: uninitialized
    __pipeline_wait_prior(0);
}

__global__ void without_barrier(const int *in, int *out) {
    __shared__ int tile[THREADS];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int)); // expect: race
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[THREADS - 1 - threadIdx.x];
}

__global__ void one_group_too_few(const int *in, int *out) {
    __shared__ int tile[THREADS];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    out[threadIdx.x] = tile[threadIdx.x]; // expect: uninitialized
}

__global__ void reads_too_far(const int *in, int *out) {
    __shared__ int tile[THREADS];
    const int t = threadIdx.x;
    __pipeline_memcpy_async(&tile[t], &in[TILES * THREADS + t], sizeof(int)); // expect: out_of_bounds
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[t] = tile[t];
}

int main() {
    int *in, *out, host[TILES * THREADS];
    for (int i = 0; i < TILES * THREADS; i++)
        host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, THREADS * sizeof *out);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    pipelined<<<3, THREADS>>>(in, out);
    expect("pipelined", out, [](int i) { return 5 * (THREADS - 1 - i) + 10 * THREADS; });
    by_ptx<<<1, THREADS>>>(in, out);
    expect("by PTX", out, [](int i) { return 8 * i + 3; });
    with_zeros<<<1, THREADS>>>(in, out);
    expect("with zeros", out, [](int i) { return 4 * i + 2; });
    by_group<<<2, THREADS>>>(in, out);
    expect("by group", out, [](int i) { return THREADS - 1 - i; });
    without_wait<<<1, THREADS>>>(in, out);
    without_barrier<<<1, THREADS>>>(in, out);
    one_group_too_few<<<1, THREADS>>>(in, out);
    reads_too_far<<<1, THREADS>>>(in, out);
    cudaFree(in);
    cudaFree(out);
    return failures;
}
