// Switches the compiler's options.
#include "lab3.h"
#include "warplab.h"
#pragma GCC push_options
#pragma GCC optimize("O0")

void reduce_shared(const int *, int *, int *, int n) {}
