// What lab 9's lecture shows: private counters of 16 bits, two in a word, for votes between four parties.
#include "warplab.h"

#include <stdlib.h>

enum { PARTIES = 4, OWNERS = 32, ROWS = PARTIES / 2, N = 1000 };

// One vote in the thread's own counters: party p is half p % 2 of word p / 2.
__device__ void count_vote(unsigned int (*counters)[OWNERS], unsigned int party) {
    counters[party / 2][threadIdx.x] += 1u << 16 * (party % 2);
}

// All votes for two parties, which lie in row t.
__device__ unsigned int votes_of_row(unsigned int (*counters)[OWNERS], unsigned int row) {
    unsigned int votes = 0;
    for (unsigned int i = 0; i < OWNERS; i++)
        votes += counters[row][/*?*/ (threadIdx.x + i) % OWNERS /*?*/];
    return votes;
}

__global__ void votes_kernel(const unsigned char *vote, unsigned int *votes, unsigned int n) {
    __shared__ unsigned int counters[ROWS][OWNERS];
    const unsigned int t = threadIdx.x;
    for (unsigned int row = 0; row < ROWS; row++)
        counters[row][t] = 0;
    for (unsigned int i = t; i < n; i += OWNERS)
        count_vote(counters, vote[i]);
    __syncthreads();
    if (t < ROWS) {
        const unsigned int both = votes_of_row(counters, t);
        votes[2 * t] = both & 0xffff;
        votes[2 * t + 1] = both >> 16;
    }
}

int main(void) {
    unsigned char *vote;
    unsigned int *votes, expected[PARTIES] = {0};
    CUDA_CHECK(cudaMallocManaged((void **)&vote, N));
    CUDA_CHECK(cudaMallocManaged((void **)&votes, PARTIES * sizeof *votes));
    for (int i = 0; i < N; i++) {
        vote[i] = (unsigned char)(i * i % 7 % PARTIES);
        expected[vote[i]]++;
    }
    votes_kernel<<<1, OWNERS>>>(vote, votes, N);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int p = 0; p < PARTIES; p++)
        if (votes[p] != expected[p])
            return EXIT_FAILURE;
    CUDA_CHECK(cudaFree(vote));
    CUDA_CHECK(cudaFree(votes));
    return EXIT_SUCCESS;
}
