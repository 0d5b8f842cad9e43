/**
 * @file export_each.h
 * @brief Formats that have a document for each submission, or for each student.
 */
#ifndef WARPLAB_EXPORT_EACH_H
#define WARPLAB_EXPORT_EACH_H

#include "class/export/export.h"

/** Writes the only one of the class to @p path, or each to a file of its own in the folder @p path.
 * @return false with a sentence in @p why */
bool export_each_write(const struct export_format *format, const struct export_class *class,
                       struct gradebook *book, const struct gradebook_filter *filter, const char *path,
                       char *why, size_t size);

#endif
