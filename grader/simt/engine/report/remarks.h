/**
 * @file remarks.h
 * @brief What is worth saying of a run, and no error: it changes neither the exit code nor points.
 */
#ifndef SIMT_REMARKS_H
#define SIMT_REMARKS_H

#include <stddef.h>
#include <stdint.h>

/** One remark. */
struct simt_remark {
    uintptr_t pc;     /**< the place in the code */
    const char *text; /**< one sentence, without file and line */
};

/** Adds a remark, unless the same is known of this place. @p text must stay where it is. Beyond 64 there are
 * none. */
void simt_remark_add(uintptr_t pc, const char *text);
/** Number of remarks so far. */
size_t simt_remark_count(void);
/** The i-th. */
const struct simt_remark *simt_remark_get(size_t i);
/** Forgets all. */
void simt_remarks_clear(void);

#endif
