// What `grade` said of a fixture, held against what the fixture's `expect` file says (docs/fixtures.md).
#ifndef WARPLAB_TESTS_VERDICT_H
#define WARPLAB_TESTS_VERDICT_H

#include <stdbool.h>

/**
 * @brief Compares one report of `./grade --json` with what is expected of the fixture.
 *
 * Besides what `expect` asks for, a report must hang together: points within their bounds, a line for every
 * failed check, an exit code that fits the score, and less than full marks for whatever is not correct. What
 * is correct must keep a tenth away from every limit.
 *
 * @param folder    the fixture; its name begins with `correct_` if it must get full marks
 * @param report    the file that `--json` wrote
 * @param exit_code what `grade` ended with
 * @param[out] why  a string to be freed that says what differs; NULL where nothing does
 * @return whether the fixture got its verdict
 */
bool verdict_is_met(const char *folder, const char *report, int exit_code, char **why);

/** @brief The score in a report of `./grade --json`; -1 if there is none. */
int verdict_score(const char *report);

/** @brief Whether a fixture's name says that it is a correct submission, or one whose mistake nothing shows.
 */
bool verdict_wants_full_marks(const char *folder);

/** @brief Whether it says the latter: docs/fairness.md lists those. */
bool verdict_is_unseen(const char *folder);

/** @brief Whether the fixture's `expect` has the line "# MARK", which says where to try it. */
bool verdict_has_mark(const char *folder, const char *mark);

#endif
