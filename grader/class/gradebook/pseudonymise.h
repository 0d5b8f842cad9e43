/**
 * @file pseudonymise.h
 * @brief A copy of a gradebook without anybody's name.
 */
#ifndef WARPLAB_PSEUDONYMISE_H
#define WARPLAB_PSEUDONYMISE_H

#include "class/gradebook/gradebook.h"

/** Called once a student. @return false to stop */
typedef bool gradebook_pseudonym_visit(void *user, const char *pseudonym, const char *student);

/**
 * Writes a new gradebook @p path. Students are "student-001" and so on, in an order drawn anew each time. Of
 * reports it has what each check came to, without its sentence; it has no texts, no roster, no log, no names
 * of files, and another secret.
 * @param visit gets who is who, which is nowhere else; may be NULL
 */
bool gradebook_pseudonymise(struct gradebook *book, const char *path, gradebook_pseudonym_visit *visit,
                            void *user);

#endif
