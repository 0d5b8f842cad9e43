/**
 * @file built_in.h
 * @brief The engine's own observers.
 */
#pragma once

#include "engine/observe/observer.h"

extern const struct simt_observer simt_counters_observer;       /**< counters.c */
extern const struct simt_observer simt_sampling_observer;       /**< sampling.c */
extern const struct simt_observer simt_memory_observer;         /**< memory_checks.c */
extern const struct simt_observer simt_clocks_observer;         /**< clocks.c */
extern const struct simt_observer simt_happens_before_observer; /**< happens_before.c */
extern const struct simt_observer simt_signal_observer;         /**< signals.c */
extern const struct simt_observer simt_cas_loop_observer;       /**< cas_loops.c */
extern const struct simt_observer simt_race_observer;           /**< races.c */
extern const struct simt_observer simt_operation_observer;      /**< operation_accesses.c */
extern const struct simt_observer simt_barrier_observer;        /**< barrier_divergence.c */
extern const struct simt_observer simt_deadlock_observer;       /**< deadlock.c */
extern const struct simt_observer simt_pointer_observer;        /**< recorder/kernel_pointers.c */
extern const struct simt_observer simt_needless_observer;       /**< needless_barriers.c */
extern const struct simt_observer simt_recorder;                /**< recorder/recording.c */
