// Functions with a result that end without a return: they return any value, and no line is blamed.
struct pair {
    int first, second[6];
    pair(int n) : first(n) {}
};

__host__ __device__ static int note(int *seen, int n) {
    if (n > 3)
        seen[n % 4]++;
    if (n > 100)
        return n;
}

static pair two(int *seen, int n) {
    for (int i = 0; i < n; i++)
        seen[i % 4]++;
}

static const int &third(const int *values, bool known) {
    if (known)
        return values[2];
}

__global__ void kernel(int *seen) {
    if (threadIdx.x == 0)
        note(seen, 5);
    auto twice = [](int n) -> float {
        if (n < 0)
            return 2.0f * n;
    };
    twice(threadIdx.x);
}

int main() {
    int *seen, back[4] = {1, 1, 1, 1};
    cudaMalloc(&seen, sizeof back);
    cudaMemset(seen, 0, sizeof back);
    kernel<<<1, 64>>>(seen);
    cudaMemcpy(back, seen, sizeof back, cudaMemcpyDeviceToHost);
    cudaFree(seen);
    note(back, 6);
    two(back, 8);
    third(back, false);
    const bool right = back[0] == 2 && back[1] == 3 && back[2] == 3 && back[3] == 2;
    return right && third(back, true) == 3 && note(back, 101) == 101 ? 0 : 1;
}
