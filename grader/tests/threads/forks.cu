// A program that forks between launches; its child launches, too, and ends by a return or by _exit(). Run by
// test_split.c.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <sys/wait.h>
#include <unistd.h>

constexpr unsigned blocks = 200, block_size = 256, size = blocks * block_size * sizeof(int);

// Enough work to be shared with another process.
__global__ void stores(int *out) {
    unsigned own = blockIdx.x * blockDim.x + threadIdx.x;
    out[own] = 0;
    for (int i = 0; i < 32; i++)
        out[own] += i;
}
__global__ void adds(int *out) { atomicAdd(&out[threadIdx.x % 7], 1); }
__global__ void races(int *out) { out[threadIdx.x] = (int)blockIdx.x; }

static void launch(const char *who, int *out) {
    int first[7];
    stores<<<blocks, block_size>>>(out);
    adds<<<blocks, block_size>>>(out);
    races<<<blocks, block_size>>>(out);
    cudaMemcpy(first, out, sizeof first, cudaMemcpyDeviceToHost);
    for (int sum : first)
        std::printf("%s %d\n", who, sum);
    std::fflush(stdout);
}

int main(int argc, char **argv) {
    int *out, state;
    cudaMalloc(&out, size);
    cudaMemset(out, 0, size);
    launch("both", out);
    pid_t child = fork();
    if (child == 0) {
        launch("child", out);
        if (argc > 1 && std::strcmp(argv[1], "_exit") == 0)
            _exit(0);
        cudaFree(out);
        return 0;
    }
    waitpid(child, &state, 0);
    std::printf("child ended with %d, there is %s other\n", WEXITSTATUS(state),
                wait(nullptr) < 0 ? "no" : "an");
    launch("parent", out);
    cudaFree(out);
}
