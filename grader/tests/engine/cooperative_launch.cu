// On a device of which few multiprocessors hold the blocks of an ordinary launch, a cooperative launch
// has the whole device, whatever number the program has read. Blocks of an ordinary launch that
// wait for each other still have to fit on the few. A wrong result is printed.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <simt/simt.h>
#include <stdio.h>

namespace cg = cooperative_groups;

enum { THREADS = 128, WRITTEN_DOWN = 80 };

// Every block reads what the one before it wrote.
__global__ void pass_on(int *data) {
    cg::grid_group grid = cg::this_grid();
    unsigned long long i = grid.thread_rank(), before = (i + grid.size() - blockDim.x) % grid.size();
    if (!grid.is_valid())
        printf("the launch is not cooperative\n");
    data[i] = (int)i;
    grid.sync();
    int other = data[before];
    grid.sync();
    data[i] = other;
}

__global__ void ask(int *valid) { *valid = cg::this_grid().is_valid(); }

// Right only if all blocks are resident, or begin in ascending order.
__global__ void wait_for_block_below(int *sums) {
    if (threadIdx.x == 0) {
        while (blockIdx.x > 0 && atomicAdd(&sums[blockIdx.x - 1], 0) == 0) // expect: deadlock
            ;
        atomicExch(&sums[blockIdx.x], 1);
    }
}

static void launch(int *data, int blocks, cudaError_t expected) {
    void *arguments[] = {&data};
    cudaError_t error = cudaLaunchCooperativeKernel(pass_on, blocks, THREADS, arguments);
    if (error != expected)
        printf("%d blocks: %s\n", blocks, cudaGetErrorString(error));
    if (cudaDeviceSynchronize() != cudaSuccess)
        printf("%d blocks do not run together\n", blocks);
}

int main() {
    int *data, valid, each, count;
    cudaDeviceProp properties;
    simt_set_multiprocessors(2);
    simt_set_schedule("reverse");
    cudaGetDeviceProperties(&properties, 0);
    cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0);
    if (properties.multiProcessorCount != 2 || count != 2)
        printf("told %d and %d multiprocessors\n", properties.multiProcessorCount, count);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, pass_on, THREADS, 0);
    cudaMalloc(&data, sizeof(int) * THREADS * each * WRITTEN_DOWN);
    launch(data, each * count, cudaSuccess);
    launch(data, 3 * each, cudaSuccess);
    launch(data, 5 * WRITTEN_DOWN, cudaSuccess);
    launch(data, each * 132 + 1, cudaErrorCooperativeLaunchTooLarge);
    ask<<<1, 1>>>(data);
    cudaMemcpy(&valid, data, sizeof valid, cudaMemcpyDeviceToHost);
    if (valid)
        printf("an ordinary launch is said to be cooperative\n");
    cudaMemset(data, 0, sizeof(int) * 4 * each);
    wait_for_block_below<<<2 * each, 1024>>>(data);
    if (cudaDeviceSynchronize() == cudaSuccess)
        printf("blocks that wait for lower ones found room\n");
}
