// Values that shuffles take from lanes without a value: blamed where they matter, at the shuffle's line, and
// not where they are passed on, received, or added to an unused value.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

enum { ALL = 0xffffffffu, N = 64 };

/* ---- right: each lane that uses a value receives one ---- */

__global__ void broadcast(int *out, int x) {
    int lane = threadIdx.x % 32, value;
    if (lane == 0)
        value = x;
    value = __shfl_sync(ALL, value, 0);
    out[threadIdx.x] = value;
}

__device__ int from_lane(int v, int source) { return __shfl_sync(ALL, v, source); }

__global__ void broadcast_by_function(float *out, float x) {
    float value;
    double wide;
    int count;
    if (threadIdx.x % 32 == 5)
        value = x, wide = 2 * x, count = 3;
    count = from_lane(count, 5);
    value = __shfl_sync(ALL, value, 5);
    wide = __shfl_sync(ALL, wide, 5);
    out[threadIdx.x] = value + (float)wide + (float)count;
}

__global__ void in_two_halves(long long *out, long long x) {
    long long value;
    if (threadIdx.x % 32 == 0)
        value = x;
    int low = __shfl_sync(ALL, (int)value, 0), high = __shfl_sync(ALL, (int)(value >> 32), 0);
    out[threadIdx.x] = (long long)high << 32 | (unsigned)low;
}

struct place {
    float x, y, z;
};

__global__ void of_a_class(float *out) {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    place p;
    if (warp.thread_rank() == 0)
        p = {1, 2, 3};
    p = warp.shfl(p, 0);
    place q;
    if (warp.thread_rank() == 1)
        q.x = 1;
    q.x = __shfl_sync(ALL, q.x, 1);
    out[threadIdx.x] = p.x + p.y + p.z + q.x;
}

__global__ void reserve(int *count, int *out) {
    unsigned peers = __match_any_sync(ALL, (int)threadIdx.x % 5);
    int leader = __ffs((int)peers) - 1, base;
    if ((int)threadIdx.x % 32 == leader)
        base = atomicAdd(count, __popc(peers));
    base = __shfl_sync(peers, base, leader);
    out[threadIdx.x] = base >= 0;
}

/* Lanes 4 to 7 receive from lanes that are not in the mask, and add that up. */
__global__ void eight_lanes(const int *in, int *out) {
    int v = in[threadIdx.x];
    if (threadIdx.x < 8) {
        for (int d = 4; d > 0; d /= 2)
            v += __shfl_down_sync(0xffu, v, d);
        if (threadIdx.x == 0)
            *out = v;
    }
}

/* The same with a condition on what they receive, which only chooses. */
__global__ void largest_of_eight(const int *in, int *out) {
    int v = in[threadIdx.x], at = threadIdx.x;
    if (threadIdx.x >= 8)
        return;
    for (int d = 4; d > 0; d /= 2) {
        int other = __shfl_down_sync(0xffu, v, d), other_at = __shfl_down_sync(0xffu, at, d);
        if (other > v) {
            v = other;
            at = other_at;
        }
    }
    if (v > 0 && threadIdx.x == 0)
        out[0] = v, out[1] = at;
}

/* A value that is multiplied by 0, or not selected, is not used. */
__global__ void guarded(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t >= n)
        return;
    int v = in[t];
    for (int d = 16; d > 0; d /= 2) {
        int other = __shfl_down_sync(ALL, v, d);
        v += (t + d < n) * other;
    }
    int last = in[t];
    for (int d = 16; d > 0; d /= 2) {
        int other = __shfl_down_sync(ALL, last, d);
        last += t + d < n ? other : 0;
    }
    out[t] = v + last;
}

/* Kept in an array of its own, and not used. */
__global__ void in_an_array(const int *in, int *out) {
    int v[4];
    if (threadIdx.x >= 8)
        return;
    for (int i = 0; i < 4; i++)
        v[i] = in[threadIdx.x] + i;
    for (int i = 0; i < 4; i++)
        for (int d = 4; d > 0; d /= 2)
            v[i] += __shfl_down_sync(0xffu, v[i], d);
    if (threadIdx.x == 0)
        out[0] = v[0] + v[1] + v[2] + v[3];
}

/* ---- wrong ---- */

__global__ void half_a_warp(const int *in, int *out) {
    int v = in[threadIdx.x];
    if (threadIdx.x >= 16)
        return;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(ALL, v, d); // expect: uninitialized
    if (threadIdx.x == 0)
        *out = v;
}

