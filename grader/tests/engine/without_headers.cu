// Names that nvcc provides to a source without includes: CUDA's runtime, and from the C and C++ libraries
// those that its headers include.
__global__ void clamp_kernel(int *values, int low, int high) {
    values[threadIdx.x] = min(max(values[threadIdx.x], low), high);
}

int main() {
    int values[32], *device, wrong = INT_MAX == UINT_MAX;
    for (int i = 0; i < 32; i++)
        values[i] = i;
    std::swap(values[0], values[31]);
    cudaMalloc(&device, sizeof values);
    cudaMemcpy(device, values, sizeof values, cudaMemcpyHostToDevice);
    clamp_kernel<<<1, 32>>>(device, 4, 20);
    cudaMemcpy(values, device, sizeof values, cudaMemcpyDeviceToHost);
    cudaFree(device);
    for (int i = 1; i < 31; i++)
        wrong += abs(values[i] - std::min(20, std::max(4, i)));
    wrong += values[0] != 20 || values[31] != 4;
    if (wrong)
        printf("%zu letters: %d\n", strlen("wrong"), wrong);
    char *text = (char *)malloc(8);
    memset(text, 0, 8);
    free(text);
    return wrong != 0 || floor(sqrt(17.0)) != 4;
}
