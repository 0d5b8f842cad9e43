// The first NaN or infinity that finite numbers give is remarked upon with its line; those of infinities and
// NaNs that the program passes on are not.
#include <cmath>
#include <cstdio>
#include <cstdlib>
__device__ float share(float of, float sum) { return of / sum; } // 0 / 0
__global__ void shares(float *x) { x[threadIdx.x] = share(x[threadIdx.x] - 1, 0 * x[threadIdx.x]); }
__global__ void logs(float *x) { x[threadIdx.x] = -logf(threadIdx.x); }
__global__ void powers(float *x) { x[threadIdx.x] = expf(100 + x[threadIdx.x]); }
__global__ void negative(double *x) { x[threadIdx.x] = log(-1 - x[threadIdx.x]); }
__global__ void roots(double *x) { x[1] = sqrt(-x[0]); }
// The greatest of some numbers, from -INFINITY, and a comparison with NaN.
__global__ void greatest(float *x) {
    float most = -INFINITY, none = NAN;
    for (int i = 0; i < 2; i++)
        most = x[i] > most ? x[i] : most;
    x[0] = most > none ? 0 : most + INFINITY - INFINITY;
}
__global__ void quotients(float *x) {
    x[1] = 1 / (x[1] - 1 - threadIdx.x);
    x[0] = 7;
}
template <class T> void run(void (*kernel)(T *), int threads) {
    T *x, of[2];
    cudaMallocManaged(&x, sizeof of);
    x[0] = x[1] = 1;
    for (int i = 0; i < 2; i++) { // the second launch meets what the first has left
        kernel<<<1, threads>>>(x);
        cudaDeviceSynchronize();
        for (int k = 0; k < 2; k++)
            of[k] = i ? of[k] : x[k];
    }
    printf("%g %g\n", std::fabs(of[0]), std::fabs(of[1]));
    cudaFree(x);
}
int main(int, char **arguments) {
    switch (atoi(arguments[1])) {
    case 1:
        run(shares, 2);
        break;
    case 2:
        run(logs, 2);
        break;
    case 3:
        run(powers, 2);
        break;
    case 4:
        run(negative, 2);
        break;
    case 5:
        run(greatest, 1);
        break;
    case 7:
        run(roots, 1);
        break;
    case 6:
        run(quotients, 1);
        break;
    }
}
