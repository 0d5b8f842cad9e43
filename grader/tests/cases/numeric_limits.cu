// compiles, as with nvcc 13: std::numeric_limits is there after <cuda/atomic> (and after cuda_runtime.h
// alone)
#include <algorithm>
#include <climits>
#include <cuda.h>
#include <cuda/atomic>
#include <queue>
const int maxval = std::numeric_limits<int>::max();
int main() { return maxval == INT_MAX ? 0 : 1; }
