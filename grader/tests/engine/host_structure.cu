// The host stores a structure, which a function returns, in device memory: it must not, and ends there.
#include <cuda_runtime.h>

struct point {
    float x, y, z;
};

__attribute__((noinline)) point origin(float x) { return point{x, x, x}; }

int main() {
    point *d_points;
    cudaMalloc(&d_points, 32 * sizeof(point)); // expect: leak
    d_points[3] = origin(1);                   // expect: host_pointer
}
