// Memory that is freed on the host by another function than the one that belongs to it.
#include <cstdlib>
#include <cuda_runtime.h>

int main() {
    int *device, *pinned, *managed, *own = static_cast<int *>(malloc(64));
    cudaMalloc(&device, 64);     // expect: leak
    cudaMallocHost(&pinned, 64); // expect: leak
    cudaMallocManaged(&managed, 64);
    free(device);    // expect: api
    delete[] pinned; // expect: api
    free(own);
    free(nullptr);
    cudaFree(managed);
    free(managed); // expect: api
}
