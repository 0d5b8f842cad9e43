// Algorithms of CUB for the whole device.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cub/cub.cuh>
#include <vector>
int main() {
    const int n = 20000;
    std::vector<int> h(n), g(n);
    for (int i = 0; i < n; i++)
        h[i] = rand() % 1000;
    int *in, *out;
    cudaMalloc(&in, n * 4);
    cudaMalloc(&out, n * 4);
    cudaMemcpy(in, h.data(), n * 4, cudaMemcpyHostToDevice);
    void *t = nullptr;
    size_t bytes = 0;
    cub::DeviceReduce::Sum(t, bytes, in, out, n);
    cudaMalloc(&t, bytes);
    cudaError_t e = cub::DeviceReduce::Sum(t, bytes, in, out, n);
    int s, w = 0;
    cudaMemcpy(&s, out, 4, cudaMemcpyDeviceToHost);
    for (int x : h)
        w += x;
    printf("sum %d want %d %s\n", s, w, cudaGetErrorString(e));
    cudaFree(t);
    t = nullptr;
    cub::DeviceScan::InclusiveSum(t, bytes, in, out, n);
    cudaMalloc(&t, bytes);
    e = cub::DeviceScan::InclusiveSum(t, bytes, in, out, n);
    cudaMemcpy(g.data(), out, n * 4, cudaMemcpyDeviceToHost);
    printf("scan %d want %d %s\n", g[n - 1], w, cudaGetErrorString(e));
    cudaFree(t);
    t = nullptr;
    cub::DeviceRadixSort::SortKeys(t, bytes, in, out, n);
    cudaMalloc(&t, bytes);
    e = cub::DeviceRadixSort::SortKeys(t, bytes, in, out, n);
    cudaMemcpy(g.data(), out, n * 4, cudaMemcpyDeviceToHost);
    std::sort(h.begin(), h.end());
    printf("sort %d %s\n", h == g, cudaGetErrorString(e));
    cudaFree(t);
    t = nullptr;
    int *bins;
    cudaMalloc(&bins, 1000 * 4);
    cub::DeviceHistogram::HistogramEven(t, bytes, in, bins, 1001, 0, 1000, n);
    cudaMalloc(&t, bytes);
    e = cub::DeviceHistogram::HistogramEven(t, bytes, in, bins, 1001, 0, 1000, n);
    cudaMemcpy(g.data(), bins, 4000, cudaMemcpyDeviceToHost);
    int ok = 1;
    for (int v = 0; v < 1000; v++)
        ok &= g[v] == std::count(h.begin(), h.end(), v);
    printf("histogram %d %s\n", ok, cudaGetErrorString(e));
    cudaFree(t);
    cudaFree(in);
    cudaFree(out);
    cudaFree(bins);
}
