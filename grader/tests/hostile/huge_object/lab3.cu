// An array with a value that makes the object file a gibibyte large.
#include "warplab.h"

char large[1 << 30] = {1};

extern "C" void reduce_shared(const int *, int *, int *, int) { large[1] = 1; }
