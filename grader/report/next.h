/**
 * @file next.h
 * @brief What to do next: the cause that comes first, its smallest case, and a hint that fits.
 */
#ifndef WARPLAB_NEXT_H
#define WARPLAB_NEXT_H

#include <stdbool.h>
#include <stdio.h>

#include "run/grading.h"

/** Room for a command. */
enum { NEXT_COMMAND = 320 };

/** Writes how to call ./grade again for this submission, up to further options; words that say so where a
 * shell would not take its path as it is. */
void next_command(char *to, size_t size, const struct grading *grading);

/** The most elements that a trace takes. */
enum { NEXT_TRACE_MOST = 65536 };

/** A case that a trace can show, as the options of --trace name it. */
struct next_trace {
    char task[64];   /**< --task */
    int32_t n;       /**< --n; 0: as many as a trace has otherwise */
    int32_t option;  /**< --option */
    char values[96]; /**< --values; "": not given */
};

/** The case that shows what @p check is about. @return false if a trace would not show it */
bool next_trace_of(struct next_trace *trace, const struct grading *grading, const struct check *check);

/** Which elements of a large input are counted wrongly (run/contributions.h); "" where @p check is not about
 * that, or it is not known. */
const char *next_elements_of(const struct grading *grading, const struct check *check);

/** The first wrong value inside (run/first_wrong.h) of the small input; "" where that is not known. */
const char *next_inside_of(const struct grading *grading, const struct check *check);

/** The small input that shows a wrong answer, in words: "n = 4 (1, 2, 3, 4)"; "" without one. */
const char *next_small_of(const struct grading *grading, const struct check *check);

/** Prints it, or nothing after full marks. @param bold begins bold text @param end ends it; "" without */
void next_print(FILE *out, const char *bold, const char *end, const struct grading *grading);
/** The same in a line, for the end of a long report. */
void next_print_line(FILE *out, const struct grading *grading);
/**
 * Prints a hint. Where @p cause has hints of its own these are the first three, and all of the lab's follow
 * them.
 * @return false if there is none of that number
 */
bool next_print_hint(FILE *out, const struct spec *lab, enum cause cause, long number);

#endif
