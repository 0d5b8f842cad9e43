/**
 * @file markers.h
 * @brief Line markers and the pragma of system headers, in a source that should have none.
 */
#ifndef SIMT_MARKERS_H
#define SIMT_MARKERS_H

#include <stdbool.h>
#include <stddef.h>

/**
 * Looks for `# NUMBER ...` and for the word `system_header`.
 * @param source ends with '\0'
 * @param work   room for @p length + 1 bytes
 * @return the line of the first one, 0 if there is none
 */
int markers_line(const char *source, size_t length, char *work);

#endif