__global__ void small_block(const int *in, int *out) {
    int v = in[threadIdx.x];
    v = max(v, __shfl_down_sync(ALL, v, 16)); // expect: uninitialized
    out[threadIdx.x] = v;
}

__global__ void not_in_the_mask(const int *in, int *out) {
    int v = in[threadIdx.x];
    if (threadIdx.x < 8)
        v += __shfl_down_sync(0xffu, v, 4); // expect: uninitialized
    out[threadIdx.x] = v;
}

__global__ void from_the_wrong_lane(int *out, int x) {
    int value;
    if (threadIdx.x % 32 == 0)
        value = x;
    value = __shfl_sync(ALL, value, 1); // expect: uninitialized
    out[threadIdx.x] = value;
}

__global__ void through_two(int *out, int x) {
    int value;
    if (threadIdx.x % 32 < 16)
        value = x;
    int next = __shfl_down_sync(ALL, value, 8);   // expect: uninitialized
    out[threadIdx.x] = __shfl_sync(ALL, next, 8); // the line before is the cause
}

__global__ void as_a_condition(const int *in, int *out) {
    int v = in[threadIdx.x];
    if (threadIdx.x >= 8)
        return;
    v = __shfl_down_sync(0xffu, v, 4); // expect: uninitialized
    if (v == 5)
        *out = 1;
}

__global__ void as_an_index(const int *in, int *out) {
    int v = in[threadIdx.x] % 4;
    if (threadIdx.x >= 8)
        return;
    v = __shfl_down_sync(0xffu, v, 4); // expect: uninitialized
    out[threadIdx.x] = in[v & 3];
}

__global__ void voted_on(int *out, const int *in) {
    int value;
    if (threadIdx.x % 32 == 0)
        value = in[threadIdx.x];
    if (__any_sync(ALL, value > 0)) // expect: uninitialized
        out[threadIdx.x] = 1;
}

__global__ void reduced(int *out, const int *in) {
    int value;
    if (threadIdx.x % 32 == 0)
        value = in[threadIdx.x];
    out[threadIdx.x] = __reduce_add_sync(ALL, value); // expect: uninitialized
}

__global__ void received_then_voted_on(int *out, int x) {
    int value;
    if (threadIdx.x % 32 < 16)
        value = x;
    int next = __shfl_down_sync(ALL, value, 8); // expect: uninitialized
    out[threadIdx.x] = __ballot_sync(ALL, next > 0);
}

__global__ void added(const int *in, int *sum) {
    int v = in[threadIdx.x];
    if (threadIdx.x >= 16)
        return;
    v += __shfl_down_sync(0xffffu, v, 8); // expect: uninitialized
    atomicAdd(sum, v);
}

__global__ void kept_in_a_variable(int *out, int x) {
    int value;
    if (threadIdx.x % 32 < 16)
        value = x;
    value = __shfl_down_sync(ALL, value, 8); // expect: uninitialized
    if (threadIdx.x % 32 < 16)
        out[threadIdx.x] = value;
}

int main() {
    int *in, *out;
    cudaMalloc(&in, N * sizeof *in);
    cudaMalloc(&out, 2 * N * sizeof *out);
    cudaMemset(in, 0, N * sizeof *in);
    cudaMemset(out, 0, 2 * N * sizeof *out);
    broadcast<<<1, N>>>(out, 7);
    broadcast_by_function<<<1, N>>>((float *)out, 7);
    in_two_halves<<<1, N>>>((long long *)out, 7);
    of_a_class<<<1, N>>>((float *)out);
    cudaMemset(out, 0, 2 * N * sizeof *out);
    reserve<<<1, N>>>(out, out + 1);
    eight_lanes<<<1, 32>>>(in, out);
    largest_of_eight<<<1, 32>>>(in, out);
    guarded<<<1, 32>>>(in, out, 20);
    in_an_array<<<1, 32>>>(in, out);
    half_a_warp<<<1, 32>>>(in, out);
    small_block<<<1, 16>>>(in, out);
    not_in_the_mask<<<1, 32>>>(in, out);
    from_the_wrong_lane<<<1, N>>>(out, 7);
    through_two<<<1, N>>>(out, 7);
    as_a_condition<<<1, 32>>>(in, out);
    as_an_index<<<1, 32>>>(in, out);
    voted_on<<<1, N>>>(out, in);
    reduced<<<1, N>>>(out, in);
    received_then_voted_on<<<1, N>>>(out, 7);
    added<<<1, 32>>>(in, out);
    kept_in_a_variable<<<1, N>>>(out, 7);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
