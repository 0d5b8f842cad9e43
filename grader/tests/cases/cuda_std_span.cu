#include <cstdio>
#include <cuda/barrier>
#include <cuda/std/array>
#include <cuda/std/span>
__global__ void k(cuda::std::span<int> s) {
    cuda::std::array<int, 2> a{3, 4};
    s[0] = a[1];
}
int main() {
    int *o, h;
    cudaMalloc(&o, 4);
    k<<<1, 1>>>(cuda::std::span<int>(o, 1));
    cudaMemcpy(&h, o, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(o);
}
