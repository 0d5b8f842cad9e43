/**
 * @file errors.h
 * @brief The findings of the checkers: one record per distinct error, and remarks; in order of discovery.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "simt/abi.h"

/** The kinds of error, as the report names them. */
enum simt_error_kind {
    SIMT_RACE,
    SIMT_OUT_OF_BOUNDS,
    SIMT_MISALIGNED,
    SIMT_USE_AFTER_FREE,
    SIMT_HOST_POINTER,
    SIMT_UNINITIALIZED,
    SIMT_BARRIER_ERROR,
    SIMT_DEADLOCK,
    SIMT_LEAK,
    SIMT_API,
    SIMT_UNSUPPORTED,
    SIMT_TAMPERED,
    SIMT_TIME_IS_UP,
    SIMT_NULL_ACCESS,       /**< out_of_bounds in the report, with its own advice */
    SIMT_WRAPPED_INDEX,     /**< likewise: an unsigned index below 0 */
    SIMT_BEFORE_START,      /**< likewise: shortly before an allocation */
    SIMT_FAR_AWAY,          /**< likewise: far from every allocation */
    SIMT_STACK_OVERFLOW,    /**< likewise */
    SIMT_BARRIER_PASSED_BY, /**< barrier in the report; its message names the thread */
    SIMT_RACE_NOT_ACQUIRED, /**< race in the report: the reader saw the signal, but executed no fence */
    SIMT_OVERFLOWED_INDEX,  /**< out_of_bounds in the report: an int passed 2^31 */
    SIMT_UNSET_SHUFFLE /**< uninitialized in the report: a shuffle took a value from a lane that has none */
};

/** The accesses of the two sides of a race. */
enum simt_race_pair {
    SIMT_TWO_WRITES = 1,
    SIMT_OTHER_PAIR = 2,
    SIMT_OVERLAP = 4,       /**< they use different pointers of the kernel, which overlap there */
    SIMT_BETWEEN_WARPS = 8, /**< their threads are in different warps of a block */
    SIMT_READ_AND_ATOMIC = 16,
    SIMT_WRITE_AND_ATOMIC = 32 /**< with the one above: a plain update at one line, an atomic at the other */
};

/** The memory that an error is about. */
enum simt_space { SIMT_SPACE_SHARED, SIMT_SPACE_GLOBAL, SIMT_SPACE_LOCAL, SIMT_SPACE_HOST };

/** The origin of an access. On the host, @c on_device is false and the indices are zero. */
struct simt_actor {
    uintptr_t pc;   /**< an address inside the instruction, 0 if unknown; lines.h finds its file and line */
    bool on_device; /**< a lane of a launch; else the host */
    struct simt_dim3 block;  /**< its block's index */
    struct simt_dim3 thread; /**< its index in the block */
    uintptr_t launched_at;   /**< of some thread of a kernel: its launch, and no index; else 0 */
};

/** One distinct error. */
struct simt_error {
    enum simt_error_kind kind; /**< its kind */
    enum simt_space space;     /**< the memory */
    char *message;             /**< one sentence, without file and line; owned by the list */
    struct simt_actor actor;   /**< its origin */
    struct simt_actor other;   /**< the other side of a race or of a mismatched barrier */
    bool has_other;            /**< @c other is valid */
    uintptr_t address; /**< of device memory, accessed through one of the kernel's pointers; 0: none */
    unsigned pairs;    /**< of a race: set of enum simt_race_pair, seen at these lines */
    uint64_t count;    /**< how many times this pair of lines was seen */
};

/** Whether all pairs of a race are of two writes, by the same pointers of the kernel. */
static inline bool simt_race_is_of_writes(const struct simt_error *race) {
    return (race->pairs & ~(unsigned)SIMT_BETWEEN_WARPS) == SIMT_TWO_WRITES;
}

/**
 * Records an error, or counts it if the same kind at the same pair of source sites is known.
 * @param other  NULL if there is no other side
 * @param format printf-like; formatted only for a new record
 */
void simt_error_add(enum simt_error_kind kind, enum simt_space space, const struct simt_actor *actor,
                    const struct simt_actor *other, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/** Sets the address of the last recorded or counted error, if this is its first. */
void simt_error_set_address(uintptr_t address);
/** Adds a pair to the last recorded or counted error, a race. */
void simt_error_add_pair(enum simt_race_pair pair);

/** The number of records, before those of the same lines are merged. */
size_t simt_error_numbers(void);
/** What is known about the kernel's pointers behind an error. */
enum simt_known {
    SIMT_KNOWN_NOTHING, /**< nothing */
    SIMT_KNOWN_WORDS,   /**< words that name them */
    SIMT_KNOWN_OVERLAP  /**< words, and the two sides of a race use different ones, which overlap there */
};

/** Calls it for each record from number @p first on; the words become the end of its message. */
void simt_error_describe(size_t first, enum simt_known (*describe)(const struct simt_error *error,
                                                                   char *words, size_t size));

/** Number of distinct errors so far. */
size_t simt_error_count(void);
/** The i-th error; valid until simt_errors_clear(). */
const struct simt_error *simt_error_get(size_t i);
/** How often an error was recorded or counted: it changes with every finding. */
uint64_t simt_error_times(void);
/** A number for the last recorded or counted error. */
size_t simt_error_latest(void);
/** The index of the distinct error with that number; changes when errors are merged. */
size_t simt_error_place(size_t number);
/** The first number of the distinct error at @p place. */
size_t simt_error_first(size_t place);
/** Forgets all errors and remarks. */
void simt_errors_clear(void);

/** A remark is no error: it changes neither the exit code nor points. */
struct simt_remark {
    uintptr_t pc;     /**< the code address */
    const char *text; /**< one sentence, without file and line */
};

/** Adds a remark, unless this address has the same one. @p text must be static. At most 64 are
 * kept. */
void simt_remark_add(uintptr_t pc, const char *text);
/** Number of remarks so far. */
size_t simt_remark_count(void);
/** The i-th remark. */
const struct simt_remark *simt_remark_get(size_t i);

/** Has @p check called before every report is made (the search for leaks, say); each function only once.
 */
void simt_add_last_check(void (*check)(void));
/** Calls those functions now. */
void simt_run_last_checks(void);
/** The kind's name in the report: "race", "out_of_bounds", … */
const char *simt_error_kind_name(enum simt_error_kind kind);
/** A detail beyond the kind's name in the report: "null_pointer", ...; NULL if none. */
const char *simt_error_detail(const struct simt_error *error);
/** The space's name in the report. */
const char *simt_space_name(enum simt_space space);
