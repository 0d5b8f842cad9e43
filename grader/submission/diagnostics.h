/**
 * @file diagnostics.h
 * @brief What compilers print, read for the first error in the student's file.
 */
#ifndef WARPLAB_DIAGNOSTICS_H
#define WARPLAB_DIAGNOSTICS_H

#include <stdbool.h>
#include <stddef.h>

/** The first error of a compiler's output. */
struct diagnostic {
    int line;          /**< in the student's file, 0 if it names no line */
    char message[600]; /**< the compiler's own words */
};

/**
 * Finds the first error about @p source: `lab3.cu:6:5: error: …` (g++, simtcc) or `lab3.cu(6): error: …`
 * (nvcc). Where a declaration does not agree with an earlier one, what g++ notes on that is added.
 * @return false if there is none; @p found then holds the first line with the word "error"
 */
bool diagnostics_first(const char *output, const char *source, struct diagnostic *found);

/** Puts what a linker's @p output says of a name that is there twice, or not at all, in place of the words
 * that were found in it. */
void diagnostics_of_linker(const char *output, struct diagnostic *found);

/** The first @p lines lines of @p output, cleaned for terminal and JSON, without @p directory in paths;
 * malloc, the caller frees it. */
char *diagnostics_excerpt(const char *output, const char *directory, int lines);

#endif
