// An array that no instruction can reach.
#include "lab3.h"
#include "warplab.h"

char huge[1L << 62];

void reduce_shared(const int *, int *, int *, int n) { huge[n] = 1; }
