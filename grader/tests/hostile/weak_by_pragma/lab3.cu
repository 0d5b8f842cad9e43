// Makes another name for the launcher.
#include "lab3.h"
#include "warplab.h"
#pragma weak other = reduce_shared

void reduce_shared(const int *, int *, int *, int n) {}
