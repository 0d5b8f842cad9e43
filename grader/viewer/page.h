/**
 * @file page.h
 * @brief A recording as a file: a page that shows it, its JSON alone, or a picture.
 */
#ifndef SIMT_RECORD_PAGE_H
#define SIMT_RECORD_PAGE_H

#include <stdio.h>

#include "viewer/picture.h"

/** Writes the page, complete in itself, around the recording @p json. Errors are the stream's. */
void trace_page_write(FILE *file, const char *json);

/** Writes JSON so that no text in it looks like the end of the script it stands in. */
void trace_page_embed(FILE *file, const char *json);

/** Writes the recording @p json as the name of the file says: a picture (.svg), @p json itself (.json), or a
 * page. Errors of writing are the stream's.
 * @return false if it holds no such launch or step as the picture is to show */
bool trace_page_put(FILE *file, const char *name, const char *json, const struct simt_picture *picture);

#endif
