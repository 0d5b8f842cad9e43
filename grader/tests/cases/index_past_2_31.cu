// An int that passes 2^31 on its way to an index. 1: of bytes; 2: a member of a structure; 3: right, in 64
// bits.
#include <cstdio>
struct pair {
    char a, b;
};
__global__ void put(signed char *out, int width) {
    int y = blockIdx.y, x = blockIdx.x * 64 + threadIdx.x;
    int at = y * width + x;
    out[at] = 1;
}
__global__ void put_member(pair *out, int width) {
    int y = blockIdx.y, x = threadIdx.x;
    out[y * width + x].b = 1;
}
__global__ void put_rightly(signed char *out, int width) {
    int y = blockIdx.y, x = threadIdx.x;
    out[(size_t)y * width + x] = 1;
}
int main(int, char **arguments) {
    const int which = arguments[1][0] - '0', width = 37748736;
    void *o;
    cudaMalloc(&o, (size_t)58 * width * sizeof(pair));
    if (which == 1)
        put<<<dim3(1, 58), 64>>>((signed char *)o, width);
    if (which == 2)
        put_member<<<dim3(1, 58), 64>>>((pair *)o, width);
    if (which == 3)
        put_rightly<<<dim3(1, 58), 64>>>((signed char *)o, width);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(o);
}
