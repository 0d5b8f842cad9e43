// Of all that failed, what to mend first.
#include <string.h>

#include "judge.h"

// A task is wrong or unsafe by a cause before this one; the causes behind it cost points only.
static bool is_wrong(enum cause cause) { return cause != CAUSE_NONE && cause < CAUSE_NOT_STARTED; }

static bool is_unwritten(enum cause cause) {
    return cause == CAUSE_UNWRITTEN_SHARED || cause == CAUSE_UNWRITTEN_GLOBAL;
}

static bool is_in_block(enum cause cause) {
    return cause == CAUSE_RACE_IN_BLOCK || cause == CAUSE_RACE_OF_WRITES;
}

// A barrier that some threads go around orders nothing, whatever the input on which that shows. And where one
// is missing, a thread may read at its line of the race what the other has not written yet. What nobody else
// writes no barrier brings. A lane that a mask leaves out gives no value.
static bool follows(const struct check *check, const struct check *first) {
    const bool at_line = check->line == first->line || check->line == first->other_line;
    return (first->cause == CAUSE_BARRIER &&
            (is_in_block(check->cause) || check->cause == CAUSE_UNWRITTEN_SHARED)) ||
           (first->never_written && is_in_block(check->cause)) ||
           (first->cause == CAUSE_MASK && check->cause == CAUSE_UNSET_SHUFFLE && at_line) ||
           (first->cause == CAUSE_RACE_IN_BLOCK && is_unwritten(check->cause) && at_line &&
            !check->never_written);
}

// The elements of the input that shows a fault. Of none there is least to see: whoever mends that alone has
// not found the mistake.
static int32_t size_of(const struct check *check) { return check->n > 0 ? check->n : INT32_MAX; }

// Faults of memory, order and barriers bring about each other. What shows on a smaller input, or earlier in
// the same run, comes first; where that says nothing, the order of causes does.
// An index that nobody meant comes from another fault.
static bool comes_before(const struct check *a, const struct check *b) {
    if (follows(b, a) || follows(a, b))
        return follows(b, a);
    const bool timed =
        a->place > 0 && b->place > 0 && a->cause != CAUSE_FAR_AWAY && b->cause != CAUSE_FAR_AWAY;
    if (timed && a->n != b->n)
        return size_of(a) < size_of(b);
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
