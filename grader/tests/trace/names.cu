// Arrays and arguments have their names and types, also in a template, and where a pointer points into an
// allocation. </script><b>Text is text.
// trace: counts 0: 0=2 1=2 2=2 3=2
// trace: array counts global unsigned int 4
// trace: array middle global double 4
// trace: array tile shared short int 64 in rows of 16
// trace: array letters shared char 32
// trace: argument factor 2.5
// trace: argument n 4
// trace: middle 1: 0=2.5 1=5 2=7.5 3=10
#include <cuda_runtime.h>

template <typename T> __global__ void scale(unsigned int *counts, T *middle, T factor, int n) {
    __shared__ short tile[4][16];
    extern __shared__ char letters[];
    int t = threadIdx.x;
    if (t < n) {
        tile[t][t] = (short)(t + 1);
        letters[t] = 'a';
        atomicAdd(&counts[t], 2u);
    }
    __syncthreads();
    if (t < n && letters[t] == 'a')
        middle[t] = tile[t][t] * factor;
}

int main() {
    unsigned int *d_counts;
    double *d_values;
    cudaMalloc(&d_counts, 4 * sizeof(unsigned int));
    cudaMalloc(&d_values, 12 * sizeof(double));
    cudaMemset(d_counts, 0, 4 * sizeof(unsigned int));
    scale<double><<<1, 32, 32>>>(d_counts, d_values + 8, 2.5, 4);
    cudaFree(d_counts);
    cudaFree(d_values);
}
