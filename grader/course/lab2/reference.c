// What lab 2's launchers should give.
#include "reference.h"

#include <limits.h>

#include "../../../labs/lab2/lab2.h"
#include "lab/spec.h"

const char *const reduce_operators[] = {"+", "*", "min", "max", "&&", "||"};

static int32_t identity_of(int32_t op) {
    static const int32_t identities[] = {0, 1, INT_MAX, INT_MIN, 1, 0};
    return identities[op];
}

int32_t reduce_two(int32_t a, int32_t b, int32_t op) {
    switch ((enum reduce_op)op) {
    case REDUCE_SUM:
        return (int32_t)((uint32_t)a + (uint32_t)b);
    case REDUCE_PROD:
        return (int32_t)((uint32_t)a * (uint32_t)b);
    case REDUCE_MIN:
        return a < b ? a : b;
    case REDUCE_MAX:
        return a > b ? a : b;
    case REDUCE_AND:
        return a && b;
    default:
        return a || b;
    }
}

int32_t reduce_of(const int32_t *in, int32_t n, int32_t op) {
    int32_t value = identity_of(op);
    for (int32_t i = 0; i < n; i++)
        value = reduce_two(value, in[i], op);
    return value;
}

VECTOR_CLONES
uint32_t sum_of_powers(const uint32_t *in, int32_t n, int power) {
    uint32_t sum = 0;
    for (int32_t i = 0; i < n; i++)
        sum += power == 1 ? in[i] : power == 2 ? in[i] * in[i] : in[i] * in[i] * in[i];
    return sum;
}
