// A program that uses so little of the engine's headers that its debug information lists few of them.
#include <cuda_runtime.h>

int main() {
    int *p = nullptr, n = 45;
    while (cudaMalloc(&p, 1ull << n) != cudaSuccess) // expect: leak
        n--;
}
