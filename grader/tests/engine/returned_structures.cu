// Structures that functions return, stored by an assignment: the checkers see them like any other store,
// whatever their size, and however the function is called.
#include <cuda_runtime.h>

#define APART __attribute__((noinline))

struct one {
    int a;
};
struct three {
    int a, b, c;
};
struct two_doubles {
    double a, b;
};
struct six {
    int a, b, c, d, e, f;
};
struct pair {
    float2 low, high;
};
union either {
    int i;
    float f;
};

template <class T> __device__ APART T made(int t) {
    T v{};
    reinterpret_cast<int *>(&v)[0] = t;
    return v;
}
__device__ APART float2 spread(float x) { return make_float2(x, -x); }
__device__ APART either int_of(int i) {
    either e;
    e.i = i;
    return e;
}

struct maker {
    int base;
    __device__ APART three at(int t) const { return three{base, t, base + t}; }
    __device__ APART six operator()(int t) const { return six{t, t, t, base, base, base}; }
};

__device__ APART three operator+(three x, three y) { return three{x.a + y.a, x.b + y.b, x.c + y.c}; }

struct filled {
    one ones[64];
    float2 floats[64];
    three threes[64];
    int4 fours[64];
    two_doubles doubles[64];
    six sixes[64];
    pair pairs[64];
    either eithers[64];
};

__global__ void fill(filled *all, int n) {
    int t = threadIdx.x;
    all->ones[t] = made<one>(t);
    all->floats[t] = spread(t);
    all->threes[t] = made<three>(t);
    all->fours[t] = made<int4>(t);
    all->doubles[t] = made<two_doubles>(t);
    all->sixes[t] = n > 3 ? made<six>(t) : made<six>(n);
    all->pairs[t] = {spread(t), spread(n)};
    all->eithers[t] = int_of(t);
    __syncthreads();
    six (*pointer)(int) = made<six>;
    maker m{n};
    auto lambda = [=](int i) __attribute__((noinline)) { return made<two_doubles>(i + n); };
    all->threes[t] = m.at(t);
    all->threes[t] = all->threes[t] + m.at(1);
    all->doubles[t] = lambda(t);
    all->sixes[t] = m(t);
    *(all->sixes + t) = (*pointer)(t), all->pairs[t] = pair{spread(t), spread(n)};
}

__global__ void use(const filled *all, int *out) {
    int t = threadIdx.x;
    float2 local;
    __shared__ three shared[64];
    local = spread(t);
    shared[t] = all->threes[t] + all->threes[t];
    __syncthreads();
    const float *coordinate = &local.x;
    out[t] = all->ones[t].a + (int)all->floats[t].y + all->fours[t].x + (int)all->doubles[t].a +
             all->sixes[t].a + (int)all->pairs[t].high.x + all->eithers[t].i + shared[63 - t].c +
             (int)coordinate[t % 2];
}

__global__ void race(pair *cells, int *out, six *six_cells) {
    int t = threadIdx.x;
    cells[t / 2] = pair{spread(t), spread(-t)}; // expect: race
    six_cells[t / 2] = made<six>(t);            // expect: race
    *out = 0;
}

__global__ void too_far(float2 *floats, six *sixes) {
    floats[threadIdx.x + 1] = spread(threadIdx.x);   // expect: out_of_bounds
    sixes[threadIdx.x + 1] = made<six>(threadIdx.x); // expect: out_of_bounds
}

int main() {
    filled *all;
    int *out, sums[64];
    float2 *floats;
    six *sixes;
    pair *pairs;
    cudaMalloc(&all, sizeof *all);
    cudaMalloc(&out, sizeof sums);
    cudaMalloc(&floats, 64 * sizeof *floats);
    cudaMalloc(&sixes, 64 * sizeof *sixes);
    cudaMalloc(&pairs, 64 * sizeof *pairs);
    fill<<<1, 64>>>(all, 5);
    use<<<1, 64>>>(all, out);
    cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
    race<<<1, 64>>>(pairs, out, sixes);
    too_far<<<1, 64>>>(floats, sixes);
    cudaDeviceSynchronize();
    cudaFree(all);
    cudaFree(out);
    cudaFree(floats);
    cudaFree(sixes);
    cudaFree(pairs);
}
