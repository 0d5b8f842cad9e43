// 64 threads and 64 cells: what a page must be quick with.
// trace: steps 8
// trace: array buffer shared int 128 in rows of 64
#include <cuda_runtime.h>

__global__ void scan(const int *in, int *out) {
    __shared__ int buffer[2][64];
    int t = threadIdx.x, now = 0;
    buffer[0][t] = in[t];
    for (int d = 1; d < 64; d *= 2) {
        __syncthreads();
        buffer[1 - now][t] = t >= d ? buffer[now][t] + buffer[now][t - d] : buffer[now][t];
        now = 1 - now;
    }
    __syncthreads();
    out[t] = buffer[now][t];
}

int main() {
    int in[64], *d_in, *d_out;
    for (int i = 0; i < 64; i++)
        in[i] = i + 1;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    scan<<<1, 64>>>(d_in, d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
