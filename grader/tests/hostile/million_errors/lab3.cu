// A million errors: a compiler that never stops talking.
#include "warplab.h"
#pragma GCC diagnostic warning "-Wunused-variable"
#define A(x) x x x x x x x x x x
#define B(x) A(A(x))
#define C(x) B(B(x))

extern "C" void reduce_shared(const int *, int *, int *, int) { C(C(no = such;)) }
