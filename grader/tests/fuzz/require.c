// What a fuzzed parser must hold to.
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

void fuzz_require(bool holds, const char *what) {
    if (holds)
        return;
    fprintf(stderr, "fuzz: %s\n", what);
    abort();
}
