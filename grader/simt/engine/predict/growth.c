// How a figure of a launch grows with the size of its input.
#include "engine/predict/growth.h"

#include <math.h>

// Slower than this power of the size: a logarithm. By no more than this above the size itself: a loop that
// leaves something out. Faster than the steepest: it was measured where it is not yet what it comes to be.
static const double LOGARITHM = 0.25, STEEPEST = 3;
// A grid is this much smaller than expected only if something other than whole blocks makes it so.
static const double SMALLER = 1.25;

double simt_power(double n1, double value1, double n2, double value2) {
    return value1 > 0 && value2 > 0 && n1 > 0 && n1 != n2 ? log(value2 / value1) / log(n2 / n1) : 1;
}

double simt_power_growth(const struct simt_sizes *s, double value1, double value2, double most) {
    return pow(s->n / s->n2, fmax(0, fmin(most, simt_power(s->n1, value1, s->n2, value2))));
}

double simt_threads_expected(const struct simt_sizes *s) {
    return s->threads2 * simt_power_growth(s, s->threads1, s->threads2, STEEPEST);
}

static bool is_about(double a, double b) { return fabs(a - b) <= 0.01 * b; }

static bool is_fixed(const struct simt_sizes *s) { return is_about(s->threads1, s->threads2); }

/** The grid is smaller than it would be if it grew on: its threads do more. */
static bool is_limited(const struct simt_sizes *s) { return simt_threads_expected(s) > SMALLER * s->threads; }

/** The grid grew between the sizes, and does not any more. */
static bool stopped_growing(const struct simt_sizes *s) {
    return is_about(s->threads, s->threads2) && s->threads1 < s->threads2 && is_limited(s);
}

/** The grid was the same at both sizes, and is another one at the size to come. */
static bool comes_to_grow(const struct simt_sizes *s) {
    return is_fixed(s) && !is_about(s->threads, s->threads2);
}

bool simt_grid_is_fixed(const struct simt_sizes *s) { return is_fixed(s) || stopped_growing(s); }

/** All threads together do a times their number and c times the size, and do in the grid to come what they
 * did in the others. */
static double growth_in_all(const struct simt_sizes *s, double value1, double value2) {
    const double determinant = s->threads1 * s->n2 - s->threads2 * s->n1;
    const double a = (value1 * s->n2 - value2 * s->n1) / determinant;
    const double c = (s->threads1 * value2 - s->threads2 * value1) / determinant;
    if (determinant != 0 && a >= -0.01 * value2 / s->threads2 && c >= 0)
        return (a * s->threads + c * s->n) / value2;
    return simt_power_growth(s, value1, value2, STEEPEST);
}

/** What one thread does, divided by what it did at n2. */
static double growth_of_thread(const struct simt_sizes *s, double each1, double each2) {
    const double power = simt_power(s->n1, each1, s->n2, each2);
    if (power <= 0)
        return 1;
    if (power < 1 + LOGARITHM && is_fixed(s))
        return 1 + (1 - each1 / each2) * (s->n - s->n2) / (s->n2 - s->n1);
    if (power < LOGARITHM)
        return 1 + (1 - each1 / each2) * log(s->n / s->n2) / log(s->n2 / s->n1);
    return pow(s->n / s->n2, fmin(power, STEEPEST));
}

double simt_growth(const struct simt_sizes *s, double value1, double value2) {
    if (!(value1 > 0 && value2 > 0 && s->n1 > 0 && s->n2 > s->n1 && s->threads1 > 0))
        return s->threads / s->threads2;
    if (stopped_growing(s) || comes_to_grow(s))
        return growth_in_all(s, value1, value2);
    const double threads = is_limited(s) ? simt_threads_expected(s) : s->threads;
    return fmax(0, growth_of_thread(s, value1 / s->threads1, value2 / s->threads2)) * threads / s->threads2;
}
