// Threads of many blocks that wait for each other keep their arrays: all are watched, without one mapping
// each in the process, of which the system allows some 65,000.
#include <cuda_runtime.h>
#include <stdio.h>

enum { BLOCKS = 16, THREADS = 1024, PIECES = 3000 };

__global__ void wait_kernel(int *arrived, int *out, int last) {
    int mine[4];
    for (int i = 0; i < 4; i++)
        mine[i] = threadIdx.x + i;
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1);
        while (atomicAdd(arrived, 0) < gridDim.x)
            ;
    }
    __syncthreads();
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    out[thread] = mine[threadIdx.x % 4] + mine[thread == last ? 4 : 0]; // expect: out_of_bounds
}

static int pieces() {
    FILE *maps = fopen("/proc/self/maps", "r");
    int count = 0;
    for (int c; maps && (c = getc(maps)) != EOF;)
        count += c == '\n';
    if (maps)
        fclose(maps);
    return count;
}

int main() {
    int *arrived, *out, first;
    cudaMalloc(&arrived, sizeof(int));
    cudaMalloc(&out, BLOCKS * THREADS * sizeof(int));
    cudaMemset(arrived, 0, sizeof(int));
    wait_kernel<<<BLOCKS, THREADS>>>(arrived, out, BLOCKS * THREADS - 1);
    if (cudaMemcpy(&first, out + 5, sizeof first, cudaMemcpyDeviceToHost) != cudaSuccess || first != 6 + 5)
        printf("thread 5 found %d\n", first);
    if (pieces() < 100 || pieces() > PIECES)
        printf("%d pieces of memory\n", pieces());
    cudaFree(arrived);
    cudaFree(out);
}
