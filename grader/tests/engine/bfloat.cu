// __nv_bfloat16 is the upper half of a float: every value converts, every result is the nearest one, ties to
// even.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

static int wrong;

static void complain(const char *what, unsigned a, unsigned b, unsigned got, unsigned wanted) {
    if (got != wanted && wrong++ < 10)
        printf("%s of %04x and %04x gives %04x, not %04x\n", what, a, b, got, wanted);
}

static __nv_bfloat16 of(unsigned bits) { return __ushort_as_bfloat16((unsigned short)bits); }
static unsigned bits_of(__nv_bfloat16 x) { return __bfloat16_as_ushort(x); }
static float exactly(unsigned bits) {
    const unsigned word = bits << 16;
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

// The nearest one by the bits of the float, as in NVIDIA's own header for the host.
static unsigned nearest(float value) {
    unsigned word;
    memcpy(&word, &value, sizeof word);
    if (std::isnan(value))
        return 0x7fff;
    const unsigned rest = word << 16, kept = word >> 16;
    return kept + (rest > 0x80000000u || (rest == 0x80000000u && (kept & 1)));
}

static void every_value() {
    for (unsigned bits = 0; bits < 0x10000; bits++) {
        const float value = __bfloat162float(of(bits));
        const bool is_nan = (bits & 0x7fff) > 0x7f80;
        if (is_nan ? !std::isnan(value) : value != exactly(bits) || std::signbit(value) != (bits >> 15))
            complain("value", bits, 0, 0, 1);
        if (__hisnan(of(bits)) != is_nan || (__hisinf(of(bits)) != 0) != ((bits & 0x7fff) == 0x7f80))
            complain("kind", bits, 0, 0, 1);
        if (is_nan)
            continue;
        // Both numbers next to the midpoint between this one and the next, and the midpoint itself.
        for (unsigned low : {0x7fffu, 0x8000u, 0x8001u}) {
            const unsigned word = bits << 16 | low;
            float between;
            memcpy(&between, &word, sizeof between);
            complain("rounding", bits, low, bits_of(__float2bfloat16(between)), nearest(between));
        }
    }
}

static void arithmetic() {
    unsigned seed = 1;
    for (int i = 0; i < 200000; i++) {
        seed = seed * 1664525 + 1013904223;
        const unsigned a = seed >> 16 & 0xbfff, b = (seed * 69069 + 5) >> 16 & 0xbfff;
        const float x = exactly(a), y = exactly(b);
        complain("product", a, b, bits_of(of(a) * of(b)), nearest((float)((double)x * y)));
        // A sum of two floats that differ little in size is exact in a double.
        if (fabsf(x) < 1e6f * fabsf(y) && fabsf(y) < 1e6f * fabsf(x))
            complain("sum", a, b, bits_of(__hadd(of(a), of(b))), bits_of(__double2bfloat16((double)x + y)));
        if ((of(a) < of(b)) != (x < y) || (of(a) == of(b)) != (x == y))
            complain("comparison", a, b, 0, 1);
    }
}

static void corners() {
    complain("too large", 0, 0, bits_of(__float2bfloat16(3.4e38f)), 0x7f80);
    complain("towards zero", 0, 0, bits_of(__float2bfloat16_rz(3.4e38f)), 0x7f7f);
    complain("up", 0, 0, bits_of(__float2bfloat16_ru(1.0001f)), 0x3f81);
    complain("down", 0, 0, bits_of(__float2bfloat16_rd(-1.0001f)), 0xbf81);
    complain("257", 0, 0, bits_of(__int2bfloat16_rn(257)), 0x4380);
    complain("an integer", 0, 0, (unsigned)__bfloat162int_rz(of(0xc0f0)), (unsigned)-7);
    complain("negation", 0, 0, bits_of(-of(0)), 0x8000);
    complain("fma", 0, 0, bits_of(__hfma(of(0x4000), of(0x4040), of(0x3f80))), 0x40e0);
    complain("root", 0, 0, bits_of(hsqrt(of(0x4000))), 0x3fb5);
    const __nv_bfloat162 pair = __floats2bfloat162_rn(1.5f, -2);
    complain("pair", 0, 0, bits_of(__low2bfloat16(pair)) << 16 | bits_of(__high2bfloat16(pair)), 0x3fc0c000);
    const float2 both = __bfloat1622float2(__hmul2(pair, __bfloat162bfloat162(of(0x4000))));
    complain("pairs", 0, 0, both.x == 3 && both.y == -4, 1);
    complain("beside halves", 0, 0, __half_as_ushort(__float2half(__bfloat162float(of(0x3fc0)))), 0x3e00);
}

__global__ void between_threads(__nv_bfloat16 *sum, __nv_bfloat162 *pairs, float *out) {
    __shared__ __nv_bfloat16 words[64];
    words[threadIdx.x] = (float)threadIdx.x;
    __syncthreads();
    __nv_bfloat16 most = words[63 - threadIdx.x];
    for (int reach = 16; reach > 0; reach /= 2)
        most = __hmax(most, __shfl_xor_sync(0xffffffffu, most, reach));
    atomicAdd(sum, __float2bfloat16(0.5f));
    atomicAdd(pairs, __floats2bfloat162_rn(1, -2));
    out[threadIdx.x] = most;
}

int main() {
    struct results {
        __nv_bfloat16 sum, unused;
        __nv_bfloat162 pair;
        float out[64];
    } * d;
    every_value();
    arithmetic();
    corners();
    cudaMallocManaged(&d, sizeof *d);
    *d = {};
    between_threads<<<1, 64>>>(&d->sum, &d->pair, d->out);
    cudaDeviceSynchronize();
    if (__bfloat162float(d->sum) != 32 || __low2float(d->pair) != 64 || __high2float(d->pair) != -128)
        printf("atomics gave %f, %f and %f\n", (float)d->sum, __low2float(d->pair), __high2float(d->pair));
    if (d->out[0] != 63 || d->out[63] != 31)
        printf("most are %f and %f\n", d->out[0], d->out[63]);
    cudaFree(d);
}
