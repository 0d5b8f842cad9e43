// A kernel called like a function, which is refused at the line of the call. Where the kernel has a name
// there, the compiler refuses it (tests/language/kernels.cu).
#include <cuda_runtime.h>

__global__ void store(int *p) { p[threadIdx.x] = 1; }

int main() {
    int *d;
    cudaMalloc(&d, 32 * sizeof(int)); // expect: leak
    void (*function)(int *) = store;
    function(d); // expect: api
}
