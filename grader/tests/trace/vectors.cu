// A vector's components are cells of their own, in global and in shared memory, and halves are numbers. What
// is no vector stays one cell. trace: array in global float4 8 components 4 trace: array halves global __half
// 2 trace: array pairs global __half2 4 components 2 trace: array mixed global mixed 2 trace: array tile
// shared float4 8 components 4 trace: tile 0: 0=1 1=2 2=3 3=4 4=5 5=6 6=7 7=8 trace: halves 1: 0=-0.5 1=-0.5
// trace: pairs 1: 0=5 1=1.5 2=1 3=1.5
#include <cuda_fp16.h>

struct mixed {
    int x;
    float y;
};

__global__ void turn(const float4 *in, __half *halves, __half2 *pairs, mixed *mixed) {
    __shared__ float4 tile[2];
    const int t = threadIdx.x;
    tile[t] = in[t];
    __syncthreads();
    halves[t] = __float2half(-0.5f);
    pairs[t] = make_half2(__float2half(tile[1 - t].x), __float2half(1.5f));
    mixed[t].x = t;
}

int main() {
    const float4 numbers[] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    float4 *in;
    __half *halves;
    __half2 *pairs;
    mixed *both;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&halves, 2 * sizeof *halves);
    cudaMalloc(&pairs, 2 * sizeof *pairs);
    cudaMalloc(&both, 2 * sizeof *both);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    turn<<<1, 2>>>(in, halves, pairs, both);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(halves);
    cudaFree(pairs);
    cudaFree(both);
}
