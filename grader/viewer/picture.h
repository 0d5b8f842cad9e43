/**
 * @file picture.h
 * @brief A recording as a picture: a launch from barrier to barrier, or one step, as SVG complete in itself.
 */
#ifndef SIMT_VIEWER_PICTURE_H
#define SIMT_VIEWER_PICTURE_H

#include <stdio.h>

#include "viewer/replay.h"

/** What of a recording is drawn. */
struct simt_picture {
    int launch; /**< from 1 on; 0: all */
    int step;   /**< of that launch, or of the first, as the page counts them; 0: from barrier to barrier */
};

/** Draws @p trace, which may be odd in any way. Errors of writing are the stream's.
 * @return false, with nothing drawn, if there is no such launch or step */
bool simt_picture_draw(FILE *out, const cJSON *trace, const struct simt_picture *what);

#endif
