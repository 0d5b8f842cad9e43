// The worked example of every text on Blelloch's scan: 1 to 8, up to 36 and down again.
// trace: tree 0: 0=1 1=2 2=3 3=4 4=5 5=6 6=7 7=8
// trace: tree 1: 1=3 3=7 5=11 7=15
// trace: tree 2: 3=10 7=26
// trace: tree 3: 7=36
// trace: tree 4: 7=0
// trace: tree 5: 3=0 7=10
// trace: tree 6: 1=0 3=3 5=10 7=21
// trace: tree 7: 0=0 1=1 2=3 3=6 4=10 5=15 6=21 7=28
// trace: out 8: 0=0 1=1 2=3 3=6 4=10 5=15 6=21 7=28
// trace: steps 9
#include <cuda_runtime.h>

__global__ void scan(const int *in, int *out) {
    __shared__ int tree[8];
    int t = threadIdx.x;
    tree[t] = in[t];
    for (int d = 1; d < 8; d *= 2) {
        __syncthreads();
        if (t < 4 / d)
            tree[2 * d * (t + 1) - 1] += tree[2 * d * (t + 1) - 1 - d];
    }
    __syncthreads();
    if (t == 0)
        tree[7] = 0;
    for (int d = 4; d > 0; d /= 2) {
        __syncthreads();
        if (t < 4 / d) {
            int right = 2 * d * (t + 1) - 1, sum = tree[right];
            tree[right] += tree[right - d];
            tree[right - d] = sum;
        }
    }
    __syncthreads();
    out[t] = tree[t];
}

int main() {
    int in[8] = {1, 2, 3, 4, 5, 6, 7, 8}, *d_in, *d_out;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    scan<<<1, 8>>>(d_in, d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
