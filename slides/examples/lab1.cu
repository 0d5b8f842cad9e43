// What lab 1's lecture shows: indices and loops like the lab's, for other questions.
#include "warplab.h"

#include <stdlib.h>

enum { WIDTH = 50, HEIGHT = 7, N = WIDTH * HEIGHT };

// The row backwards: the first element goes to the last place.
__global__ void mirror_kernel(const int *in, int *out, int n) {
    const int i = /*?*/ blockIdx.x * blockDim.x + threadIdx.x /*?*/;
    if (i < n)
        out[n - 1 - i] = in[i];
}

// Every pixel half as bright.
__global__ void darken_kernel(int *pixels, int width, int height) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column < width && row < height)
        pixels[row * width + column] /= 2;
}

// Any n with any grid.
__global__ void triple_kernel(int *data, unsigned int n) {
    for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += /*?*/ gridDim.x * blockDim.x /*?*/)
        data[i] *= 3;
}

// Rounds until one team is left, if of every three one goes on.
int rounds_of_three(int teams) {
    int rounds = 0;
    while (teams > 1) {
        teams = (teams + 2) / 3;
        rounds++;
    }
    return rounds;
}

int main(void) {
    int *in, *out;
    CUDA_CHECK(cudaMallocManaged((void **)&in, N * sizeof(int)));
    CUDA_CHECK(cudaMallocManaged((void **)&out, N * sizeof(int)));
    for (int i = 0; i < N; i++)
        in[i] = 2 * i;
    mirror_kernel<<<wl_ceil_div(N, 96), 96>>>(in, out, N);
    CUDA_CHECK(cudaGetLastError());
    darken_kernel<<<dim3(wl_ceil_div(WIDTH, 24), wl_ceil_div(HEIGHT, 6)), dim3(24, 6)>>>(out, WIDTH, HEIGHT);
    CUDA_CHECK(cudaGetLastError());
    triple_kernel<<<2, 64>>>(out, N);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < N; i++)
        if (out[i] != 3 * (N - 1 - i))
            return EXIT_FAILURE;
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
    return rounds_of_three(5) == 2 && rounds_of_three(9) == 2 && rounds_of_three(10) == 3 ? EXIT_SUCCESS
                                                                                          : EXIT_FAILURE;
}
