// Measures a device profile for the CPU engine, and prints it as the text file that SIMT_DEVICE takes.
//   nvcc -O3 -std=c++17 -arch=native grader/simt/profiles/measure/*.cu -o measure && ./measure mygpu >
//   mygpu.txt
//
// Each kernel keeps one part of the device busy and nothing else; engine/model/profile_keys.h says of each
// key what it is. Run it on an idle GPU: it takes some seconds, and 2 GiB of device memory.
#include "measure.cuh"

#include <cstring>
#include <ctime>

static int attribute(cudaDeviceAttr which) {
    int value = 0;
    require(cudaDeviceGetAttribute(&value, which, 0));
    return value;
}

static __global__ void fill_kernel(unsigned *data) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long z = i * 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    data[i] = (unsigned)(z ^ z >> 31);
}

static void fill(const bench &b) {
    fill_kernel<<<BYTES / sizeof(unsigned) / 256, 256>>>((unsigned *)b.from);
    require(cudaDeviceSynchronize());
}

static void print_limits(const char *name) {
    cudaDeviceProp device;
    require(cudaGetDeviceProperties(&device, 0));
    int runtime = 0, driver = 0;
    char date[16];
    const time_t now = std::time(nullptr);
    require(cudaRuntimeGetVersion(&runtime));
    require(cudaDriverGetVersion(&driver));
    std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
    note("%s, measured by grader/simt/profiles/measure on %s, built with CUDA %d.%d. The driver knows CUDA "
         "%d.%d.",
         device.name, date, runtime / 1000, runtime % 1000 / 10, driver / 1000, driver % 1000 / 10);
    std::printf("name = %s\ndevice = %s (CPU engine)\nmeasured = yes\n", name, device.name);
    std::printf("source = one %s, CUDA %d.%d, %s\n\n", device.name, runtime / 1000, runtime % 1000 / 10,
                date);
    std::printf("capability_major = %d\ncapability_minor = %d\nmultiprocessors = %d\n", device.major,
                device.minor, device.multiProcessorCount);
    std::printf("threads_per_multiprocessor = %d\nblocks_per_multiprocessor = %d\n",
                device.maxThreadsPerMultiProcessor, device.maxBlocksPerMultiProcessor);
    std::printf("registers_per_multiprocessor = %d\nshared_per_multiprocessor = %zu B\n",
                device.regsPerMultiprocessor, device.sharedMemPerMultiprocessor);
    std::printf(
        "shared_per_block = %zu B\nshared_per_block_optin = %zu B\nshared_reserved_per_block = %zu B\n",
        device.sharedMemPerBlock, device.sharedMemPerBlockOptin, device.reservedSharedMemPerBlock);
    std::printf("memory_bytes = %zu B\nl2_bytes = %d B\nconstant_bytes = %zu B\nmemory_bus_bits = %d\n",
                device.totalGlobalMem, device.l2CacheSize, device.totalConstMem, device.memoryBusWidth);
    print("clock_hz", attribute(cudaDevAttrClockRate) * 1e-3, "MHz");
    print("memory_clock_hz", attribute(cudaDevAttrMemoryClockRate) * 1e-3, "MHz");
}

static bench prepare() {
    bench b = {};
    b.multiprocessors = (unsigned)attribute(cudaDevAttrMultiProcessorCount);
    b.l2_bytes = (size_t)attribute(cudaDevAttrL2CacheSize);
    require(cudaMalloc(&b.from, BYTES));
    require(cudaMalloc(&b.to, BYTES));
    require(cudaMalloc(&b.cycles, MIB));
    require(cudaMalloc(&b.sink, KIB));
    require(cudaMemset(b.to, 0, BYTES));
    fill(b);
    return b;
}

static void measure(bench &b) {
    b.clock_hz = measure_clock(b);
    measure_device_memory(b);
    measure_multiprocessor(b);
    measure_latency(b);
    measure_issue(b);
    measure_shared_memory(b);
    measure_shared_atomics(b);
    measure_global_atomics(b);
    measure_blocks(b);
    measure_launches(b);
    measure_copies(b);
    measure_host();
}

int main(int argc, char **argv) {
    if (argc != 2 || std::strlen(argv[1]) > 31) {
        std::fprintf(stderr, "usage: measure NAME    (of at most 31 letters)\n");
        return 2;
    }
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    bench b = prepare();
    print_limits(argv[1]);
    measure(b);
    require(cudaFree(b.from));
    require(cudaFree(b.to));
    require(cudaFree(b.cycles));
    require(cudaFree(b.sink));
    return 0;
}
