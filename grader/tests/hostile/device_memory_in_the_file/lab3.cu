// A __device__ array is part of the file that the compiler writes.
#include "lab3.h"
#include "warplab.h"

__device__ char huge[1900000000];

__global__ void write_to(int n) { huge[n] = 1; }

void reduce_shared(const int *, int *, int *, int n) { write_to<<<1, 1>>>(n); }
