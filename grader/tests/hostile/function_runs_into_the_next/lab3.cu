// Lets functions run on into the ones behind them, with words of its choice where those look for the address
// that they return to.
#include "warplab.h"

static volatile long *place;

__attribute__((noinline)) static void run_on(long address) {
    volatile long top[64];
    for (int i = 0; i < 64; i++)
        top[i] = address;
    place = top;
    __builtin_unreachable();
}

extern "C" void reduce_shared(const int *, int *, int *, int n) {
    static int calls;
    if (calls++ == 0)
        run_on(0x41414141);
    printf("ran on, n = %d\n", n);
}
