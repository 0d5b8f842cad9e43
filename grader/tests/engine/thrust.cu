// Thrust (package libthrust-dev): vectors in device memory that kernels use, and algorithms that run on the
// device.
#include <cstdio>
#include <cuda_runtime.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

static int failures;

static void expect(const char *what, double got, double wanted) {
    if (got == wanted)
        return;
    printf("%s: %g, not %g\n", what, got, wanted);
    failures++;
}

struct square {
    __device__ int operator()(int x) const { return x * x; }
};
struct is_odd {
    __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }
};
struct looked_up {
    const int *table;
    __device__ int operator()(int i) const {
        return table[i]; // expect: out_of_bounds
    }
};

__global__ void twice(int *p, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] *= 2;
}

enum { N = 10 };

static void vectors() {
    thrust::host_vector<int> h(N);
    for (int i = 0; i < N; i++)
        h[i] = N - i;
    thrust::device_vector<int> d = h;
    twice<<<1, 32>>>(thrust::raw_pointer_cast(d.data()), N);
    thrust::sort(d.begin(), d.end());
    expect("smallest", d[0], 2);
    d[0] = 7;
    d.push_back(5);
    expect("size", (double)d.size(), N + 1);
    expect("last", d.back(), 5);
    h = d;
    for (int i = 0; i < N; i++)
        expect("sorted", h[i], i == 0 ? 7 : 2 * (i + 1));
    thrust::device_vector<double> wide(d.begin(), d.end());
    expect("as double", wide[2], 6);
    thrust::device_vector<float> filled(3, 1.5f);
    expect("filled", thrust::reduce(filled.begin(), filled.end(), 0.0f, thrust::plus<float>()), 4.5);
}

static void algorithms() {
    thrust::device_vector<int> a(N), b(N), c(N);
    thrust::sequence(a.begin(), a.end());
    thrust::transform(a.begin(), a.end(), b.begin(), square());
    expect("sum of squares", thrust::reduce(b.begin(), b.end()), 285);
    expect("the same", thrust::transform_reduce(a.begin(), a.end(), square(), 0, thrust::plus<int>()), 285);
    expect("inner product", thrust::inner_product(a.begin(), a.end(), a.begin(), 0), 285);
    expect("odd", (double)thrust::count_if(a.begin(), a.end(), is_odd()), 5);
    expect("largest", (double)(thrust::max_element(b.begin(), b.end()) - b.begin()), 9);
    thrust::inclusive_scan(a.begin(), a.end(), c.begin());
    expect("inclusive scan", c[4], 10);
    thrust::exclusive_scan(a.begin(), a.end(), c.begin(), 100);
    expect("exclusive scan", c[4], 106);
    thrust::sort_by_key(b.begin(), b.end(), a.begin(), thrust::greater<int>());
    expect("by key", a[0], 9);
    expect("gone", (double)(thrust::remove_if(a.begin(), a.end(), is_odd()) - a.begin()), 5);
    const int words[] = {1, 1, 2, 2, 2, 3};
    thrust::device_vector<int> keys(words, words + 6), counts(6, 1), found(6), sums(6);
    auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), counts.begin(), found.begin(), sums.begin());
    expect("keys", (double)(ends.first - found.begin()), 3);
    expect("of the second", sums[1], 3);
    expect("different", (double)(thrust::unique(keys.begin(), keys.end()) - keys.begin()), 3);
    auto pairs = thrust::make_zip_iterator(thrust::make_tuple(found.begin(), sums.begin()));
    expect("pair", thrust::get<1>(thrust::tuple<int, int>(pairs[2])), 1);
    expect("counted", thrust::reduce(thrust::counting_iterator<int>(1), thrust::counting_iterator<int>(5)),
           10);
    thrust::device_vector<int> places(2), picked(2);
    places[0] = 2;
    places[1] = 0;
    thrust::gather(places.begin(), places.end(), found.begin(), picked.begin());
    expect("gathered", picked[0], 3);
}

static void plain_pointers() {
    int *raw, host[4] = {4, 1, 3, 2};
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc(&raw, sizeof host);
    thrust::copy(host, host + 4, thrust::device_pointer_cast(raw));
    thrust::sort(thrust::cuda::par.on(stream), raw, raw + 4);
    thrust::transform(thrust::device, raw, raw + 4, raw, square());
    thrust::copy(thrust::device_pointer_cast(raw), thrust::device_pointer_cast(raw) + 4, host);
    expect("in a stream", host[0] * 1000 + host[3], 1016);
    thrust::sort(thrust::host, host, host + 4, thrust::greater<int>());
    expect("on the host", host[0], 16);
    // Functors are checked like any kernel.
    thrust::device_vector<int> out(5);
    thrust::transform(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(5), out.begin(),
                      looked_up{raw});
    cudaFree(raw);
    cudaStreamDestroy(stream);
}

int main() {
    vectors();
    algorithms();
    plain_pointers();
    return failures != 0;
}
