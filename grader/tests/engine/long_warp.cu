// 1000 blocks add up a row for each thread; one row is long, in no block or in the one of that number.
#include <cuda_runtime.h>

enum { BLOCKS = 1000, BLOCK = 64, SHORT = 4, LONG = 4000 };

__global__ void add_rows(const int *in, int *out, int long_block) {
    const int row = blockIdx.x * BLOCK + threadIdx.x;
    const int length = blockIdx.x == long_block && threadIdx.x == 40 ? LONG : SHORT;
    int sum = 0;
    for (int i = 0; i < length; i++)
        sum += in[(row + i * BLOCK) % (BLOCKS * BLOCK)];
    out[row] = sum;
}

int main(void) {
    const int long_blocks[] = {-1, 0, 333, 500, 501, BLOCKS - 1};
    int *in, *out;
    cudaMalloc(&in, BLOCKS * BLOCK * sizeof *in);
    cudaMalloc(&out, BLOCKS * BLOCK * sizeof *out);
    cudaMemset(in, 0, BLOCKS * BLOCK * sizeof *in);
    for (int block : long_blocks)
        add_rows<<<BLOCKS, BLOCK>>>(in, out, block);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
