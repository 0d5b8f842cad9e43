/**
 * @file clock.h
 * @brief The clock that deadlines and durations are taken by.
 */
#ifndef WARPLAB_CLOCK_H
#define WARPLAB_CLOCK_H

#include <time.h>

/** Seconds since some moment; never set back. */
static inline double clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
