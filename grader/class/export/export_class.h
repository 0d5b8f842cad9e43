/**
 * @file export_class.h
 * @brief The gradebook walked a student at a time.
 */
#ifndef WARPLAB_EXPORT_CLASS_H
#define WARPLAB_EXPORT_CLASS_H

#include "class/export/export.h"

/** Learns which labs and how many students @p filter selects. Freed by export_class_free(), also on failure.
 * @return false with a sentence in @p why */
bool export_class_learn(struct export_class *class, struct gradebook *book,
                        const struct gradebook_filter *filter, char *why, size_t size);
/** Frees what it learnt. */
void export_class_free(struct export_class *class);

/** Called once a student. */
typedef void export_student_visit(void *user, const struct export_class *class,
                                  const struct export_student *student);

/** Calls back with every student of the class, in the gradebook's order.
 * @return false with a sentence in @p why */
bool export_class_each(const struct export_class *class, struct gradebook *book,
                       const struct gradebook_filter *filter, export_student_visit *visit, void *user,
                       char *why, size_t size);

#endif
