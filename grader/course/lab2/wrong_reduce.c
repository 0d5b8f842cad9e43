// Wrong results of lab 2: those of another operator, of a part of the elements, or of one value too many.
#include "wrong_reduce.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../../labs/lab2/lab2.h"
#include "base/language.h"
#include "lab/diagnose.h"
#include "lab/spec.h"
#include "reference.h"

// What the elements from 0 to 1, 2, ... combine to, against the answer: which block was the last one used?
static bool beginning_only(const int32_t *in, int32_t n, int32_t op, int32_t actual, char *message,
                           size_t size) {
    for (int32_t block = 32; block <= 1024 && block < n; block *= 2) {
        if (reduce_of(in, block, op) != actual)
            continue;
        snprintf(message, size,
                 language_of("this is the first %d elements' alone: who combines what the blocks leave?"),
                 block);
        return true;
    }
    if (reduce_of(in, n - 1, op) != actual)
        return false;
    snprintf(message, size, language_of("the last element is missing"));
    return true;
}

// && of elements none of which is 0 gave 0. With & that may be so as soon as one of them is even; of odd ones
// only a 0 that takes part makes it 0.
static bool zero_of_and(const int32_t *in, int32_t n, int32_t op, int32_t actual, char *message,
                        size_t size) {
    int32_t lowest = 1;
    for (int32_t i = 0; i < n; i++)
        lowest &= in[i];
    if (op != REDUCE_AND || actual != 0 || lowest == 1 || reduce_of(in, n, op) == 0)
        return false;
    snprintf(
        message, size, "%s",
        language_of("no element is 0: is it & that combines them (2 & 1 is 0), or does a 0 take part that is "
                    "no element?"));
    return true;
}

// A value that takes part although it is none of the elements. A 0 may as well be what a case gives that is
// not written yet.
static bool foreign_value(int32_t expected, int32_t op, int32_t actual, char *message, size_t size) {
    static const int32_t identities[] = {0, 1, INT_MIN, INT_MAX};
    for (size_t i = 0; i < SPEC_COUNT(identities); i++) {
        const int32_t foreign = identities[i];
        if (reduce_two(expected, foreign, op) != actual)
            continue;
        if (actual == 0 && op != REDUCE_AND)
            snprintf(message, size,
                     language_of(
                         "this 0 is no element's: what is the identity of %s, and what does its case give?"),
                     reduce_operators[op]);
        else
            snprintf(message, size,
                     language_of("a %d that is no element takes part: what is the identity of %s?"), foreign,
                     reduce_operators[op]);
        return true;
    }
    return false;
}

static bool not_logical(const int32_t *in, int32_t n, int32_t op, int32_t actual, char *message,
                        size_t size) {
    if ((op != REDUCE_AND && op != REDUCE_OR) || actual == 0 || actual == 1)
        return false;
    int32_t bits = op == REDUCE_AND ? -1 : 0;
    for (int32_t i = 0; i < n; i++)
        bits = op == REDUCE_AND ? bits & in[i] : bits | in[i];
    snprintf(message, size, language_of("%s gives 0 or 1%s"), reduce_operators[op],
             language_of(n == 1           ? ", of a single element, too"
                         : bits == actual ? ": this is the bitwise operator"
                                          : ""));
    return true;
}

// The largest or smallest found by the sign of a - b, which is wrong where the difference needs 33 bits.
static bool overflowing_difference(const int32_t *in, int32_t n, int32_t op, int32_t actual, char *message,
                                   size_t size) {
    bool is_element = false, overflows = false;
    if (op != REDUCE_MIN && op != REDUCE_MAX)
        return false;
    for (int32_t i = 0; i < n; i++) {
        is_element = is_element || in[i] == actual;
        overflows = overflows || llabs((long long)in[i] - in[0]) > INT_MAX;
    }
    if (!is_element || !overflows)
        return false;
    snprintf(message, size,
             language_of("an element, but another is %s: is a - b compared with 0? It can overflow"),
             language_of(op == REDUCE_MIN ? "smaller" : "larger"));
    return true;
}

bool wrong_reduce(const void *input, int32_t n, int32_t option, const void *actual, char *message,
                  size_t size) {
    const int32_t value = *(const int32_t *)actual, expected = reduce_of(input, n, option);
    if (n == 0) {
        snprintf(message, size, language_of("of no elements the result is the identity of %s"),
                 reduce_operators[option]);
        return true;
    }
    if (option == REDUCE_SUM)
        return diagnose_sum(input, n, option, actual, message, size);
    if (not_logical(input, n, option, value, message, size))
        return true;
    if (n > 1 && value == reduce_of(input, n, REDUCE_SUM)) {
        snprintf(message, size, language_of("this is the sum: where is the operator used?"));
        return true;
    }
    // Of 0 and 1 there are other reasons.
    for (int32_t other = REDUCE_PROD; n > 1 && (value < 0 || value > 1) && other <= REDUCE_MAX; other++) {
        if (value != reduce_of(input, n, other))
            continue;
        snprintf(message, size,
                 language_of("this is the result of %s: does the case of %s end where the next one begins?"),
                 reduce_operators[other], reduce_operators[option]);
        return true;
    }
    return zero_of_and(input, n, option, value, message, size) ||
           foreign_value(expected, option, value, message, size) ||
           beginning_only(input, n, option, value, message, size) ||
           overflowing_difference(input, n, option, value, message, size);
}

// The sum of the squares (or cubes) of each block's sum of squares: the second launch did it again.
static bool powers_twice(const uint32_t *in, int32_t n, int power, uint32_t actual) {
    for (int32_t block = 32; block <= 2048; block *= 2) {
        uint32_t sum = 0;
        for (int32_t begin = 0; begin < n; begin += block) {
            const uint32_t own = sum_of_powers(in + begin, n - begin < block ? n - begin : block, power);
            sum += power == 2 ? own * own : own * own * own;
        }
        if (sum == actual)
            return true;
    }
    return false;
}

static bool diagnose_powers(const uint32_t *in, int32_t n, int power, uint32_t actual, char *message,
                            size_t size) {
    const char *const what = language_of(power == 2 ? "squares" : "cubes");
    if (n == 0)
        snprintf(message, size, language_of("the sum of no %s is 0"), what);
    else if (sum_of_powers(in, n, 1) == actual)
        snprintf(message, size, language_of("this is the sum of the elements, not of their %s"), what);
    else if (sum_of_powers(in, n, 5 - power) == actual)
        snprintf(message, size, language_of("this is the sum of the %s"),
                 language_of(power == 2 ? "cubes" : "squares"));
    else if (powers_twice(in, n, power, actual))
        snprintf(message, size, language_of("the blocks' sums are made %s once more by the second launch"),
                 what);
    else if (n > 1024 && sum_of_powers(in, 1024, power) == actual)
        snprintf(message, size,
                 language_of("this is the first 1024 elements' alone: who adds the blocks' sums?"));
    else
        return false;
    return true;
}

bool wrong_squares(const void *input, int32_t n, int32_t option, const void *actual, char *message,
                   size_t size) {
    (void)option;
    return diagnose_powers(input, n, 2, *(const uint32_t *)actual, message, size);
}

bool wrong_cubes(const void *input, int32_t n, int32_t option, const void *actual, char *message,
                 size_t size) {
    (void)option;
    return diagnose_powers(input, n, 3, *(const uint32_t *)actual, message, size);
}
