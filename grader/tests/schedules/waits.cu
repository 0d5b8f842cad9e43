// Threads that wait at every kind of place, with what a compiler may keep over it: in a loop, in a function
// that is not inlined, recursive or called through a pointer, with an array, a volatile variable or a
// destructor.
#include <cstdio>

enum { THREADS = 256, BLOCKS = 4, WAYS = 18 };

__device__ __noinline__ int called(int *s, int t) {
    s[t] += 1;
    __syncthreads();
    int next = s[(t + 1) % THREADS];
    __syncthreads();
    return next;
}

__device__ int recursive(int *s, int t, int depth) {
    if (depth == 0)
        return s[t];
    __syncthreads();
    return recursive(s, t, depth - 1) + 1;
}

template <int N> __device__ __forceinline__ int inlined(int *s, int t) {
    int v = s[t];
    for (int i = 0; i < N; i++) {
        __syncthreads();
        s[t] = v + i;
        __syncthreads();
        v ^= s[(t + N) % THREADS];
    }
    return v;
}

struct adder {
    int value;
    __device__ adder(int start) : value(start) {}
    __device__ ~adder() { value = -1; }
    __device__ int add(int x) { return value += x; }
};

__device__ void by_reference(int &x, int *s, int t) {
    x += s[t ^ 1];
    __syncthreads();
    x *= 3;
}

typedef int function(int *, int);
__device__ function *const table[1] = {called};

__device__ int two_calls(int *s, int t, int v) {
    auto add = [&](int x) {
        v += s[x];
        __syncthreads();
        return v;
    };
    return add(t) + add((t + 9) % THREADS);
}

__device__ int backward_jump(int *s, int t, int v) {
    int i = 0;
again:
    s[t] = v + i;
    __syncthreads();
    v += s[(t + 5) % THREADS];
    __syncthreads();
    if (++i < 4)
        goto again;
    return v;
}

__device__ int in_a_volatile(int *s, int t, int v) {
    volatile int x = t;
    __syncthreads();
    x += s[t];
    __syncthreads();
    return v + x;
}

__device__ int warp_by_warp(int t, int v) {
    v += __shfl_xor_sync(~0u, v, 3);
    if (t / 32 % 2) {
        v += __shfl_down_sync(~0u, v, 1);
        __syncwarp();
    } else {
        v += __popc(__ballot_sync(~0u, v & 1));
    }
    return v + __syncthreads_or(v == 5) + __syncthreads_count(t & 1);
}

__device__ int many_types(int *s, int t, int v) {
    double d = t;
    float f = t;
    long long l = t;
    short h = (short)t;
    int4 q = {t, t + 1, t + 2, t + 3};
    __syncthreads();
    d += s[t];
    f += d;
    l += f;
    h += l;
    q.y += s[q.x & 255];
    __syncthreads();
    return v + (int)(d + f + l + h) + q.x + q.y + q.z + q.w;
}

__device__ int nested(int *s, int t, int v) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++) {
            if (j == 1)
                continue;
            s[t] = v + i * j;
            __syncthreads();
            v += s[255 - t];
            __syncthreads();
        }
    return v;
}

__device__ int with_assembly(int t, int v) {
    int x = t;
    asm("add.s32 %0, %0, 5;" : "+r"(x));
    __syncthreads();
    asm("add.s32 %0, %0, 7;" : "+r"(x));
    return v + x;
}

__device__ int with_array(int *s, int t) {
    int kept[5], v = 0;
    for (int i = 0; i < 5; i++) {
        kept[i] = s[(t + i) % THREADS];
        __syncthreads();
        s[t] = kept[i] + i;
        __syncthreads();
    }
    for (int i = 0; i < 5; i++)
        v = v * 31 + kept[(i + t) % 5];
    return v;
}

// A kernel for each way, since one part that needs a stack keeps the whole of a kernel on stacks.
template <int WAY> __global__ void wait(int *out, int n) {
    __shared__ int s[THREADS];
    const int t = threadIdx.x;
    int kept = 5 * t, *hidden = &kept;
    if (WAY == 17) // the compiler does not see what it points to
        asm volatile("" : "+l"(hidden));
    s[t] = t * 7 + blockIdx.x;
    __syncthreads();
    int v = WAY == 0 ? with_array(s, t) : t;
    n += t;
    __syncthreads();
    switch (WAY) {
    case 1:
        v += called(s, t);
        break;
    case 2:
        v += recursive(s, t, 3);
        break;
    case 3:
        v += inlined<3>(s, t);
        break;
    case 4: {
        adder a(v);
        __syncthreads();
        v = a.add(s[t]);
    } break;
    case 5:
        by_reference(v, s, t);
        break;
    case 6:
        v = two_calls(s, t, v);
        break;
    case 7:
        v = backward_jump(s, t, v);
        break;
    case 8:
        v += table[0](s, t);
        break;
    case 9:
        v = in_a_volatile(s, t, v);
        break;
    case 10:
        v = warp_by_warp(t, v);
        break;
    case 11:
        v = many_types(s, t, v);
        break;
    case 12:
        v = nested(s, t, v);
        break;
    case 13:
        v = with_assembly(t, v);
        break;
    case 14:
        if (t >= 128) {
            out[blockIdx.x * THREADS + t] = 1;
            return;
        }
        __syncthreads();
        v += s[t];
        __syncthreads();
        break;
    case 15:
        __syncthreads();
        v += s[(t + 3) % THREADS];
        break;
    case 17:
        v += *hidden;
        break;
    case 16:
        v += called(s, t);
        if (t % 5 == 3) {
            out[blockIdx.x * THREADS + t] = v;
            asm volatile("exit;");
        }
        __syncthreads();
        v += called(s, t);
        break;
    }
    out[blockIdx.x * THREADS + t] = v + n;
}

template <int WAY> bool run(int *out) {
    static int found[BLOCKS * THREADS];
    unsigned hash = 0;
    wait<WAY><<<BLOCKS, THREADS>>>(out, WAY);
    if (cudaMemcpy(found, out, sizeof found, cudaMemcpyDeviceToHost) != cudaSuccess)
        return false;
    for (int value : found) {
        hash = (hash ^ (unsigned)value) * 0x9e3779b1u;
        hash ^= hash >> 15;
    }
    printf("%08x ", hash);
    if constexpr (WAY + 1 < WAYS)
        return run<WAY + 1>(out);
    return true;
}

int main() {
    int *out;
    cudaMalloc(&out, BLOCKS * THREADS * sizeof(int));
    const bool all = run<0>(out);
    cudaFree(out);
    return all ? 0 : 1;
}
