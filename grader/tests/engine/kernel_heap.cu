// malloc, free, new and delete in kernels: memory of the device, checked like any other.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

struct shape {
    __device__ virtual ~shape() {}
    __device__ virtual int sides() const = 0;
};
struct triangle : shape {
    __device__ int sides() const override { return 3; }
};
struct square : shape {
    __device__ int sides() const override { return 4; }
};

struct node {
    int value;
    node *next;
};

// Every thread builds a list and takes it down again.
__global__ void lists(int *out) {
    node *first = nullptr;
    for (int i = 0; i < 5; i++)
        first = new node{i, first};
    int sum = 0;
    while (first) {
        node *gone = first;
        sum += gone->value;
        first = gone->next;
        delete gone;
    }
    out[threadIdx.x] = sum;
}

// One thread allocates for all.
__global__ void block_scratch(int *out) {
    __shared__ int *scratch;
    if (threadIdx.x == 0)
        scratch = (int *)malloc(blockDim.x * sizeof *scratch);
    __syncthreads();
    scratch[threadIdx.x] = (int)threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = scratch[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
        free(scratch);
}

// Lanes that allocate on different paths, and objects that outlive their kernel.
__global__ void make(shape **shapes) {
    if (threadIdx.x % 2)
        shapes[threadIdx.x] = new triangle;
    else
        shapes[threadIdx.x] = new square;
}
__global__ void look(shape **shapes, int *out) { out[threadIdx.x] = shapes[threadIdx.x]->sides(); }
__global__ void take_down(shape **shapes) { delete shapes[threadIdx.x]; }

__global__ void too_much(int *out) {
    *out = malloc(1 << 20) == nullptr && malloc(1 << 19) != nullptr; // expect: leak
}

__global__ void past_the_end(int *out) {
    int *p = new int[3]{1, 2, 3};
    *out = p[out[0]]; // expect: out_of_bounds
    delete[] p;
}
__global__ void after_free(int *out) {
    int *p = (int *)malloc(4);
    *p = 1;
    free(p);
    *out = *p; // expect: use_after_free
}
__global__ void not_written(int *out) {
    int *p = new int;
    *out = *p; // expect: uninitialized
    delete p;
}
__global__ void unordered(int *out) {
    __shared__ int *p;
    if (threadIdx.x == 0)
        p = new int(0);
    __syncthreads();
    if (threadIdx.x < 2)
        *p += (int)threadIdx.x; // expect: race
    __syncthreads();
    if (threadIdx.x == 0)
        delete p;
}
__global__ void twice() {
    int *p = new int;
    delete p;
    free(p); // expect: api
}
__global__ void not_its_own(int *p) {
    free(p); // expect: api
}
__global__ void hand_out(int **p) { *p = new int(7); }
__global__ void take_back(int **p) { delete *p; }

static void check(const char *what, const int *d, const int *expected, int n) {
    int h[64];
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        if (h[i] != expected[i])
            printf("%s: thread %d: %d, expected %d\n", what, i, h[i], expected[i]);
}

static void given_to_the_host() {
    int **p, *from_kernel, n;
    cudaMallocManaged(&p, sizeof *p);
    hand_out<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    from_kernel = *p;
    if (cudaMemcpy(&n, from_kernel, sizeof n, cudaMemcpyDeviceToHost) != cudaErrorInvalidValue) // expect: api
        printf("the host copied memory of a kernel\n");
    if (cudaFree(from_kernel) != cudaErrorInvalidValue) // expect: api
        printf("the host freed memory of a kernel\n");
    take_back<<<1, 1>>>(p);
    cudaFree(p);
}

int main() {
    int *d, expected[64];
    shape **shapes;
    cudaMalloc(&d, sizeof expected);
    cudaMalloc(&shapes, 64 * sizeof *shapes);
    cudaMemset(d, 0, sizeof expected);
    lists<<<1, 64>>>(d);
    for (int i = 0; i < 64; i++)
        expected[i] = 10;
    check("lists", d, expected, 64);
    block_scratch<<<1, 64>>>(d);
    for (int i = 0; i < 64; i++)
        expected[i] = 63 - i;
    check("scratch", d, expected, 64);
    make<<<1, 64>>>(shapes);
    look<<<1, 64>>>(shapes, d);
    take_down<<<1, 64>>>(shapes);
    for (int i = 0; i < 64; i++)
        expected[i] = i % 2 ? 3 : 4;
    check("shapes", d, expected, 64);
    if (cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20) != cudaSuccess)
        printf("no limit of the heap\n");
    too_much<<<1, 1>>>(d);
    expected[0] = 1;
    check("limit", d, expected, 1);
    expected[0] = 3;
    cudaMemcpy(d, expected, sizeof *d, cudaMemcpyHostToDevice);
    past_the_end<<<1, 1>>>(d);
    after_free<<<1, 1>>>(d);
    not_written<<<1, 1>>>(d);
    unordered<<<1, 32>>>(d);
    twice<<<1, 1>>>();
    not_its_own<<<1, 1>>>(d);
    given_to_the_host();
    cudaFree(shapes);
    cudaFree(d);
    int *host = new int[4]{1, 2, 3, 4}, *other = (int *)malloc(4);
    delete[] host;
    free(other);
}
