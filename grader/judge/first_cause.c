// Of all that failed, what to mend first.
#include <string.h>

#include "judge.h"

// A task is wrong or unsafe by a cause before this one; the causes behind it cost points only.
static bool is_wrong(enum cause cause) { return cause != CAUSE_NONE && cause < CAUSE_NOT_STARTED; }

// A barrier that some threads go around orders nothing, whatever the input on which that shows.
static bool follows(enum cause cause, enum cause first) {
    return first == CAUSE_BARRIER &&
           (cause == CAUSE_RACE_IN_BLOCK || cause == CAUSE_RACE_OF_WRITES || cause == CAUSE_UNWRITTEN_SHARED);
}

// Faults of memory, order and barriers bring about each other. What shows on a smaller input, or earlier in
// the same run, comes first; where that says nothing, the order of causes does.
// An index that nobody meant comes from another fault.
static bool comes_before(const struct check *a, const struct check *b) {
    if (follows(b->cause, a->cause) || follows(a->cause, b->cause))
        return follows(b->cause, a->cause);
    const bool timed =
        a->place > 0 && b->place > 0 && a->cause != CAUSE_FAR_AWAY && b->cause != CAUSE_FAR_AWAY;
    if (timed && a->n != b->n)
        return a->n < b->n;
    if (timed)
        return a->place < b->place;
    return a->cause < b->cause;
}

// What comes first of a task, or of the whole submission; NULL if nothing failed.
static const struct check *first_of(const struct grading *grading, const char *task) {
    const struct check *first = NULL;
    for (size_t i = 0; i < grading->check_count; i++) {
        const struct check *check = &grading->checks[i];
        if (check_is_of(check, task) && check->cause != CAUSE_NONE && (!first || comes_before(check, first)))
            first = check;
    }
    return first;
}

// Among tasks that are right and safe the order of causes decides.
static const struct check *first_other(const struct grading *grading) {
    const struct check *first = NULL;
    for (size_t i = 0; i < grading->check_count; i++) {
        const struct check *check = &grading->checks[i];
        if (check->cause != CAUSE_NONE && (!first || check->cause < first->cause))
            first = check;
    }
    return first;
}

const struct check *judge_first_cause(const struct grading *grading) {
    const struct check *first = first_of(grading, NULL);
    for (size_t t = 0; !first && t < grading->lab->task_count; t++) {
        const struct check *of_task = first_of(grading, grading->lab->tasks[t].name);
        if (of_task && is_wrong(of_task->cause))
            first = of_task;
    }
    return first ? first : first_other(grading);
}
