/**
 * @file export_sources.h
 * @brief What students have handed in, as JPlag, Dolos and MOSS take it: to find copies is these programs'
 * work.
 *
 * FOLDER/LAB/submissions/STUDENT/LAB.cpp, beside it earlier/CLASS-STUDENT/LAB.cpp of other gradebooks, and
 * base/LAB.cpp, the starter. The tools know C++ by ".cpp"; no line moves.
 */
#ifndef WARPLAB_EXPORT_SOURCES_H
#define WARPLAB_EXPORT_SOURCES_H

#include "class/export/export.h"

/** Replaces by blanks, in place, what makes a copy look different to these programs: empty statements. @param
 * bare whether comments go, too, in which names may be */
void sources_make_plain(char *text, bool bare);

/** Writes the texts that @p filter selects into a new or empty folder. Only the owner may read it.
 * @return false with a sentence in @p why */
bool export_sources_write(struct gradebook *book, const struct gradebook_filter *filter,
                          const struct export_terms *terms, const char *path, char *why, size_t size);

#endif
