/**
 * @file timestamp.h
 * @brief Dates with a time of day, as people and learning systems write them.
 */
#ifndef WARPLAB_TIMESTAMP_H
#define WARPLAB_TIMESTAMP_H

#include <stdbool.h>
#include <time.h>

/**
 * Reads "2026-11-20 23:59", with seconds and their fraction or without, 'T' or a space between, and behind it
 * nothing (this machine's time), "Z", or an offset such as "-07:00".
 * @param seconds gets seconds since 1970, UTC; fractions are cut off
 * @return false if it is anything else, or no day that there is
 */
bool timestamp_read(const char *text, time_t *seconds);

/* The clock that deadlines and durations are taken by. */

/** Seconds since some moment; never set back. */
static inline double clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
