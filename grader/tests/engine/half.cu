// __half is IEEE binary16: every value converts, and every result is the nearest one, ties to even. The
// results are judged in whole numbers, by the two values halfway to their neighbours. A wrong one is printed.
#include <cmath>
#include <cstdio>
#include <cuda_fp16.h>

typedef __int128 wide;

enum { INFINITE = 0x7c00, PARTNERS = 8 };

static int wrong;

static void complain(const char *what, unsigned a, unsigned b, unsigned got) {
    if (wrong++ < 10)
        printf("%s of %04x and %04x gives %04x\n", what, a, b, got);
}

static __half half_of(unsigned bits) { return __ushort_as_half((unsigned short)bits); }
static unsigned bits_of(__half h) { return __half_as_ushort(h); }

// A magnitude in units of 2^-25; infinity as the number that would come after the largest.
static long long units(unsigned bits) {
    unsigned exponent = bits >> 10 & 31, fraction = bits & 1023;
    return exponent ? (long long)(fraction + 1024) << exponent : (long long)fraction << 1;
}

// Whether the magnitude `got` is the nearest to the exact one. `compare` tells the sign of exact minus a
// number of units of 2^-25.
template <class F> static bool is_nearest(unsigned got, F compare) {
    unsigned magnitude = got & 0x7fff;
    if (magnitude > INFINITE)
        return false;
    bool even = magnitude % 2 == 0;
    if (magnitude > 0) {
        int below = compare((units(magnitude - 1) + units(magnitude)) / 2);
        if (below < 0 || (below == 0 && !even))
            return false;
    }
    if (magnitude == INFINITE)
        return true;
    int above = compare((units(magnitude) + units(magnitude + 1)) / 2);
    return above < 0 || (above == 0 && even);
}

static int sign_of(wide x) { return x < 0 ? -1 : x > 0; }
static wide magnitude_of(wide x) { return x < 0 ? -x : x; }
static wide signed_units(unsigned bits) { return bits >> 15 ? -(wide)units(bits) : (wide)units(bits); }

// `exact` in units of 2^-50.
static void judge(const char *what, unsigned a, unsigned b, unsigned got, wide exact) {
    bool sign_agrees = exact == 0 || (got >> 15 != 0) == (exact < 0);
    bool nearest = is_nearest(
        got, [=](long long middle) { return sign_of(magnitude_of(exact) - ((wide)middle << 25)); });
    if (!sign_agrees || !nearest)
        complain(what, a, b, got);
}

static bool is_finite(unsigned bits) { return (bits & 0x7fff) < INFINITE; }

static void arithmetic(unsigned a, unsigned b, unsigned c) {
    wide x = signed_units(a), y = signed_units(b), z = signed_units(c);
    judge("sum", a, b, bits_of(half_of(a) + half_of(b)), (x + y) << 25);
    judge("difference", a, b, bits_of(half_of(a) - half_of(b)), (x - y) << 25);
    judge("product", a, b, bits_of(half_of(a) * half_of(b)), x * y);
    judge("fused product", a, b, bits_of(__hfma(half_of(a), half_of(b), half_of(c))), x * y + (z << 25));
    if (y == 0)
        return;
    unsigned quotient = bits_of(half_of(a) / half_of(b));
    if (!is_nearest(quotient, [=](long long middle) {
            return sign_of((magnitude_of(x) << 25) - (wide)middle * magnitude_of(y));
        }))
        complain("quotient", a, b, quotient);
}

static void every_value() {
    unsigned random = 1;
    for (unsigned a = 0; a < 65536; a++) {
        __half h = half_of(a);
        if (bits_of(__float2half(__half2float(h))) != ((a & 0x7fff) > INFINITE ? 0x7fff : a))
            complain("conversion there and back", a, 0, bits_of(__float2half(__half2float(h))));
        if (!is_finite(a))
            continue;
        if (ldexp((double)units(a), -25) != fabs((double)__half2float(h)))
            complain("value", a, 0, a);
        unsigned root = bits_of(hsqrt(h));
        if (a < 0x8000 && !is_nearest(root, [=](long long middle) {
                return sign_of(((wide)units(a) << 25) - (wide)middle * middle);
            }))
            complain("root", a, 0, root);
        for (int i = 0; i < PARTNERS; i++) {
            random = random * 1664525 + 1013904223;
            unsigned b = random >> 16, c = random & 0xffff;
            if (is_finite(b) && is_finite(c))
                arithmetic(a, b, c);
        }
    }
}

