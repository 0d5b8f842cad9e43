/**
 * @file handed_in.h
 * @brief What a class has handed in, read without a gradebook: to compare it with another class's.
 */
#ifndef WARPLAB_HANDED_IN_H
#define WARPLAB_HANDED_IN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "lab/spec.h"

/** All files below one path. */
struct handed_in;

/** Called once a text. @return false to stop */
typedef bool handed_in_visit(void *user, const char *student, const char *bytes, size_t length);

/** Finds them, in any layout that a batch takes. @return NULL with a sentence in @p error */
struct handed_in *handed_in_open(const char *path, struct error *error);
/** Calls back with the file of each student that counts for a lab. Students without one that can be read are
 * left out. @return false if a callback did */
bool handed_in_each(const struct handed_in *handed_in, const struct spec *lab, handed_in_visit *visit,
                    void *user);
/** Closes it, and removes what was unpacked. NULL is allowed. */
void handed_in_close(struct handed_in *handed_in);

#endif
