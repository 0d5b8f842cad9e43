// A device of which few multiprocessors hold blocks. A program sees only these, so blocks wait for
// each other without progress only if there are more than fit on them. A wrong result is
// printed.
#include <cuda_runtime.h>
#include <simt/simt.h>
#include <stdio.h>

enum { THREADS = 256 };

// Every block waits until all have arrived: correct if all of them are resident.
__global__ void meet(unsigned *come, int *out) {
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(come, 1u);
        while (atomicAdd(come, 0u) < gridDim.x) // expect: deadlock
            ;
        out[blockIdx.x] = 1;
    }
}

int main() {
    unsigned *come;
    int *out, each, smallest, threads;
    cudaDeviceProp properties;
    simt_set_multiprocessors(2);
    simt_set_schedule("reverse");
    cudaGetDeviceProperties(&properties, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, meet, THREADS, 0);
    cudaOccupancyMaxPotentialBlockSize(&smallest, &threads, meet, 0, THREADS);
    if (properties.multiProcessorCount != 2 || smallest != 2 * each)
        printf("told %d multiprocessors, %d blocks\n", properties.multiProcessorCount, smallest);
    cudaMalloc(&come, sizeof *come);
    cudaMalloc(&out, sizeof(int) * 3 * each);
    cudaMemset(come, 0, sizeof *come);
    meet<<<properties.multiProcessorCount * each, THREADS>>>(come, out);
    if (cudaDeviceSynchronize() != cudaSuccess)
        printf("as many blocks as the device holds do not run together\n");
    cudaMemset(come, 0, sizeof *come);
    meet<<<properties.multiProcessorCount * each + 1, THREADS>>>(come, out);
    if (cudaDeviceSynchronize() == cudaSuccess)
        printf("one block more found room\n");
}
