// Inline PTX as courses use it: each instruction of the table against what the PTX ISA says, and two
// mistakes. A wrong result is printed. (Built by nvcc with -DONLY_RIGHT, a GPU passes the same table.)
#include <cstdio>
#include <cuda_runtime.h>

typedef unsigned int u32;
typedef unsigned long long u64;

__device__ int failures;

#define EXPECT(what, got, wanted)                                                                            \
    do {                                                                                                     \
        if ((got) != (wanted)) {                                                                             \
            printf("%s: %llx, not %llx\n", what, (u64)(got), (u64)(wanted));                                 \
            atomicAdd(&failures, 1);                                                                         \
        }                                                                                                    \
    } while (0)

struct row_of_3 {
    u32 a, b, c, wanted;
};

#define TABLE_OF_3(name, instruction, ...)                                                                   \
    __device__ void name() {                                                                                 \
        const row_of_3 rows[] = {__VA_ARGS__};                                                               \
        for (const row_of_3 &row : rows) {                                                                   \
            u32 got;                                                                                         \
            asm(instruction " %0, %1, %2, %3;" : "=r"(got) : "r"(row.a), "r"(row.b), "r"(row.c));            \
            EXPECT(instruction, got, row.wanted);                                                            \
        }                                                                                                    \
    }
#define TABLE_OF_2(name, instruction, ...)                                                                   \
    __device__ void name() {                                                                                 \
        const row_of_3 rows[] = {__VA_ARGS__};                                                               \
        for (const row_of_3 &row : rows) {                                                                   \
            u32 got;                                                                                         \
            asm(instruction " %0, %1, %2;" : "=r"(got) : "r"(row.a), "r"(row.b));                            \
            EXPECT(instruction, got, row.wanted);                                                            \
        }                                                                                                    \
    }
#define TABLE_OF_1(name, instruction, ...)                                                                   \
    __device__ void name() {                                                                                 \
        const row_of_3 rows[] = {__VA_ARGS__};                                                               \
        for (const row_of_3 &row : rows) {                                                                   \
            u32 got;                                                                                         \
            asm(instruction " %0, %1;" : "=r"(got) : "r"(row.a));                                            \
            EXPECT(instruction, got, row.wanted);                                                            \
        }                                                                                                    \
    }

TABLE_OF_3(bfe_u, "bfe.u32", {0xabcd1234, 8, 8, 0x12}, {0xabcd1234, 28, 8, 0xa}, {~0u, 0, 0, 0},
           {~0u, 40, 4, 0}, {0xabcd1234, 0, 32, 0xabcd1234}, {0xabcd1234, 4, 200, 0xabcd123})
TABLE_OF_3(bfe_s, "bfe.s32", {0x000000f0, 4, 4, ~0u}, {0x00000070, 4, 4, 7}, {0x80000000, 28, 8, 0xfffffff8},
           {0x80000000, 40, 4, ~0u}, {5, 0, 0, 0})
TABLE_OF_3(prmt, "prmt.b32", {0x33221100, 0x77665544, 0x5140, 0x55114400},
           {0x80000000, 0, 0xb3b3, 0xff80ff80}, {0x33221100, 0x77665544, 0x7654, 0x77665544})
