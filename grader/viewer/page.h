/**
 * @file page.h
 * @brief Writes a recording to a file: a page that shows it, its JSON alone, or a picture.
 */
#ifndef SIMT_VIEWER_PAGE_H
#define SIMT_VIEWER_PAGE_H

#include <stdio.h>

#include "viewer/replay.h"

/** Whether a file's name has this suffix: ".svg". */
bool page_is(const char *name, const char *end);
/** Writes JSON into a page, with "<" (only in strings) escaped, because it could end the script. */
void page_put_json(FILE *file, const char *json);

/* A recording as a picture: a launch from barrier to barrier, or one step, as a self-contained SVG. */

/** The part of a recording to draw. */
struct simt_picture {
    int launch; /**< from 1; 0: all */
    int step;   /**< of that launch, or of the first, as numbered on the page; 0: from barrier to barrier */
};

/** Draws @p trace, which may be malformed. Write errors are left to the stream.
 * @return false, with nothing drawn, if there is no such launch or step */
bool simt_picture_draw(FILE *out, const cJSON *trace, const struct simt_picture *what);

/** Writes the recording @p json in the format of the file's name: a picture (.svg), @p json itself (.json),
 * or a page. Write errors are left to the stream.
 * @return false if it does not have the launch or step that the picture is to show */
bool trace_page_put(FILE *file, const char *name, const char *json, const struct simt_picture *picture);

#endif
