// What lab 8's lecture shows: the best mark for each question of a test, by atomic maxima.
#include "warplab.h"

#include <stdlib.h>

enum { QUESTIONS = 20, THREADS = 64, N = 3000 };

__global__ void best_mark_kernel(const unsigned short *question, const int *mark, int *best, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMax(&best[question[i]], mark[i]);
}

// Two answers per word: their questions are 16 bits each.
__device__ void mark_both(int *best, unsigned int word, int mark) {
    atomicMax(&best[word & 0xffff], mark);
    atomicMax(&best[word >> 16], mark);
}

// Each block finds the best of its answers, and then tells the grid.
__global__ void block_best_kernel(const unsigned short *question, const int *mark, int *best, int n) {
    __shared__ int own[QUESTIONS];
    for (int q = threadIdx.x; q < QUESTIONS; q += blockDim.x)
        own[q] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicMax(&own[question[i]], mark[i]);
    __syncthreads();
    for (int q = threadIdx.x; q < QUESTIONS; q += blockDim.x)
        atomicMax(/*?*/ &best[q], own[q] /*?*/);
}

__global__ void pass_kernel(const unsigned int *questions, int *best, int words) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < words)
        mark_both(best, questions[i], 1);
}

// The loop of a single core, for comparison.
void best_marks(const unsigned short *question, const int *mark, int *best, int n) {
    for (int i = 0; i < n; i++)
        if (best[question[i]] < mark[i])
            best[question[i]] = mark[i];
}

int main(void) {
    unsigned short *question;
    int *mark, *best, expected[QUESTIONS] = {0};
    CUDA_CHECK(cudaMallocManaged((void **)&question, N * sizeof *question));
    CUDA_CHECK(cudaMallocManaged((void **)&mark, N * sizeof *mark));
    CUDA_CHECK(cudaMallocManaged((void **)&best, 3 * QUESTIONS * sizeof *best));
    for (int i = 0; i < N; i++) {
        question[i] = (unsigned short)((i * 7) % QUESTIONS);
        mark[i] = 1 + (i * 37) % 101;
    }
    for (int q = 0; q < 3 * QUESTIONS; q++)
        best[q] = 0;
    best_marks(question, mark, expected, N);
    best_mark_kernel<<<wl_ceil_div(N, THREADS), THREADS>>>(question, mark, best, N);
    CUDA_CHECK(cudaGetLastError());
    block_best_kernel<<<4, THREADS>>>(question, mark, best + QUESTIONS, N);
    CUDA_CHECK(cudaGetLastError());
    pass_kernel<<<wl_ceil_div(N / 2, THREADS), THREADS>>>((const unsigned int *)question,
                                                          best + 2 * QUESTIONS, N / 2);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int q = 0; q < QUESTIONS; q++)
        if (best[q] != expected[q] || best[QUESTIONS + q] != expected[q] || best[2 * QUESTIONS + q] != 1)
            return EXIT_FAILURE;
    CUDA_CHECK(cudaFree(question));
    CUDA_CHECK(cudaFree(mark));
    CUDA_CHECK(cudaFree(best));
    return EXIT_SUCCESS;
}