TABLE_OF_3(shf_l, "shf.l.wrap.b32", {0x80000001, 2, 33, 5}, {0x80000000, 1, 1, 3}, {7, 9, 0, 9})
TABLE_OF_3(shf_r, "shf.r.clamp.b32", {0x80000000, 1, 31, 3}, {1, 9, 40, 9}, {6, 1, 1, 0x80000003})
TABLE_OF_3(mad_lo, "mad.lo.u32", {3, 5, 7, 22}, {~0u, 2, 3, 1})
TABLE_OF_3(mad_hi, "mad.hi.s32", {0x80000000, 2, 1, 0}, {0x40000000, 8, 1, 3})
TABLE_OF_3(sad_s, "sad.s32", {~0u, 1, 5, 7}, {4, 1, 5, 8})
TABLE_OF_3(dp4a_u, "dp4a.u32.u32", {0x01020304, 0x01010101, 100, 110}, {0xff000000, 0x02000000, 0, 510})
TABLE_OF_3(dp4a_s, "dp4a.s32.s32", {0xff000000, 0x02000000, 0, ~1u})
TABLE_OF_2(shl, "shl.b32", {1, 31, 0, 0x80000000}, {1, 32, 0, 0}, {3, 300, 0, 0})
TABLE_OF_2(shr_u, "shr.u32", {0x80000000, 31, 0, 1}, {0x80000000, 32, 0, 0})
TABLE_OF_2(shr_s, "shr.s32", {0x80000000, 31, 0, ~0u}, {0x80000000, 64, 0, ~0u}, {4, 1, 0, 2})
TABLE_OF_2(mul_hi, "mul.hi.u32", {~0u, ~0u, 0, 0xfffffffe})
TABLE_OF_2(mul24, "mul24.lo.s32", {0x01000003, 0x00ffffff, 0, 0xfffffffd})
TABLE_OF_2(div_s, "div.s32", {0xfffffff9, 2, 0, 0xfffffffd})
TABLE_OF_2(rem_s, "rem.s32", {0xfffffff9, 2, 0, ~0u})
TABLE_OF_2(min_s, "min.s32", {~0u, 1, 0, ~0u})
TABLE_OF_2(max_u, "max.u32", {~0u, 1, 0, ~0u})
TABLE_OF_1(bfind_u, "bfind.u32", {0, 0, 0, ~0u}, {1, 0, 0, 0}, {0x00f00000, 0, 0, 23})
TABLE_OF_1(bfind_s, "bfind.s32", {~0u, 0, 0, ~0u}, {0xfffffff0, 0, 0, 3}, {0x00f00000, 0, 0, 23})
TABLE_OF_1(shiftamt, "bfind.shiftamt.u32", {1, 0, 0, 31}, {0, 0, 0, ~0u})
TABLE_OF_1(brev, "brev.b32", {1, 0, 0, 0x80000000}, {0x0000000f, 0, 0, 0xf0000000})
TABLE_OF_1(popc, "popc.b32", {0xf0f0, 0, 0, 8}, {~0u, 0, 0, 32})
TABLE_OF_1(clz, "clz.b32", {0, 0, 0, 32}, {0x00ffffff, 0, 0, 8})
TABLE_OF_1(negation, "neg.s32", {5, 0, 0, 0xfffffffb})
TABLE_OF_1(absolute, "abs.s32", {0xfffffffb, 0, 0, 5})

__device__ void logic() {
    u32 got;
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(got) : "r"(0xf0f0f0f0u), "r"(0xccccccccu), "r"(0xaaaaaaaau));
    EXPECT("lop3 0x96", got, 0xf0f0f0f0u ^ 0xccccccccu ^ 0xaaaaaaaau);
    asm("lop3.b32 %0, %1, %2, %3, 0xE8;" : "=r"(got) : "r"(0xf0f0f0f0u), "r"(0xccccccccu), "r"(0xaaaaaaaau));
    EXPECT("lop3 0xe8", got, 0xe8e8e8e8u);
    asm("bfi.b32 %0, %1, %2, 8, 4;" : "=r"(got) : "r"(0xau), "r"(0xffffffffu));
    EXPECT("bfi", got, 0xfffffaffu);
    asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(got) : "r"(0xau), "r"(7u), "r"(28), "r"(40));
    EXPECT("bfi over the end", got, 0xa0000007u);
}

__device__ void wide_and_mixed() {
    u64 product, packed;
    u32 low, high;
    int sum = 5;
    asm("mul.wide.s32 %0, %1, %2;" : "=l"(product) : "r"(-2), "r"(0x40000000));
    EXPECT("mul.wide", product, 0xffffffff80000000ull);
    asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(product) : "r"(~0u), "r"(2), "l"(3ull));
    EXPECT("mad.wide", product, 0x200000001ull);
    asm("mov.b64 %0, {%1, %2};" : "=l"(packed) : "r"(0x11111111), "r"(0x22222222));
    EXPECT("pack", packed, 0x2222222211111111ull);
    asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(packed + 1));
    EXPECT("unpack low", low, 0x11111112u);
    EXPECT("unpack high", high, 0x22222222u);
    asm("add.s32 %0, %0, %1;" : "+r"(sum) : "n"(3 * 4));
    EXPECT("read and written", sum, 17);
    asm("{\n\t"
        ".reg .u32 t<2>;\n\t" // two registers
        ".reg .pred p, q;\n\t"
        "add.u32 t0, %1, 0x10;\n\t"
        "setp.gt.u32 p, t0, %2;\n\t"
        "mov.u32 t1, -1;\n\t"
        "@p mov.u32 t1, 3;\n\t"
        "@!p add.u32 t1, t1, 3;\n\t"
        "setp.eq.u32 q, t1, 2;\n\t"
        "selp.u32 %0, t1, 0, q;\n\t"
        "}"
        : "=r"(low)
        : "r"(1), "r"(100));
    EXPECT("a program", low, 2u);
}

