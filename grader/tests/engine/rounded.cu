// Directed rounding: each result is the nearest number on its side of the exact one, which double or a fused
// operation tells without an error. A wrong one is printed.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

struct sides {
    float zero, up, down;
};
struct wide_sides {
    double zero, up, down;
};

#define SIDES(name, ...)                                                                                     \
    { name##_rz(__VA_ARGS__), name##_ru(__VA_ARGS__), name##_rd(__VA_ARGS__) }

struct results {
    sides sum, difference, product, quotient, reciprocal, root, fused, narrowed, whole;
};

__global__ void compute(const float *a, const float *b, results *out, int n) {
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n)
        return;
    float x = a[i], y = b[i];
    out[i] = {SIDES(__fadd, x, y),
              SIDES(__fsub, x, y),
              SIDES(__fmul, x, y),
              SIDES(__fdiv, x, y),
              SIDES(__frcp, y),
              SIDES(__fsqrt, y),
              SIDES(__fmaf, floorf(x), floorf(y), 1.0f / 1048576),
              SIDES(__double2float, (double)x * y),
              SIDES(__ll2float, (long long)(x * 1e9))};
}

__global__ void compute_wide(wide_sides *out) {
    double tiny = 0x1p-60, two = 2;
    out[0] = SIDES(__dadd, 1.0, tiny);
    out[1] = SIDES(__dsub, -1.0, tiny);
    out[2] = SIDES(__dmul, 1 + 0x1p-52, 1 + 0x1p-52);
    out[3] = SIDES(__ddiv, 1.0, 3.0);
    out[4] = SIDES(__dsqrt, two);
    out[5] = SIDES(__fma, 3.0, 1.0 / 3, -tiny);
    out[6] = SIDES(__ll2double, (1ll << 53) + 1);
    out[7] = SIDES(__ull2double, ~0ull);
    out[8] = SIDES(__drcp, -3.0);
}

// `sign(r)` tells the sign of exact - r, exactly.
template <class T, class S, class F> static void check(const char *what, int i, const S &s, F sign) {
    bool right = sign(s.up) <= 0 && sign(nextafter(s.up, (T)-INFINITY)) > 0 && sign(s.down) >= 0 &&
                 sign(nextafter(s.down, (T)INFINITY)) < 0 && s.zero == (s.down >= 0 ? s.down : s.up);
    if (!right)
        printf("%s %d: %a down, %a up, %a towards zero\n", what, i, (double)s.down, (double)s.up,
               (double)s.zero);
}

static int sign_of(double x) { return x < 0 ? -1 : x > 0; }

static void check_floats(const float *a, const float *b, const results *r, int n) {
    for (int i = 0; i < n; i++) {
        double x = a[i], y = b[i], near_zero = floor(x) * floor(y) + 1.0 / 1048576;
        check<float>("sum", i, r[i].sum, [=](double s) { return sign_of(x + y - s); });
        check<float>("difference", i, r[i].difference, [=](double s) { return sign_of(x - y - s); });
        check<float>("product", i, r[i].product, [=](double s) { return sign_of(x * y - s); });
        check<float>("quotient", i, r[i].quotient, [=](double s) { return sign_of(x - s * y); });
        check<float>("reciprocal", i, r[i].reciprocal, [=](double s) { return sign_of(1 - s * y); });
        check<float>("root", i, r[i].root, [=](double s) { return sign_of(y - s * s); });
        check<float>("fused", i, r[i].fused, [=](double s) { return sign_of(near_zero - s); });
        check<float>("narrowed", i, r[i].narrowed, [=](double s) { return sign_of(x * y - s); });
        check<float>("whole", i, r[i].whole,
                     [=](double s) { return sign_of((double)(long long)(a[i] * 1e9) - s); });
    }
}

static void check_doubles(const wide_sides *r) {
    const double next = 1 + 0x1p-52, third = 1.0 / 3;
    const wide_sides known[] = {
        {1, next, 1}, {-1, -1, -next}, {1 + 0x1p-51, 1 + 0x1p-51 + 0x1p-52, 1 + 0x1p-51}};
    for (int i = 0; i < 3; i++)
        if (r[i].zero != known[i].zero || r[i].up != known[i].up || r[i].down != known[i].down)
            printf("double %d: %a %a %a\n", i, r[i].zero, r[i].up, r[i].down);
    check<double>("double quotient", 3, r[3], [](double s) { return sign_of(fma(-s, 3, 1)); });
    check<double>("double root", 4, r[4], [](double s) { return sign_of(fma(-s, s, 2)); });
    // 3 * (1.0 / 3) is 1 - 2^-54, from which 2^-60 is taken.
    if (r[5].up != 1 || r[5].down != 1 - 0x1p-53 || fma(3, third, -1) != -0x1p-54)
        printf("double fused: %a %a\n", r[5].up, r[5].down);
    if (r[6].up != 0x1p53 + 2 || r[6].down != 0x1p53 || r[7].up != 0x1p64 || r[7].zero != 0x1p64 - 2048)
        printf("conversions: %a %a %a %a\n", r[6].up, r[6].down, r[7].up, r[7].zero);
    check<double>("double reciprocal", 8, r[8], [](double s) { return sign_of(fma(s, -3, -1)); });
}

int main() {
    enum { N = 2000 };
    float *a, *b;
    results *r;
    wide_sides *w;
    unsigned random = 7;
    cudaMallocManaged(&a, N * sizeof *a);
    cudaMallocManaged(&b, N * sizeof *b);
    cudaMallocManaged(&r, N * sizeof *r);
    cudaMallocManaged(&w, 9 * sizeof *w);
    for (int i = 0; i < N; i++) {
        random = random * 1664525 + 1013904223;
        a[i] = (float)(int)random / 4194304;
        random = random * 1664525 + 1013904223;
        b[i] = (float)(random | 1) / 1048576;
    }
    compute<<<(N + 127) / 128, 128>>>(a, b, r, N);
    compute_wide<<<1, 1>>>(w);
    cudaDeviceSynchronize();
    check_floats(a, b, r, N);
    check_doubles(w);
    cudaFree(a);
    cudaFree(b);
    cudaFree(r);
    cudaFree(w);
}
