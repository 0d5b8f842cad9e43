/**
 * @file page.h
 * @brief A recording as a file: a page that shows it, its JSON alone, or a picture.
 */
#ifndef SIMT_VIEWER_PAGE_H
#define SIMT_VIEWER_PAGE_H

#include <stdio.h>

#include "viewer/replay.h"

/** Whether a file's name ends so: ".svg". */
bool page_is(const char *name, const char *end);
/** Writes JSON into a page: in it a "<", which is in strings alone, could end the script. */
void page_put_json(FILE *file, const char *json);

/* A recording as a picture: a launch from barrier to barrier, or one step, as SVG complete in itself. */

/** What of a recording is drawn. */
struct simt_picture {
    int launch; /**< from 1 on; 0: all */
    int step;   /**< of that launch, or of the first, as the page counts them; 0: from barrier to barrier */
};

/** Draws @p trace, which may be odd in any way. Errors of writing are the stream's.
 * @return false, with nothing drawn, if there is no such launch or step */
bool simt_picture_draw(FILE *out, const cJSON *trace, const struct simt_picture *what);

/** Writes the recording @p json as the name of the file says: a picture (.svg), @p json itself (.json), or a
 * page. Errors of writing are the stream's.
 * @return false if it holds no such launch or step as the picture is to show */
bool trace_page_put(FILE *file, const char *name, const char *json, const struct simt_picture *picture);

#endif
