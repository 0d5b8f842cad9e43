// Characters of direction in the source, in what is printed, in an assertion and a name of a file.
#include "lab3.h"
#include "warplab.h"

__global__ void fails(int n);

void reduce_shared(const int *, int *, int *, int n) {
    printf("‮flipped\x1b[31m \xff ​\n");
    fails<<<1, 1>>>(n);
    cudaDeviceSynchronize();
}
#line 6 "lab3‮uc.cu"
__global__ void fails(int n) { assert(n == -1 && "right‮⁦gnorw[2J"); }
