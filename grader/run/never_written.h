/**
 * @file never_written.h
 * @brief Of shared memory that is read before it has a value: which element no other thread ever writes.
 */
#ifndef WARPLAB_NEVER_WRITTEN_H
#define WARPLAB_NEVER_WRITTEN_H

#include <cjson/cJSON.h>
#include <stddef.h>

/**
 * Looks through a recording for an element that is read in a line that a checker blames for it, and that no
 * other thread of the block ever writes.
 * @param words  receives a sentence; "" if there is none in the recording
 * @param driver the driver's object of the reply to JOB_RECORD_WHOLE
 * @param file   the submission's name
 */
void never_written_find(char *words, size_t size, const cJSON *driver, const char *file);

#endif
