// Complex numbers as cuComplex.h has them: a Julia set, and each operation on the device beside its value.
#include <cuComplex.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define EXPECT(condition)                                                                                    \
    do {                                                                                                     \
        if (!(condition))                                                                                    \
            printf("line %d: %s is false\n", __LINE__, #condition);                                          \
    } while (0)

__device__ bool is(cuDoubleComplex z, double x, double y) { return cuCreal(z) == x && cuCimag(z) == y; }
__device__ bool is(cuComplex z, float x, float y) { return cuCrealf(z) == x && cuCimagf(z) == y; }

__global__ void operations_kernel() {
    cuDoubleComplex a = make_cuDoubleComplex(3, 4), b = make_cuDoubleComplex(1, -2);
    EXPECT(is(cuCadd(a, b), 4, 2) && is(cuCsub(a, b), 2, 6) && is(cuConj(a), 3, -4));
    EXPECT(is(cuCmul(a, b), 11, -2) && is(cuCdiv(make_cuDoubleComplex(11, -2), b), 3, 4));
    EXPECT(cuCabs(a) == 5 && cuCabs(make_cuDoubleComplex(0, 0)) == 0 && is(cuCfma(a, b, a), 14, 2));
    cuFloatComplex c = make_cuFloatComplex(3, 4), d = make_cuComplex(1, -2);
    EXPECT(is(cuCaddf(c, d), 4, 2) && is(cuCsubf(c, d), 2, 6) && is(cuConjf(c), 3, -4));
    EXPECT(is(cuCmulf(c, d), 11, -2) && is(cuCdivf(make_cuComplex(11, -2), d), 3, 4));
    EXPECT(cuCabsf(c) == 5 && is(cuCfmaf(c, d, c), 14, 2));
    EXPECT(is(cuComplexDoubleToFloat(a), 3, 4) && is(cuComplexFloatToDouble(d), 1, -2));
    /* Their squares would be more than the largest number. */
    EXPECT(fabs(cuCabs(make_cuDoubleComplex(3e200, 4e200)) / 5e200 - 1) < 1e-15);
    EXPECT(is(cuCdiv(make_cuDoubleComplex(4e200, 0), make_cuDoubleComplex(2e200, 0)), 2, 0));
}

__global__ void julia_kernel(cuFloatComplex *points, int *rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cuFloatComplex z = points[i];
    for (rounds[i] = 0; rounds[i] < 50 && cuCabsf(z) < 2; rounds[i]++)
        z = cuCaddf(cuCmulf(z, z), make_cuFloatComplex(-0.5f, 0));
    points[i] = z;
}

int main() {
    cuFloatComplex points[64], *device;
    int rounds[64], *counts, inside = 0;
    for (int i = 0; i < 64; i++)
        points[i] = make_cuFloatComplex(i % 8 / 2.0f, i / 8 / 2.0f);
    cudaMalloc(&device, sizeof points);
    cudaMalloc(&counts, sizeof rounds);
    cudaMemcpy(device, points, sizeof points, cudaMemcpyHostToDevice);
    julia_kernel<<<2, 32>>>(device, counts);
    operations_kernel<<<1, 1>>>();
    cudaMemcpy(rounds, counts, sizeof rounds, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        inside += rounds[i] == 50;
    EXPECT(inside > 0 && inside < 32 && rounds[0] == 50 && rounds[63] == 0);
    cudaFree(device);
    cudaFree(counts);
}
