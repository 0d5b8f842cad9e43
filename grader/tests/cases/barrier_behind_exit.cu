// Barriers that not all threads of the block reach: the others have ended. 1 to 3: some have; 4: none has.
#include <cstdio>
__global__ void in_branch(int *x, int n) {
    __shared__ int s[64];
    const int i = threadIdx.x;
    if (i < n) {
        s[i] = x[i];
        __syncthreads();
        x[i] = s[n - 1 - i];
    }
}
__global__ void after_return(int *x, int n) {
    __shared__ int s[64];
    const int i = threadIdx.x;
    if (i >= n)
        return;
    s[i] = x[i];
    __syncthreads();
    x[i] = s[n - 1 - i];
}
__global__ void in_loop(int *x, int n) {
    __shared__ int s[64];
    for (int round = 0; round < (threadIdx.x < 32 ? 2 : 0); round++) {
        s[threadIdx.x] = x[threadIdx.x];
        __syncthreads();
        x[threadIdx.x] = s[n / 2 - threadIdx.x % 2];
        __syncthreads();
    }
}
__global__ void all(int *x, int n) {
    __shared__ int s[64];
    const int i = threadIdx.x;
    if (i < n)
        s[i] = x[i];
    __syncthreads();
    if (i < n)
        x[i] = s[n - 1 - i];
}
int main(int, char **arguments) {
    const int which = arguments[1][0] - '1';
    int *a, h[60];
    for (int i = 0; i < 60; i++)
        h[i] = i;
    cudaMalloc(&a, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    if (which == 0)
        in_branch<<<1, 64>>>(a, 60);
    if (which == 1)
        after_return<<<1, 64>>>(a, 60);
    if (which == 2)
        in_loop<<<1, 60>>>(a, 60);
    if (which == 3)
        all<<<1, 60>>>(a, 60);
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[59]);
    cudaFree(a);
}
