// The host sorts device memory by an algorithm of the C++ library: the line of the call is to blame.
#include <algorithm>
#include <cuda_runtime.h>

int main() {
    int *d_numbers;
    cudaMalloc(&d_numbers, 64 * sizeof(int)); // expect: leak
    cudaMemset(d_numbers, 0, 64 * sizeof(int));
    std::sort(d_numbers, d_numbers + 64); // expect: host_pointer
}
