/**
 * @file checks.h
 * @brief Which checkers are on: `SIMT_CHECK=all|none|race,memory,init,sync` (default all).
 *
 * The counters are kept whatever is on, and an access that would end the program is caught in any case.
 */
#ifndef SIMT_CHECKS_H
#define SIMT_CHECKS_H

#include <stdbool.h>

/** The checkers, as bits of a set. */
enum simt_check {
    SIMT_CHECK_RACE = 1,   /**< races */
    SIMT_CHECK_MEMORY = 2, /**< bounds, alignment, freed memory, leaks */
    SIMT_CHECK_INIT = 4,   /**< reads of memory nobody wrote */
    SIMT_CHECK_SYNC = 8    /**< barriers that do not fit together */
};

/** True if the checker is on. The first call reads SIMT_CHECK; a word it does not know ends the program. */
bool simt_check_on(enum simt_check check);

#endif
