// Data that host code copies and accesses is counted: 4096 bytes down and 1024 up, 4096 read on the heap, and
// as many in managed memory, by loops, by memcpy and by atomic loads.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

enum { N = 1024, BYTES = N * 4 };

static unsigned sum(const int *values) {
    unsigned total = 0;
    for (int i = 0; i < N; i++)
        total += (unsigned)values[i];
    return total;
}

int main() {
    int *device, *managed, *heap = (int *)calloc(N, 4);
    cudaMalloc(&device, BYTES);
    cudaMallocManaged(&managed, BYTES);
    cudaMemset(device, 0, BYTES);
    cudaMemcpy(managed, device, BYTES, cudaMemcpyDeviceToDevice);
    cudaMemcpy(heap, device, BYTES, cudaMemcpyDeviceToHost);
    cudaMemcpy(device, heap, 1024, cudaMemcpyHostToDevice);
    unsigned total = sum(heap) + sum(managed);
    memcpy(heap, managed, BYTES);
    for (int i = 0; i < N; i++)
        total += (unsigned)((std::atomic<int> *)heap)[i].load();
    if (total != 0)
        printf("%u is wrong\n", total);
    cudaFree(device);
    cudaFree(managed);
    free(heap);
}
