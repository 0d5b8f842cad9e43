// Macros that double with every level: the text never ends.
#include "warplab.h"
#define A(x) x x x x x x x x
#define B(x) A(x) A(x) A(x) A(x) A(x) A(x) A(x) A(x)
#define C(x) B(x) B(x) B(x) B(x) B(x) B(x) B(x) B(x)
#define D(x) C(x) C(x) C(x) C(x) C(x) C(x) C(x) C(x)
#define E(x) D(x) D(x) D(x) D(x) D(x) D(x) D(x) D(x)
#define F(x) E(x) E(x) E(x) E(x) E(x) E(x) E(x) E(x)

extern "C" void reduce_shared(const int *, int *, int *, int n) {
    volatile int v = n;
    F(F(v++;))
}
