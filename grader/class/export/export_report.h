/**
 * @file export_report.h
 * @brief A submission's report for its student, as text and as a comment in Moodle.
 */
#ifndef WARPLAB_EXPORT_REPORT_H
#define WARPLAB_EXPORT_REPORT_H

#include "class/export/export.h"

/** A CSV cell with what was found, as Moodle shows it, which is as HTML. */
void export_moodle_comments(FILE *out, const struct export_result *result);

/** Text as HTML shows it. */
void export_put_html(FILE *out, const char *text);

/** A name that is safe as one part of a path, on any system: what is neither a letter nor a digit is
 * percent-encoded. */
void export_file_name(const char *text, char *name, size_t size);

#endif
