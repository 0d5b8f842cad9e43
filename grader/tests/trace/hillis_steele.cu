// Exactly log2 8 steps after the copy, from one buffer to the other.
// trace: buffer 0: 0=1 1=1 2=1 3=1 4=1 5=1 6=1 7=1
// trace: buffer 1: 8=1 9=2 10=2 11=2 12=2 13=2 14=2 15=2
// trace: buffer 2: 0=1 1=2 2=3 3=4 4=4 5=4 6=4 7=4
// trace: buffer 3: 8=1 9=2 10=3 11=4 12=5 13=6 14=7 15=8
// trace: out 4: 0=1 1=2 2=3 3=4 4=5 5=6 6=7 7=8
// trace: steps 5
#include <cuda_runtime.h>

__global__ void scan(float *out) {
    __shared__ float buffer[2][8];
    int t = threadIdx.x, now = 0;
    buffer[0][t] = 1;
    for (int d = 1; d < 8; d *= 2) {
        __syncthreads();
        buffer[1 - now][t] = t >= d ? buffer[now][t] + buffer[now][t - d] : buffer[now][t];
        now = 1 - now;
    }
    __syncthreads();
    out[t] = buffer[now][t];
}

int main() {
    float *d_out;
    cudaMalloc(&d_out, 8 * sizeof(float));
    scan<<<1, 8>>>(d_out);
    cudaFree(d_out);
}
