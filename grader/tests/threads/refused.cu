// A system that gives a program no other process: what the engine calls to get one stands here, and refuses.
// It touches no variable, which the engine would count. Run by test_split.c.
#include <cstdio>
#include <cuda_runtime.h>
#include <unistd.h>

extern "C" long syscall(long, ...) noexcept {
    return write(STDERR_FILENO, "no process\n", 11) == 11 ? -1 : -2;
}

constexpr unsigned blocks = 200, block_size = 256;

// Enough work to be shared with another process.
__global__ void stores(int *out) {
    unsigned own = blockIdx.x * blockDim.x + threadIdx.x;
    out[own] = 0;
    for (int i = 0; i < 32; i++)
        out[own] += i;
}
__global__ void adds(int *out) { atomicAdd(&out[threadIdx.x % 7], 1); }
__global__ void races(int *out) { out[threadIdx.x] = (int)blockIdx.x; }

int main() {
    int *out, first[7];
    cudaMalloc(&out, blocks * block_size * sizeof(int));
    stores<<<blocks, block_size>>>(out);
    adds<<<blocks, block_size>>>(out);
    races<<<blocks, block_size>>>(out);
    cudaMemcpy(first, out, sizeof first, cudaMemcpyDeviceToHost);
    cudaFree(out);
    for (int sum : first)
        std::printf("%d\n", sum);
}
