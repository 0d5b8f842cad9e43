// Templates that double with every level: the compiler never ends.
#include "warplab.h"

template <int depth, unsigned long path> struct tree {
    enum { size = tree<depth - 1, 2 * path>::size + tree<depth - 1, 2 * path + 1>::size };
};
template <unsigned long path> struct tree<0, path> {
    enum { size = 1 };
};

extern "C" void reduce_shared(const int *, int *d_out, int *, int) { *d_out = tree<60, 1>::size; }
