// Measures a device profile for the CPU engine, and prints it as the text file that SIMT_DEVICE takes.
//   nvcc -O3 -std=c++17 -arch=native grader/simt/profiles/measure.cu -o measure && ./measure mygpu >
//   mygpu.txt
//
// Each kernel keeps one part of the device busy and nothing else. What cannot be measured from outside, such
// as the latency of an instruction, is the architecture's, and says so. Run it on an idle GPU; it takes some
// seconds and 2 GiB of its memory.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

enum { RUNS = 9, BLOCK = 512 };

static const size_t BYTES = (size_t)1 << 30, WORDS = BYTES / sizeof(unsigned);

static void require(cudaError_t error) {
    if (error != cudaSuccess) {
        std::fprintf(stderr, "measure: %s\n", cudaGetErrorString(error));
        std::exit(2);
    }
}

static int attribute(cudaDeviceAttr which) {
    int value = 0;
    require(cudaDeviceGetAttribute(&value, which, 0));
    return value;
}

struct bench {
    unsigned *from, *to;
    unsigned multiprocessors;
};

__global__ void fill_kernel(unsigned *data) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long z = i * 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    data[i] = (unsigned)(z ^ z >> 31);
}

static void copy(const bench &b) { require(cudaMemcpyAsync(b.to, b.from, BYTES, cudaMemcpyDeviceToDevice)); }

// Sixteen bytes a load, eight loads under way: nothing but reading.
__global__ void read_kernel(const uint4 *in, unsigned *out, size_t n) {
    size_t all = (size_t)gridDim.x * blockDim.x, i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = 0;
    for (; i + 7 * all < n; i += 8 * all) {
        uint4 v[8];
#pragma unroll
        for (int k = 0; k < 8; k++)
            v[k] = in[i + k * all];
#pragma unroll
        for (int k = 0; k < 8; k++)
            sum += v[k].x ^ v[k].y ^ v[k].z ^ v[k].w;
    }
    if (sum == 1)
        *out = sum;
}
static void read(const bench &b) {
    read_kernel<<<8 * b.multiprocessors, 256>>>((const uint4 *)b.from, b.to, BYTES / sizeof(uint4));
}

// The interleaved tree of the labs. Warp instructions a warp, as the vendor's profiler counts them for nvcc
// 13.0 and sm_90.
static const double TREE_WARP_INSTRUCTIONS = 113.6;
__global__ void tree_kernel(const unsigned *in, unsigned *out) {
    __shared__ unsigned s[BLOCK];
    unsigned t = threadIdx.x;
    s[t] = in[(size_t)blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned stride = blockDim.x / 2; stride > 0; stride >>= 1) {
        if (t < stride)
            s[t] += s[t + stride];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}
static void trees(const bench &b) { tree_kernel<<<WORDS / BLOCK, BLOCK>>>(b.from, b.to); }

// One load a round, and few warps: every round waits for memory.
__global__ void wait_kernel(const unsigned *in, unsigned *out, size_t n) {
    unsigned sum = 0;
#pragma unroll 1
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        sum += in[i];
    if (sum == 1)
        *out = sum;
}
static const unsigned WAIT_BLOCK = 256;
static void waits(const bench &b) { wait_kernel<<<2 * b.multiprocessors, WAIT_BLOCK>>>(b.from, b.to, WORDS); }

__global__ void empty_kernel(unsigned *out) {
    if (blockIdx.x == 0xffffffff)
        *out = 1;
}
static const unsigned EMPTY_BLOCKS = 1 << 22;
static void blocks(const bench &b) { empty_kernel<<<EMPTY_BLOCKS, 1>>>(b.to); }

// One atomic a thread, on random ones of so many addresses.
static const unsigned ATOMICS = 1 << 24;
__global__ void atomics_kernel(const unsigned *in, unsigned *out, unsigned mask) {
    atomicAdd(&out[in[blockIdx.x * blockDim.x + threadIdx.x] & mask], threadIdx.x);
}
static void far_atomics(const bench &b) { atomics_kernel<<<ATOMICS / 256, 256>>>(b.from, b.to, 65535); }
static void near_atomics(const bench &b) { atomics_kernel<<<ATOMICS / 256, 256>>>(b.from, b.to, 255); }
// On one address a compiler would add up the warp's values first: each warp comes with one lane.
__global__ void one_address_kernel(unsigned *out) {
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, threadIdx.x);
}
static void one_address(const bench &b) { one_address_kernel<<<ATOMICS / 8, 256>>>(b.to); }

