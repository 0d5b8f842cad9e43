// Lab 1: the programs that ./grade lab1 --predict asks about.
// Build: simtcc or nvcc, with -I grader -I labs/include
#include "course/inputs/question_program.h"

// program: numbers
__global__ void numbers_kernel(int *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

static void numbers(int *, int *out, int n, int block, int) {
    numbers_kernel<<<wl_ceil_div(n, block), block>>>(out, n);
}

// program: partial_warps
__global__ void ones_kernel(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

static void partial_warps(int *, int *out, int grid, int block, int) { ones_kernel<<<grid, block>>>(out); }

// program: picture
__global__ void picture_kernel(int *out, int side) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    out[x * side + y] = 1;
}

static void picture(int *, int *out, int side, int width, int) {
    const dim3 block(width, 256 / width);
    const dim3 grid(side / block.x, side / block.y);
    picture_kernel<<<grid, block>>>(out, side);
}

// program: copy_grid_stride
__global__ void copy_kernel(const int *in, int *out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = in[i];
}

static void copy_grid_stride(int *in, int *out, int n, int block, int) {
    copy_kernel<<<2, block>>>(in, out, n);
}

// program: copy_in_chunks
__global__ void chunks_kernel(const int *in, int *out, int chunk) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 0; j < chunk; j++)
        out[i * chunk + j] = in[i * chunk + j];
}

static void copy_in_chunks(int *in, int *out, int n, int block, int chunk) {
    chunks_kernel<<<n / chunk / block, block>>>(in, out, chunk);
}

// program: tree
__global__ void tree_kernel(int *data) {
    const int t = threadIdx.x;
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride)
            data[t] = wl_add(data[t], data[t + stride]);
        __syncthreads();
    }
}

static void tree(int *in, int *, int n, int, int) { tree_kernel<<<1, n>>>(in); }

QUESTION_PROGRAMS({"numbers", numbers}, {"partial_warps", partial_warps}, {"picture", picture},
                  {"copy_grid_stride", copy_grid_stride}, {"copy_in_chunks", copy_in_chunks}, {"tree", tree})
