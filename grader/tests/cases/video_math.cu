// The SIMD video instructions against arithmetic on arrays of numbers: prints how many results differ.
#include <cstdint>
#include <cstdio>
#include <cstring>

enum { PAIRS = 4096 };
// clang-format off
#define NAMES(X, n)                                                                                          \
    X(vadd##n) X(vsub##n) X(vaddss##n) X(vaddus##n) X(vsubss##n) X(vsubus##n) X(vabsdiffs##n)                \
    X(vabsdiffu##n) X(vavgs##n) X(vavgu##n) X(vhaddu##n) X(vmaxs##n) X(vmaxu##n) X(vmins##n) X(vminu##n)     \
    X(vcmpeq##n) X(vcmpne##n) X(vcmpges##n) X(vcmpgeu##n) X(vcmpgts##n) X(vcmpgtu##n) X(vcmples##n)          \
    X(vcmpleu##n) X(vcmplts##n) X(vcmpltu##n) X(vseteq##n) X(vsetne##n) X(vsetges##n) X(vsetgeu##n)          \
    X(vsetgts##n) X(vsetgtu##n) X(vsetles##n) X(vsetleu##n) X(vsetlts##n) X(vsetltu##n) X(vsads##n) X(vsadu##n)
// clang-format on
#define ALONE(X, n) X(vabs##n) X(vabsss##n) X(vneg##n) X(vnegss##n)
#define BOTH(X, n) NAMES(X, n) ALONE(X, n)
#define STRING(name) #name,
static const char *const names[] = {BOTH(STRING, 2) BOTH(STRING, 4)};
enum { COUNT = sizeof names / sizeof *names };

__global__ void compute(const unsigned *a, const unsigned *b, unsigned *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned *to = out + i * COUNT;
#define TWO(name) *to++ = __##name(a[i], b[i]);
#define ONE(name) *to++ = __##name(a[i]);
    NAMES(TWO, 2)
    ALONE(ONE, 2)
    NAMES(TWO, 4)
    ALONE(ONE, 4)
}

static long cut(long x, long low, long high) { return x < low ? low : x > high ? high : x; }

// One part of a result: by the words of the name, not by the formulas of a header.
static long part(const char *name, long a, long b, int bits) {
    const long top = 1L << (bits - 1), whole = 1L << bits;
    const size_t length = strlen(name) - 1; // without the number of parts
    const bool is_signed = name[length - 1] == 's';
    auto is = [&](const char *word) { return strncmp(name, word, strlen(word)) == 0; };
    if (!is_signed && (is("vabs") || is("vneg")) && !is("vabsdiff"))
        a = a >= top ? a - whole : a;
    if (is_signed) {
        a = a >= top ? a - whole : a;
        b = b >= top ? b - whole : b;
    }
    if (is("vcmp") || is("vset")) {
        const char *how = name + 4;
        const bool holds = how[0] == 'e'   ? a == b
                           : how[0] == 'n' ? a != b
                           : how[0] == 'g' ? (how[1] == 'e' ? a >= b : a > b)
                                           : (how[1] == 'e' ? a <= b : a < b);
        return is("vcmp") ? -(long)holds : holds;
    }
    if (is("vaddss") || is("vsubss"))
        return cut(is("vadd") ? a + b : a - b, -top, top - 1);
    if (is("vaddus") || is("vsubus"))
        return a = a < 0 ? a + whole : a, b = b < 0 ? b + whole : b,
               cut(is("vadd") ? a + b : a - b, 0, whole - 1);
    if (is("vadd") || is("vsub"))
        return is("vadd") ? a + b : a - b;
    if (is("vabsdiff"))
        return a > b ? a - b : b - a;
    if (is("vavg"))
        return (a + b + (a + b >= 0 ? 1 : 0)) >> 1;
    if (is("vhaddu"))
        return (a + b) / 2;
    if (is("vmax") || is("vmin"))
        return (a > b) == is("vmax") ? a : b;
    const long size = is("vneg") ? -a : a < 0 ? -a : a;
    return name[length - 2] == 's' && is_signed ? cut(size, -top, top - 1) : size;
}

static unsigned expected(const char *name, unsigned a, unsigned b) {
    const int bits = name[strlen(name) - 1] == '2' ? 16 : 8;
    const unsigned mask = (1u << bits) - 1;
    char difference[16];
    unsigned all = 0;
    const bool sums = strncmp(name, "vsad", 4) == 0;
    snprintf(difference, sizeof difference, "vabsdiff%s", name + 4);
    for (int at = 0; at < 32; at += bits) {
        const unsigned one =
            (unsigned)part(sums ? difference : name, a >> at & mask, b >> at & mask, bits) & mask;
        all += sums ? one : one << at;
    }
    return all;
}

int main() {
    static unsigned a[PAIRS], b[PAIRS], got[PAIRS * COUNT];
    unsigned *d_a, *d_b, *d_out, state = 1, wrong = 0;
    const unsigned edges[] = {0,          0xffffffff, 0x80808080, 0x7f7f7f7f,
                              0x80008000, 0x7fff7fff, 0x01ff00fe, 0x00010001};
    for (int i = 0; i < PAIRS; i++) {
        a[i] = i < 64 ? edges[i % 8] : state = state * 1664525 + 1013904223;
        b[i] = i < 64 ? edges[i / 8] : state = state * 1664525 + 1013904223;
    }
    cudaMalloc(&d_a, sizeof a);
    cudaMalloc(&d_b, sizeof b);
    cudaMalloc(&d_out, sizeof got);
    cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice);
    compute<<<PAIRS / 128, 128>>>(d_a, d_b, d_out);
    cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < PAIRS; i++)
        for (int k = 0; k < COUNT; k++)
            if (got[i * COUNT + k] != expected(names[k], a[i], b[i]) && wrong++ < 20)
                fprintf(stderr, "%s(%08x, %08x) is %08x, not %08x\n", names[k], a[i], b[i],
                        got[i * COUNT + k], expected(names[k], a[i], b[i]));
    printf("%u\n", wrong);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_out);
}
