// A class's folder, with whatever students may hand in, and what the intake makes of it.
#ifndef WARPLAB_TESTS_CLASS_FOLDER_H
#define WARPLAB_TESTS_CLASS_FOLDER_H

#include <time.h>

#include "base/error.h"
#include "class/intake/intake.h"

/** When the classes here have to hand in: 2026-11-20 23:59 UTC. */
extern const time_t class_due;
/** What class_take_in() has found. */
extern char class_found[16000];

/** @name The fixture: a folder for the test, and in it one for the class
 * @{ */
void class_set_up(void);
void class_tear_down(void);
/** @} */

/** The path of a file in the class's folder, until the next call; "" is the folder itself. */
const char *class_path(const char *name);
/** Writes a file, and the folder that it is in. */
void class_put(const char *name, const char *text);
/** The same for bytes. */
void class_put_bytes(const char *name, const char *bytes, size_t length);
/** An archive of entries, each a name and what is in it; "-> X" is a link. */
void class_pack(const char *name, const char *const (*entries)[2], size_t count);
/** The same with the entries as they are. */
#define CLASS_PACK(name, ...)                                                                                \
    class_pack(name, (const char *const[][2]){__VA_ARGS__},                                                  \
               sizeof((const char *const[][2]){__VA_ARGS__}) / (2 * sizeof(char *)))

/**
 * Takes a folder or an archive into a new gradebook, and leaves in class_found a line for each student's lab:
 * where its file was found, or why there is none.
 */
struct intake class_take_in(const char *where, const char *lab);
/** The same with a roster, a path. */
struct intake class_take_in_roster(const char *where, const char *lab, const char *roster);
/** The same with several. */
struct intake class_take_in_rosters(const char *where, const char *lab, const char *const *rosters,
                                    size_t count);
/** The gradebook that the last class_take_in() has made. */
const char *class_book(void);

#endif
