// Six kernels whose counters were read off an NVIDIA H200: four trees in shared memory over 2^20 ints, and
// two histograms of the same data seen as 2^22 bytes. Random data as glibc's rand() gives it.
#include <cuda_runtime.h>
#include <stdlib.h>

enum { N = 1 << 20, BLOCK = 512, BINS = 256 };

__device__ void finish(const int *s, int *out) {
    if (threadIdx.x == 0)
        out[blockIdx.x] = s[0];
}

__global__ void neighbored(const int *in, int *out) {
    __shared__ int s[BLOCK];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        if (t % (2 * stride) == 0)
            s[t] += s[t + stride];
        __syncthreads();
    }
    finish(s, out);
}

__global__ void neighbored_less(const int *in, int *out) {
    __shared__ int s[BLOCK];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        unsigned left = 2 * stride * t;
        if (left < blockDim.x)
            s[left] += s[left + stride];
        __syncthreads();
    }
    finish(s, out);
}

__device__ void tree(int *s) {
    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (threadIdx.x < stride)
            s[threadIdx.x] += s[threadIdx.x + stride];
    }
    __syncthreads();
}

__global__ void interleaved(const int *in, int *out) {
    __shared__ int s[BLOCK];
    s[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    tree(s);
    finish(s, out);
}

__global__ void strided(const int *in, int *out) {
    __shared__ int s[BLOCK];
    unsigned first = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
    int sum = 0;
    for (unsigned k = 0; k < 8; k++)
        sum += in[first + k];
    s[threadIdx.x] = sum;
    tree(s);
    finish(s, out);
}

__global__ void histogram_global(const unsigned char *in, int *bins) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < 4 * N; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[in[i]], 1);
}

__global__ void histogram_shared(const unsigned char *in, int *bins) {
    __shared__ int mine[BINS];
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < 4 * N; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[in[i]], 1);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

int main() {
    int *host = (int *)malloc(N * sizeof *host), *in, *out;
    for (int i = 0; i < N; i++) {
        int low = rand() & 255;
        host[i] = low | (rand() & 255) << 8;
    }
    cudaMalloc(&in, N * sizeof *in);
    cudaMalloc(&out, N * sizeof *out);
    cudaMemcpy(in, host, N * sizeof *in, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, N * sizeof *out);
    neighbored<<<N / BLOCK, BLOCK>>>(in, out);
    neighbored_less<<<N / BLOCK, BLOCK>>>(in, out);
    interleaved<<<N / BLOCK, BLOCK>>>(in, out);
    strided<<<N / BLOCK / 8, BLOCK>>>(in, out);
    histogram_global<<<64, 256>>>((const unsigned char *)in, out);
    histogram_shared<<<64, 256>>>((const unsigned char *)in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    free(host);
}