// Every pair of neighbours, and a number between them in each of its three places.
static void every_rounding() {
    for (unsigned low = 0; low < INFINITE; low++) {
        double from = ldexp((double)units(low), -25), to = ldexp((double)units(low + 1), -25);
        double places[] = {nextafter(from, to), nextafter((from + to) / 2, 0), (from + to) / 2,
                           nextafter((from + to) / 2, INFINITY)};
        for (int i = 0; i < 4; i++) {
            unsigned nearest = i < 2 ? low : i == 2 ? low + low % 2 : low + 1;
            if (bits_of(__double2half(places[i])) != nearest)
                complain("rounding to nearest", low, i, bits_of(__double2half(places[i])));
            if (bits_of(__double2half(-places[i])) != (nearest | 0x8000))
                complain("rounding to nearest below zero", low, i, bits_of(__double2half(-places[i])));
        }
        float middle = (float)((from + to) / 2); // exact
        unsigned top = low + 1;
        if (bits_of(__float2half_rz(middle)) != low || bits_of(__float2half_rz(-middle)) != (low | 0x8000) ||
            bits_of(__float2half_ru(middle)) != top || bits_of(__float2half_ru(-middle)) != (low | 0x8000) ||
            bits_of(__float2half_rd(middle)) != low || bits_of(__float2half_rd(-middle)) != (top | 0x8000))
            complain("directed rounding", low, top, bits_of(__float2half_rz(middle)));
    }
}

static void corners() {
    __half nan = half_of(0x7e01), one = 1.0f, none = half_of(0x8000);
    if (__heq(nan, nan) || !__hequ(nan, one) || !__hneu(nan, nan) || __hlt(nan, one) || !(nan != nan))
        printf("comparisons with what is no number are wrong\n");
    if (!(none == half_of(0)) || none || !one || !(one > none) || bits_of(-one) != 0xbc00)
        printf("zero is wrong\n");
    if (bits_of(__hmax(nan, one)) != 0x3c00 || bits_of(__hmax_nan(nan, one)) != 0x7fff)
        printf("maxima with what is no number are wrong\n");
    if (__half2int_rz(half_of(0xc700)) != -7 || __half2int_rn(half_of(0x4100)) != 2 ||
        __half2ushort_rz(half_of(0xc700)) != 0 || __half2short_rz(half_of(0x7c00)) != 32767)
        printf("conversions to integers are wrong\n");
    if (bits_of(__int2half_rn(2049)) != 0x6800 || bits_of(__int2half_ru(2049)) != 0x6801 ||
        bits_of(__ull2half_rz(~0ull)) != 0x7bff)
        printf("conversions from integers are wrong\n");
}

__global__ void between_threads(__half *sum, __half2 *pairs, __half2 *out, __half *least) {
    __shared__ __half words[64];
    words[threadIdx.x] = (float)threadIdx.x;
    __syncthreads();
    __half mine = words[63 - threadIdx.x];
    for (int reach = 16; reach > 0; reach /= 2)
        mine = __hmin(mine, __shfl_xor_sync(0xffffffffu, mine, reach));
    atomicAdd(sum, __float2half(0.5f));
    atomicAdd(pairs, __floats2half2_rn(1.0f, -2.0f));
    __half2 two = __halves2half2(words[threadIdx.x], words[63 - threadIdx.x]);
    out[threadIdx.x] = __hfma2(two, __float2half2_rn(2.0f), __half2half2(mine));
    if (threadIdx.x % 32 == 0)
        least[threadIdx.x / 32] = mine;
}

static void on_the_device() {
    struct results {
        __half sum, unused;
        __half2 pair, out[64];
        __half least[2];
    } * d, h;
    cudaMallocManaged(&d, sizeof *d);
    *d = {};
    between_threads<<<1, 64>>>(&d->sum, &d->pair, d->out, d->least);
    cudaDeviceSynchronize();
    h = *d;
    cudaFree(d);
    if (__half2float(h.sum) != 32 || __low2float(h.pair) != 64 || __high2float(h.pair) != -128)
        printf("atomics gave %f, %f and %f\n", (float)h.sum, __low2float(h.pair), __high2float(h.pair));
    if (__half2float(h.least[0]) != 32 || __half2float(h.least[1]) != 0)
        printf("least are %f and %f\n", (float)h.least[0], (float)h.least[1]);
    for (int i = 0; i < 64; i++) {
        float2 pair = __half22float2(h.out[i]);
        float least = i < 32 ? 32 : 0;
        if (pair.x != 2 * i + least || pair.y != 2 * (63 - i) + least)
            printf("pair %d is %f and %f\n", i, pair.x, pair.y);
    }
}

int main() {
    every_value();
    every_rounding();
    corners();
    on_the_device();
    if (wrong)
        printf("%d wrong\n", wrong);
}