// Random bytes into 256 shared counters, 16 a load.
__global__ void histogram_kernel(const uint4 *in, unsigned *out, size_t n) {
    __shared__ unsigned s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        uint4 v = in[i];
        for (unsigned k = 0; k < 32; k += 8) {
            atomicAdd(&s[v.x >> k & 255], 1u);
            atomicAdd(&s[v.y >> k & 255], 1u);
            atomicAdd(&s[v.z >> k & 255], 1u);
            atomicAdd(&s[v.w >> k & 255], 1u);
        }
    }
    __syncthreads();
    atomicAdd(&out[threadIdx.x], s[threadIdx.x]);
}
static void histogram(const bench &b) {
    histogram_kernel<<<8 * b.multiprocessors, 256>>>((const uint4 *)b.from, b.to, BYTES / sizeof(uint4));
}
// Wavefronts of 32 random bytes on 256 counters, as the engine counts them.
static const double HISTOGRAM_WAVEFRONTS = 3.40;

// Lanes of 32 on the most wanted of 256 addresses, on average.
static const double NEAR_SHARING = 1.93;

static double median_seconds(void (*run)(const bench &), const bench &b) {
    float ms[RUNS];
    cudaEvent_t begin, end;
    require(cudaEventCreate(&begin));
    require(cudaEventCreate(&end));
    run(b);
    for (int i = 0; i < RUNS; i++) {
        require(cudaEventRecord(begin));
        run(b);
        require(cudaEventRecord(end));
        require(cudaEventSynchronize(end));
        require(cudaGetLastError());
        require(cudaEventElapsedTime(&ms[i], begin, end));
    }
    require(cudaEventDestroy(begin));
    require(cudaEventDestroy(end));
    std::sort(ms, ms + RUNS);
    return ms[RUNS / 2] * 1e-3;
}

static void print_limits(const char *name) {
    cudaDeviceProp device;
    require(cudaGetDeviceProperties(&device, 0));
    std::printf("name = %s\ndevice = %s (CPU engine)\nmeasured = yes\nsource = measured on one %s\n\n", name,
                device.name, device.name);
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
    std::printf("clock_hz = %.0f MHz\nmemory_clock_hz = %.0f MHz\n\n", attribute(cudaDevAttrClockRate) / 1e3,
                attribute(cudaDevAttrMemoryClockRate) / 1e3);
}

static void print_speeds(const bench &b) {
    const double clock = attribute(cudaDevAttrClockRate) * 1e3, cycles = clock * b.multiprocessors;
    const double issue_limit = 4 * cycles, far = ATOMICS / median_seconds(far_atomics, b);
    const double near = ATOMICS / median_seconds(near_atomics, b);
    std::printf("copy_bandwidth = %.0f GB/s\n", 2e-9 * BYTES / median_seconds(copy, b));
    std::printf("read_bandwidth = %.0f GB/s\n", 1e-9 * BYTES / median_seconds(read, b));
    std::printf("bytes_per_cycle = 64              # architecture, from 7.0 on\n");
    std::printf("issue_per_cycle = 4               # architecture, from 5.0 on\n");
    std::printf("issue_efficiency = %.2f\n",
                WORDS / 32.0 * TREE_WARP_INSTRUCTIONS / median_seconds(trees, b) / issue_limit);
    std::printf("instruction_latency = 5 cycles    # architecture: 4 to 6\n");
    std::printf("memory_latency = %.0f ns\n",
                1e9 * median_seconds(waits, b) * 2 * b.multiprocessors * WAIT_BLOCK / WORDS);
    std::printf("shared_latency = 30 cycles        # architecture\n");
    std::printf("barrier_latency = 30 cycles       # architecture\n");
    std::printf("requests_in_flight = 1            # the loop that memory_latency was measured by\n");
    std::printf("block_rate = %.0f M/s\n", 1e-6 * EMPTY_BLOCKS / median_seconds(blocks, b));
    std::printf("atomic_rate = %.1f G/s\n", 1e-9 * far);
    std::printf("same_address_rate = %.2f G/s\n", 1e-9 * ATOMICS / median_seconds(one_address, b));
    std::printf("atomic_contention = %.1f\n", std::max(0.0, (far / near - 1) / (NEAR_SHARING - 1)));
    std::printf("shared_atomic_cycles = %.2f cycles\n",
                median_seconds(histogram, b) * cycles / (BYTES / 32.0 * HISTOGRAM_WAVEFRONTS));
}

int main(int argc, char **argv) {
    bench b = {};
    if (argc != 2 || std::strlen(argv[1]) > 31) {
        std::fprintf(stderr, "usage: measure NAME    (of at most 31 letters)\n");
        return 2;
    }
    b.multiprocessors = (unsigned)attribute(cudaDevAttrMultiProcessorCount);
    require(cudaMalloc(&b.from, BYTES));
    require(cudaMalloc(&b.to, BYTES));
    require(cudaMemset(b.to, 0, BYTES));
    fill_kernel<<<WORDS / 256, 256>>>(b.from);
    require(cudaDeviceSynchronize());
    print_limits(argv[1]);
    print_speeds(b);
    require(cudaFree(b.from));
    require(cudaFree(b.to));
    return 0;
}
