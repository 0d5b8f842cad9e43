/**
 * @file trace_file.h
 * @brief Traces as files: one that is written, and one written before that is put beside it.
 */
#ifndef WARPLAB_TRACE_FILE_H
#define WARPLAB_TRACE_FILE_H

#include <cjson/cJSON.h>
#include <stddef.h>

#include "cli.h"

/**
 * Says before any work is done whether trace_write() can do its own.
 * @return false with a sentence in @p why
 */
bool trace_can_write(const struct cli *cli, char *why, size_t size);

/**
 * Writes a recording (trace.json of the engine, which may be odd in any way) to the file that the command
 * line names, as a page, JSON, a picture or text, by that name; with --compare, as a page of two.
 * @return false with a sentence in @p why if it cannot be written, or has nothing of what was asked for
 */
bool trace_write(const struct cli *cli, const cJSON *trace, char *why, size_t size);

/**
 * Reads a trace: the page or the JSON that `--trace` wrote.
 * @return its JSON, which the caller frees; NULL with a sentence in @p why if the file cannot be read or
 * holds none
 */
char *trace_read(const char *path, char *why, size_t size);

#endif
