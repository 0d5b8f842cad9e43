// Names with letters of other scripts, of everything that the translator looks at.
#include <cstdio>

__constant__ int größe = 64;

template <class 型> __global__ void ядро(型 *out) {
    __shared__ 型 表[64];
    extern __shared__ int δυναμικό[];
    int ιδικά[2];
    int i = threadIdx.x;
    表[i] = i;
    δυναμικό[i] = größe;
    ιδικά[i % 2] = i;
    __syncthreads();
    out[i] = 表[δυναμικό[63 - i] - 1 - ιδικά[i % 2]];
}

int main() {
    int *数, h[64];
    cudaMalloc(&数, 256);
    ядро<int><<<1, 64, 256>>>(数);
    cudaMemcpy(h, 数, 256, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[63]);
    cudaFree(数);
}
