// A shuffle hands values from lane to lane; each lane's value and where it came from are in the trace.
// trace: out 0: 0=10
// trace: shuffle 2,3,2,3 3 4 3 4
// trace: shuffle 1,2,3,3 6 6 8 8
#include <cuda_runtime.h>

__global__ void reduce(int *out) {
    int value = threadIdx.x + 1;
    if (threadIdx.x < 4) {
        value = __shfl_down_sync(0xf, value, 2, 4) + value;
        value += __shfl_down_sync(0xf, value, 1, 4);
        if (threadIdx.x == 0)
            out[0] = value;
    }
}

int main() {
    int *d_out;
    cudaMalloc(&d_out, sizeof(int));
    reduce<<<1, 8>>>(d_out);
    cudaFree(d_out);
}
