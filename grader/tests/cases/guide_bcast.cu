// The CUDA guide's own example for __shfl_sync ("Broadcast of a single value across a warp"), in our words:
// only lane 0 sets the variable; the guide says of it that it is unused in the other lanes.
#include <cstdio>
__global__ void bcast(int arg, int *bad) {
    int lane = threadIdx.x & 31, value;
    if (lane == 0)
        value = arg;
    value = __shfl_sync(0xffffffff, value, 0);
    if (value != arg)
        *bad = 1;
}
int main() {
    int *b, h = 0;
    cudaMalloc(&b, 4);
    cudaMemset(b, 0, 4);
    bcast<<<1, 32>>>(1234, b);
    cudaMemcpy(&h, b, 4, cudaMemcpyDeviceToHost);
    printf("%s\n", h ? "bad" : "good");
    cudaFree(b);
}
