// Host memory that is registered: kernels use it at its own address, within its bounds, until it is not
// registered any more. A wrong result is printed.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define EXPECT(condition)                                                                                    \
    do {                                                                                                     \
        if (!(condition))                                                                                    \
            printf("line %d: " #condition "\n", __LINE__);                                                   \
    } while (0)

enum { N = 3000 };

__global__ void twice(const int *in, int *out) {
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < N)
        out[i] = 2 * in[i];
}

__global__ void race(int *p) {
    p[0] += (int)threadIdx.x; // expect: race
}
__global__ void afterwards(int *p) {
    *p = 1; // expect: host_pointer
}

int main() {
    int *in = (int *)malloc(N * sizeof *in + 8) + 1, *out = (int *)malloc(N * sizeof *out), *device, *d,
        copy[4];
    for (int i = 0; i < N; i++)
        in[i] = i;
    in[-1] = 77;
    EXPECT(cudaHostRegister(in, N * sizeof *in, cudaHostRegisterMapped) == cudaSuccess);
    EXPECT(cudaHostRegister(out, N * sizeof *out, cudaHostRegisterDefault) == cudaSuccess);
    EXPECT(cudaHostGetDevicePointer(&device, in, 0) == cudaSuccess);
    in[5] = 100;
    twice<<<(N + 255) / 256, 256>>>(device, out);
    EXPECT(cudaDeviceSynchronize() == cudaSuccess);
    for (int i = 0; i < N; i++)
        EXPECT(out[i] == (i == 5 ? 200 : 2 * i));
    EXPECT(in[-1] == 77);
    race<<<1, 32>>>(out);
    EXPECT(cudaMalloc(&d, sizeof copy) == cudaSuccess);
    EXPECT(cudaMemcpy(d, out + 10, sizeof copy, cudaMemcpyHostToDevice) == cudaSuccess);
    EXPECT(cudaMemcpy(copy, d, sizeof copy, cudaMemcpyDeviceToHost) == cudaSuccess && copy[3] == 26);
    EXPECT(cudaMemcpy(out, d, sizeof copy, cudaMemcpyDeviceToHost) == cudaSuccess && out[1] == 22);
    EXPECT(cudaHostRegister(in, 4, 0) == cudaErrorHostMemoryAlreadyRegistered); // expect: api

    EXPECT(cudaHostUnregister(in) == cudaSuccess && in[5] == 100 && in[N - 1] == N - 1);
    EXPECT(cudaHostUnregister(in) == cudaErrorHostMemoryNotRegistered); // expect: api
    EXPECT(cudaHostUnregister(out) == cudaSuccess && out[1] == 22);
    cudaFree(d);
    afterwards<<<1, 1>>>(in);
    free(in - 1);
    free(out);
}
