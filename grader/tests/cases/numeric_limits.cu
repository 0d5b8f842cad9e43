// compiles, as with nvcc 13: std::numeric_limits is there after <cuda/atomic> (and after cuda_runtime.h alone)
#include <climits>
#include <algorithm>
#include <queue>
#include <cuda.h>
#include <cuda/atomic>
const int maxval = std::numeric_limits<int>::max();
int main() { return maxval == INT_MAX ? 0 : 1; }
