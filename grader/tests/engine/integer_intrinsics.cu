// Integer intrinsics whose results are known from their definitions: funnel shifts, byte permutation, dot
// products.
#include <cstdio>
#include <cuda_runtime.h>
#include <sm_20_atomic_functions.h>
#include <sm_32_intrinsics.h>
#include <sm_35_intrinsics.h>
#include <sm_60_atomic_functions.h>
#include <sm_61_intrinsics.h>

enum { COUNT = 11 };

__global__ void intrinsics_kernel(unsigned int *out, const unsigned int *in) {
    const unsigned int low = in[0], high = in[1], a = in[2], b = in[3];
    unsigned int *at = out;
    *at++ = __funnelshift_l(low, high, 8);
    *at++ = __funnelshift_l(low, high, 40);
    *at++ = __funnelshift_lc(low, high, 8);
    *at++ = __funnelshift_lc(low, high, 40);
    *at++ = __funnelshift_r(low, high, 8);
    *at++ = __funnelshift_rc(low, high, 8);
    *at++ = __funnelshift_rc(low, high, 40);
    *at++ = __byte_perm(low, high, 0x5410);
    *at++ = (unsigned int)__dp4a((int)a, (int)b, 10);
    *at++ = __dp4a(a, b, 10u);
    *at++ = (unsigned int)__dp4a(make_char4(3, 2, -1, 1), make_char4(7, 6, 5, 4), -40);
}

int main() {
    static const unsigned int given[] = {0x12345678, 0x9abcdef0, 0x01ff0203, 0x04050607};
    static const unsigned int expected[COUNT] = {0xbcdef012, 0xbcdef012, 0xbcdef012, 0x12345678,
                                                 0xf0123456, 0xf0123456, 0x9abcdef0, 0xdef05678,
                                                 42,         1322,       0xfffffff8};
    unsigned int host[COUNT], *out, *in;
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&in, sizeof given);
    cudaMemcpy(in, given, sizeof given, cudaMemcpyHostToDevice);
    intrinsics_kernel<<<1, 1>>>(out, in);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < COUNT; i++)
        if (host[i] != expected[i])
            printf("number %d is %#x, not %#x\n", i, host[i], expected[i]);
    cudaFree(out);
    cudaFree(in);
    return 0;
}
