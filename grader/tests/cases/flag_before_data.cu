// Volatile words between blocks. Wrong: 1: the flag before the data; 2: a fence of the block between; 3: two
// words of data of which one comes too late; 4: no fence. Right: 5: a fence between; 6: two flags, of which
// each has its fence.
#include <cstdio>
template <int WHICH> __global__ void k(volatile int *data, volatile int *flag, int *out) {
    if (blockIdx.x == 0) {
        if (WHICH == 1) {
            *flag = 1;
            *data = 42;
        }
        if (WHICH == 2) {
            *flag = 1;
            __threadfence_block();
            *data = 42;
        }
        if (WHICH == 3) {
            data[1] = 1;
            __threadfence();
            *flag = 1;
            *data = 42;
        }
        if (WHICH == 4) {
            *data = 42;
            *flag = 1;
        }
        if (WHICH == 5) {
            *data = 42;
            __threadfence();
            *flag = 1;
        }
        if (WHICH == 6) {
            __threadfence();
            flag[1] = 1;
            *data = 42;
            __threadfence();
            *flag = 1;
        }
    } else {
        if (WHICH == 6)
            while (flag[1] == 0) {
            }
        while (*flag == 0) {
        }
        if (WHICH >= 5)
            __threadfence();
        *out = *data;
    }
}
int main(int, char **arguments) {
    int *p, h = 0;
    cudaMalloc(&p, 20);
    cudaMemset(p, 0, 20);
    switch (arguments[1][0]) {
    case '1':
        k<1><<<2, 1>>>(p, p + 2, p + 4);
        break;
    case '2':
        k<2><<<2, 1>>>(p, p + 2, p + 4);
        break;
    case '3':
        k<3><<<2, 1>>>(p, p + 2, p + 4);
        break;
    case '4':
        k<4><<<2, 1>>>(p, p + 2, p + 4);
        break;
    case '5':
        k<5><<<2, 1>>>(p, p + 2, p + 4);
        break;
    case '6':
        k<6><<<2, 1>>>(p, p + 2, p + 4);
        break;
    }
    cudaMemcpy(&h, p + 4, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(p);
}
