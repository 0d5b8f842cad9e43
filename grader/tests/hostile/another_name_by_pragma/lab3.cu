// Gives a function of its own the name of one of the engine.
#include "lab3.h"
#include "warplab.h"
#pragma redefine_extname own_function simt_memcpy
extern "C" void *own_function(void *, const void *, unsigned long);

void reduce_shared(const int *, int *, int *, int n) {}
