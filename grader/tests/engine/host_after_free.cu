// Managed memory is the host's as well, but no longer than until it is freed; what is made at that time is
// other memory.
#include <cuda_runtime.h>

int main() {
    int *managed, *other;
    cudaMallocManaged(&managed, 4096 * sizeof(int));
    for (int i = 0; i < 4096; i++)
        managed[i] = i;
    cudaMalloc(&other, sizeof(int)); // expect: leak
    managed[7] += managed[8];
    cudaFree(managed);
    managed[7] = 1; // expect: host_pointer
}
