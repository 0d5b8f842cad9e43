// Pointers by what they point to: an array's end, and what a thread has alone.
// trace: array in global int 4
#include <cuda_runtime.h>

__global__ void kernel(const int *in, int *out, int n) {
    int own[4];
    for (int i = 0; i < 4; i++)
        own[i] = in[(i + threadIdx.x) % 4];
    int sum = 0, *mine = own;
    for (const int *at = in, *end = in + n; at < end; at++) {
        sum += *at; // trace-where: at=&in[1] end=&in[4]
        mine[at - in] += sum;
    }
    for (int i = 0; i < n; i++, mine++)
        out[threadIdx.x] += *mine * i; // trace-where: mine=local
}

int main() {
    const int in[4] = {1, 2, 3, 4};
    int *d_in, *d_out;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, 2 * sizeof(int));
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemset(d_out, 0, 2 * sizeof(int));
    kernel<<<1, 2>>>(d_in, d_out, 4);
    cudaFree(d_in);
    cudaFree(d_out);
}
