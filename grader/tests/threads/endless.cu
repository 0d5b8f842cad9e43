// Says that it runs, from the middle of a launch in two processes, and then never ends. Run by test_split.c.
#include <cuda_runtime.h>
#include <unistd.h>

__global__ void stores(int *out, int host) {
    if (blockIdx.x == 3 && threadIdx.x == 0 && getpid() == host)
        (void)!write(STDERR_FILENO, "running\n", 8);
    for (int i = 0; blockIdx.x > 3; i++)
        out[blockIdx.x * blockDim.x + threadIdx.x] = i;
}

int main() {
    int *out;
    cudaMalloc(&out, 4000 * 256 * sizeof(int));
    stores<<<4000, 256>>>(out, getpid());
}