__device__ void floats() {
    float f, half_way = 1.0f;
    double d;
    int i;
    asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(f) : "f"(3.0f), "f"(4.0f), "f"(0.5f));
    EXPECT("fma", f, 12.5f);
    asm("add.rz.f32 %0, %1, %2;" : "=f"(f) : "f"(half_way), "f"(8.9e-8f));
    EXPECT("add.rz", f, 1.0f);
    asm("add.rp.f32 %0, %1, %2;" : "=f"(f) : "f"(half_way), "f"(1e-9f));
    EXPECT("add.rp", f, 1.00000012f);
    asm("mov.f32 %0, 0f3FC00000;" : "=f"(f));
    EXPECT("a float's bits", f, 1.5f);
    asm("mul.f64 %0, %1, %2;" : "=d"(d) : "d"(1.5), "d"(4.0));
    EXPECT("mul.f64", d, 6.0);
    asm("cvt.rni.s32.f32 %0, %1;" : "=r"(i) : "f"(2.5f));
    EXPECT("cvt.rni", i, 2);
    asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(i) : "f"(-2.9f));
    EXPECT("cvt.rzi", i, -2);
    asm("cvt.rzi.u32.f32 %0, %1;" : "=r"(i) : "f"(-2.9f));
    EXPECT("cvt of a negative number", i, 0);
    asm("cvt.rn.f32.u32 %0, %1;" : "=f"(f) : "r"(16777217u));
    EXPECT("cvt.rn", f, 16777216.0f);
    asm("cvt.rp.f32.u32 %0, %1;" : "=f"(f) : "r"(16777217u));
    EXPECT("cvt.rp", f, 16777218.0f);
    asm("cvt.s32.s8 %0, %1;" : "=r"(i) : "r"(0x1f0));
    EXPECT("cvt.s32.s8", i, -16);
    asm("min.f32 %0, %1, %2;" : "=f"(f) : "f"(nanf("")), "f"(2.0f));
    EXPECT("min of no number", f, 2.0f);
    asm("sqrt.rn.f32 %0, %1;" : "=f"(f) : "f"(9.0f));
    EXPECT("sqrt", f, 3.0f);
}

__global__ void values() {
    bfe_u(), bfe_s(), prmt(), shf_l(), shf_r(), mad_lo(), mad_hi(), sad_s(), dp4a_u(), dp4a_s(), shl(),
        shr_u();
    shr_s(), mul_hi(), mul24(), div_s(), rem_s(), min_s(), max_u(), bfind_u(), bfind_s(), shiftamt(), brev();
    popc(), clz(), negation(), absolute();
    logic();
    wide_and_mixed();
    floats();
}

// 48 threads: the second warp has 16 lanes.
__global__ void warps(u32 *out) {
    u32 lane, warp, slots, x, below, votes, other, in_range, sum;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm volatile("mov.u32 %0, %%warpid;" : "=r"(warp));
    asm("mov.u32 %0, %%nwarpid;" : "=r"(slots));
    asm("mov.u32 %0, %%tid.x;" : "=r"(x));
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
    EXPECT("laneid", lane, threadIdx.x % 32);
    /* The warp's place in its multiprocessor: on an H200 that is not its number in the block. */
    EXPECT("warpid", warp < slots && warp == __shfl_sync(__activemask(), warp, 0), true);
    EXPECT("tid.x", x, threadIdx.x);
    EXPECT("lanemask_lt", below, (1u << lane) - 1);
    const u32 mask = __activemask();
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, %2; }"
                 : "=r"(votes)
                 : "r"(lane & 1), "r"(mask));
    EXPECT("ballot", votes, 0xaaaaaaaau & mask);
    asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %2, 1, 0, %3; selp.u32 %1, 1, 0, p; }"
                 : "=r"(other), "=r"(in_range)
                 : "r"(lane * 10), "r"(mask));
    EXPECT("shfl.up", other, lane == 0 ? 0 : (lane - 1) * 10);
    EXPECT("in range", in_range, lane != 0);
    asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 0x1f, %2;" : "=r"(other) : "r"(lane), "r"(mask));
    EXPECT("shfl.bfly", other, lane ^ 1);
    asm volatile("shfl.sync.idx.b32 %0, %1, 1, 0x181f, %2;" : "=r"(other) : "r"(lane), "r"(mask));
    EXPECT("shfl.idx in eighths", other, lane / 8 * 8 + 1);
    asm volatile("redux.sync.add.u32 %0, %1, %2;" : "=r"(sum) : "r"(1), "r"(mask));
    EXPECT("redux", sum, (u32)__popc(mask));
    out[threadIdx.x] = lane;
}

