/**
 * @file clones.h
 * @brief Whose a clone is, where a system has made one for each student of an assignment: ada of
 * cs101-lab3-ada.
 *
 * The prefix is what all clones below one path begin with, up to a dash, so that no student can choose it.
 * Where it names a lab it ends there: of lab3-ada-b and lab3-ada-c, "lab3-". A single clone has one only if
 * it names a lab. (Names of Classroom 50: foundation50/classroom50,
 * cli/gh-teacher/skeleton/dotgithub/scripts/runner.py)
 */
#ifndef WARPLAB_CLONES_H
#define WARPLAB_CLONES_H

#include "class/intake/collect.h"

/** What clones' names begin with. */
struct clones {
    char prefix[UPLOAD_STUDENT_SIZE]; /**< "cs101-lab3-", or "" */
    bool labs; /**< then "lab3-" or that of another lab, which is not the same for all, follows in each */
};

/** Finds it. */
void clones_find(struct clones *clones, const struct collection *all);
/** A name without it; the same name if it does not begin with it. */
const char *clones_student(const struct clones *clones, const char *name);

#endif
