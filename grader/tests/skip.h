// Tests that cannot be tried on this machine: they are counted as skipped, not as passed.
#ifndef WARPLAB_TESTS_SKIP_H
#define WARPLAB_TESTS_SKIP_H

#include <stdbool.h>

/**
 * @brief Leaves the test, which counts as skipped. To be used in the test's own function, before it checks
 * anything.
 *
 * @param ... what is missing, as for printf(); one sentence for all tests that miss the same
 */
#define test_skip(...)                                                                                       \
    do {                                                                                                     \
        skip_note(__VA_ARGS__);                                                                              \
        return;                                                                                              \
    } while (0)

/**
 * @brief Adds the reason to the file named by $WARPLAB_SKIPPED, a line for each test, which run-suite.sh
 * counts.
 *
 * Without the variable it is said on standard error.
 */
__attribute__((format(printf, 1, 2))) void skip_note(const char *format, ...);

/**
 * @brief Why a test is left out on this machine, by the list that $WARPLAB_LEFT_OUT names.
 *
 * A line of it is `SUITE: REASON`, which run-suite.sh heeds, or `SUITE/TEST: REASON`.
 *
 * @param format `SUITE/TEST`, as for printf()
 * @return the reason, until the next call; NULL if the test is not in the list, or there is no list
 */
__attribute__((format(printf, 1, 2))) const char *skip_left_out(const char *format, ...);

/** @brief Leaves the test as test_skip() does, if it is in that list. */
#define test_skip_left_out(...)                                                                              \
    do {                                                                                                     \
        const char *left_out_ = skip_left_out(__VA_ARGS__);                                                  \
        if (left_out_)                                                                                       \
            test_skip("%s", left_out_);                                                                      \
    } while (0)

/** @brief Whether the shell finds a program of this name. */
bool skip_has_program(const char *name);

#endif