__global__ void memory(u32 *p, float4 *vectors, u32 *counter) {
    __shared__ u32 cells[64];
    u32 a, b, old;
    const u32 i = threadIdx.x;
    asm volatile("st.shared.u32 [%0], %1;" ::"r"((u32)__cvta_generic_to_shared(&cells[i])), "r"(i + 7));
    asm volatile("bar.sync 0;" ::: "memory");
    asm volatile("ld.shared.u32 %0, [%1+4];" : "=r"(a) : "r"((u32)__cvta_generic_to_shared(&cells[i % 32])));
    EXPECT("shared", a, i % 32 + 8);
    asm volatile("st.global.cs.u32 [%0], %1;" ::"l"(p + i), "r"(i) : "memory");
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(b) : "l"(p + i) : "memory");
    EXPECT("global", b, i);
    float x, y, z, w;
    asm volatile("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(x), "=f"(y), "=f"(z), "=f"(w)
                 : "l"(vectors + 1));
    EXPECT("vector", x + 10 * y + 100 * z + 1000 * w, 7654.0f);
    asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(counter), "r"(2) : "memory");
    EXPECT("atom", old % 2, 0u);
    asm volatile("red.global.max.u32 [%0], %1;" ::"l"(counter + 1), "r"(i) : "memory");
    asm volatile("prefetch.global.L2 [%0];" ::"l"(p));
}

// A flag, released and acquired.
__global__ void signal(u32 *data, u32 *flag, u32 *out) {
    if (blockIdx.x == 1) {
        *data = 42;
        asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(flag), "r"(1) : "memory");
    } else {
        u32 seen = 0;
        while (!seen)
            asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
        *out = *data;
    }
}

#ifndef ONLY_RIGHT
__global__ void reads_too_far(const u32 *p, u32 *out) {
    u32 x;
    asm volatile("ld.global.nc.u32 %0, [%1];" : "=r"(x) : "l"(p + 64 + threadIdx.x)); // expect: out_of_bounds
    out[threadIdx.x] = x;
}

__global__ void without_barrier(u32 *out) {
    __shared__ u32 cells[64];
    u32 x;
    cells[threadIdx.x] = threadIdx.x; // expect: race
    asm volatile("ld.shared.u32 %0, [%1];"
                 : "=r"(x)
                 : "r"((u32)__cvta_generic_to_shared(&cells[63 - threadIdx.x])));
    out[threadIdx.x] = x;
}
#endif

int main() {
    u32 *p, *counter, found[2];
    float4 *vectors, numbers[2] = {{0, 0, 0, 0}, {4, 5, 6, 7}};
    int wrong;
    cudaMalloc(&p, 64 * sizeof *p);
    cudaMalloc(&counter, 2 * sizeof *counter);
    cudaMalloc(&vectors, sizeof numbers);
    cudaMemset(counter, 0, 2 * sizeof *counter);
    cudaMemcpy(vectors, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    values<<<1, 1>>>();
    warps<<<1, 48>>>(p);
    memory<<<1, 64>>>(p, vectors, counter);
    cudaMemcpy(found, counter, sizeof found, cudaMemcpyDeviceToHost);
    if (found[0] != 128 || found[1] != 63)
        printf("atomics: %u and %u\n", found[0], found[1]);
    cudaMemset(counter, 0, 2 * sizeof *counter);
    signal<<<2, 1>>>(p, counter, p + 1);
    cudaMemcpy(found, p + 1, sizeof *p, cudaMemcpyDeviceToHost);
    if (found[0] != 42)
        printf("signal: %u\n", found[0]);
#ifndef ONLY_RIGHT
    reads_too_far<<<1, 1>>>(p, counter);
    without_barrier<<<1, 64>>>(p);
#endif
    cudaMemcpyFromSymbol(&wrong, failures, sizeof wrong);
    cudaFree(p);
    cudaFree(counter);
    cudaFree(vectors);
    return wrong;
}
