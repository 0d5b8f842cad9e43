// Forty arrays, none of them large, are too much together.
#include "lab3.h"
#include "warplab.h"

#define FOUR(x) char x##a[20000000], x##b[20000000], x##c[20000000], x##d[20000000];
FOUR(a) FOUR(b) FOUR(c) FOUR(d) FOUR(e) FOUR(f) FOUR(g) FOUR(h) FOUR(i) FOUR(j)

void reduce_shared(const int *, int *, int *, int n) { aa[n] = jd[n] = 1; }
