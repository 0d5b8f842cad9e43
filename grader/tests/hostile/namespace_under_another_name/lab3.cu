// The same under another name.
#include "lab3.h"
#include "warplab.h"
namespace other = simt;

void reduce_shared(const int *, int *, int *, int n) {}
