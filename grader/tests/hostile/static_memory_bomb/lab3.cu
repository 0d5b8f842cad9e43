// An array of 1.9 GB: the program cannot even be started.
#include "lab3.h"
#include "warplab.h"

char huge[1900000000];

void reduce_shared(const int *, int *, int *, int n) { huge[n] = 1; }
