/**
 * @file settings.h
 * @brief What a run checks and counts: `SIMT_CHECK=all|none|race,memory,init,sync` and
 * `SIMT_COUNT=all|sampled|none`, both "all" unless set.
 *
 * With neither, lanes log nothing, and a program runs about as fast as its threads can be switched. An access
 * that would end the program is caught in any case.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/** The checkers, as bits of a set. */
enum simt_check {
    SIMT_CHECK_RACE = 1,   /**< races */
    SIMT_CHECK_MEMORY = 2, /**< bounds, alignment, freed memory, leaks */
    SIMT_CHECK_INIT = 4,   /**< reads of memory that was never written */
    SIMT_CHECK_SYNC = 8    /**< barriers that do not fit together */
};

/** True if the checker is on. The first call reads SIMT_CHECK; a word it does not know ends the program. */
bool simt_check_on(enum simt_check check);
/** True if counters are kept. The first call reads SIMT_COUNT; a word it does not know ends the program. */
bool simt_counting(void);
/** True if a few blocks of each launch are sampled, and of all others little is counted and nothing checked:
 * SIMT_COUNT=sampled, or simt_sample_launches(). */
bool simt_samples_alone(void);
/** True after simt_sample_launches(): launches keep their samples. */
bool simt_keeps_samples(void);
/** From which the sampled blocks are drawn: 0 unless simt_sample_launches() gave another. */
uint64_t simt_sample_secret(void);
/** The program has an event: it may ask how long launches take. */
void simt_want_times(void);
/** True if somebody will see how long launches take: the report, or events. Never if the engine is part of a
 * larger program. */
bool simt_times_wanted(void);
/** True if launches are sampled for the timing model. */
bool simt_sampling(void);
/** True if some of the program was compiled with `--unchecked`: its accesses call no hook, so that nothing
 * can be checked, counted or recorded. Never of a program that runs jobs for others (simt.h). */
bool simt_is_unchecked(void);
/** The engine is part of a larger program, which reports for itself. */
void simt_set_embedded(void);
/** True if it is. */
bool simt_is_embedded(void);
