// Recognises wrong real numbers that were converted to a shorter type: rounded to its digits, or infinite.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/language.h"
#include "diagnose.h"
#include "outputs.h"

bool diagnose_say(char *message, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, size, language_of(format), arguments);
    va_end(arguments);
    return true;
}

// The number of bits from the first 1 to the last.
static int significant_bits(double value) {
    enum { ALL = 53 };
    int exponent;
    if (value == 0 || !isfinite(value))
        return 0;
    const int64_t bits = (int64_t)ldexp(fabs(frexp(value, &exponent)), ALL);
    return ALL - __builtin_ctzll((unsigned long long)bits);
}

static bool all_fit(const struct output *output, enum element base) {
    for (size_t i = 0; i < output->count; i++) {
        const double actual = element_value(output->base, output->actual, i);
        if (!isnan(actual) && element_rounded(base, actual) != actual)
            return false;
    }
    return true;
}

// Of numbers unrelated to the shorter type, one in 256 would match: the right one has that many more bits,
// and the wrong one about as many as fit.
static bool is_cut(const struct output *output, size_t i, enum element shorter) {
    enum { MORE = 8, FEWER = 3 };
    const int digits = element_digits(shorter),
              right = significant_bits(element_value(output->base, output->expected, i)),
              wrong = significant_bits(element_value(output->base, output->actual, i));
    return right >= digits + MORE && wrong >= digits - FEWER && wrong <= digits && all_fit(output, shorter);
}

static bool is_beyond(const struct output *output, size_t i) {
    const double expected = element_value(output->base, output->expected, i);
    const bool is_half = output->base == ELEMENT_HALF;
    return isinf(element_value(output->base, output->actual, i)) && isfinite(expected) &&
           (is_half || (isinf(element_rounded(ELEMENT_HALF, expected)) && all_fit(output, ELEMENT_HALF)));
}

bool diagnose_type(const struct output *output, char *message, size_t size) {
    const size_t i = output_first_wrong(output);
    if (!element_is_float(output->base))
        return false;
    if (is_beyond(output, i))
        return diagnose_say(message, size,
                            "a __half ends at 65504: which sum or product is larger on its way?");
    for (enum element shorter = ELEMENT_HALF; shorter < output->base; shorter++)
        if (is_cut(output, i, shorter)) {
            return diagnose_say(message, size,
                                "no number has more digits than a %s: which sum or term is kept in one?",
                                element_name(shorter));
        }
    return false;
}
