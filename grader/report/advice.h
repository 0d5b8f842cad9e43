/**
 * @file advice.h
 * @brief What to do about a cause, and hints that lead there in three steps.
 */
#ifndef WARPLAB_ADVICE_H
#define WARPLAB_ADVICE_H

#include "lab/cause.h"

enum { ADVICE_HINTS = 3 };

/** Texts of one cause, in English; language_of() translates them. */
struct advice {
    const char *title; /**< what it is, as the headline names it */
    const char *next;  /**< one sentence: what to do */
    const char
        *hints[ADVICE_HINTS]; /**< a question, then the place, then nearly the line; NULL: the lab's hints
                                 for the task are the ones that fit, or there is nothing to guess */
};

/** The advice on a cause; of CAUSE_NONE all is NULL. */
const struct advice *advice_on(enum cause cause);

#endif
