// A correct program: a thread reads a value before a condition and uses it only if the condition holds. GPU
// compilers read it where it is used. There, no other thread writes it; before the condition, one may.
#include <cstdio>
#include <cuda_runtime.h>

enum { TILE = 64 };

__global__ void sort_kernel(const unsigned *in, unsigned *out) {
    __shared__ unsigned keys[TILE];
    const unsigned t = threadIdx.x;
    keys[t] = in[t];
    __syncthreads();
    for (unsigned step = 0; step < TILE; step++) {
        const unsigned left = keys[t], right = t + 1 < TILE ? keys[t + 1] : TILE;
        if (t % 2 == step % 2 && t + 1 < TILE && left > right) {
            keys[t] = right;
            keys[t + 1] = left;
        }
        __syncthreads();
    }
    out[t] = keys[t];
}

int main() {
    unsigned keys[TILE], *in, *out;
    for (unsigned i = 0; i < TILE; i++)
        keys[i] = (i * 37 + 5) % TILE;
    cudaMalloc(&in, sizeof keys);
    cudaMalloc(&out, sizeof keys);
    cudaMemcpy(in, keys, sizeof keys, cudaMemcpyHostToDevice);
    sort_kernel<<<1, TILE>>>(in, out);
    cudaMemcpy(keys, out, sizeof keys, cudaMemcpyDeviceToHost);
    for (unsigned i = 0; i < TILE; i++)
        if (keys[i] != i) {
            std::printf("key %u is %u\n", i, keys[i]);
            return 1;
        }
    cudaFree(in);
    cudaFree(out);
    return 0;
}
