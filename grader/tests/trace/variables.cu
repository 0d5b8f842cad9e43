// What the lanes' variables hold, by name: numbers of every kind, pointers as what they point to, those of a
// function called, one that hides another. A line is marked with what some step at it has, lane by lane.
// trace: array cells shared int 8
#include <cuda_runtime.h>

enum color { RED, GREEN = 5 };

__device__ int twice(const int *from, int index) {
    const int found = from[index]; // trace-where: t=0,1,2,3 half=0.5,1.5,2.5,3.5
    return found * 2;
}

__device__ __noinline__ void count_down(int *at, int count, int by) {
    while (count > 0) {
        *at += count; // trace-where: at=&out[0],&out[1],&out[2],&out[3] count=3 by=1,2,3,4
        count -= by;
    }
}

__global__ void kernel(const int *in, int *out, double *reals, int n, long long big) {
    __shared__ int cells[8];
    const int t = threadIdx.x;
    float half = t + 0.5f;
    const long long large = -(big << 40);
    cells[t] = in[t] + n; // trace-where: t=0,1,2,3 half=0.5,1.5,2.5,3.5
    __syncwarp();
    int sum = twice(cells, 3 - t);
    bool odd = t % 2;
    signed char letter = -t;
    color shade = odd ? GREEN : RED;
    int *mine = &cells[4 + t];
    reals[t] = half; // trace-where: odd=0,1,0,1 letter=0,-1,-2,-3 shade=0,5,0,5 large=-1099511627776
    for (unsigned short d = 2; d > 0; d--) {
        int t = sum * d;
        *mine = t; // trace-where: t=44,40,36,32 sum=22,20,18,16 mine=&cells[4],&cells[5],&cells[6],&cells[7]
        sum += *mine + letter;
    }
    count_down(out + t, 3, t + 1);
    sum = __shfl_xor_sync(0xf, sum, 1); // trace-where: t=0,1,2,3
    out[t] = sum + odd + shade + (int)(large >> 40);
}

int main() {
    const int in[4] = {1, 2, 3, 4};
    int *d_in, *d_out;
    double *d_reals;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, 8 * sizeof(int));
    cudaMalloc(&d_reals, 8 * sizeof(double));
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemset(d_out, 0, 8 * sizeof(int));
    kernel<<<1, 4>>>(d_in, d_out, d_reals, 7, 1);
    cudaFree(d_in);
    cudaFree(d_out);
    cudaFree(d_reals);
}
