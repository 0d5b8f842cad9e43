// More than a page can show: a window of it, and the trace says so.
// trace: cut
// trace: array data global int 1048576
#include <cuda_runtime.h>

__global__ void fill(int *data) {
    for (int round = 0; round < 4; round++)
        data[(blockIdx.x * blockDim.x + threadIdx.x) * 4 + round] = round;
}

int main() {
    int *d_data;
    cudaMalloc(&d_data, sizeof(int) << 20);
    fill<<<256, 1024>>>(d_data);
    cudaFree(d_data);
}
