/**
 * @file pragmas.h
 * @brief `#pragma unroll`, which g++ does not know: the number of iterations of the next loop to be run
 * as one.
 */
#ifndef SIMT_LANGUAGE_PRAGMAS_H
#define SIMT_LANGUAGE_PRAGMAS_H

/** Makes the compiler report the pragma. To be called when it registers pragmas. */
void pragmas_register(void *, void *);

enum { UNROLL_UNSAID, UNROLL_ALL = 1 << 16 };
/** The value of the pragma between the lines @p after and @p line, where its loop begins: a number,
 * UNROLL_ALL, or UNROLL_UNSAID. */
unsigned pragmas_unroll(const char *file, int after, int line);

#endif
