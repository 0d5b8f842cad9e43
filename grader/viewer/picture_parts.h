/**
 * @file picture_parts.h
 * @brief What a picture of a recording is drawn of, for the files that draw one.
 */
#ifndef SIMT_RECORD_PICTURE_PARTS_H
#define SIMT_RECORD_PICTURE_PARTS_H

#include <stdio.h>

#include "viewer/replay.h"

/** Lengths of a picture, in pixels; and the most columns of an array. */
enum { PICTURE_COLUMNS = 32, PICTURE_LEFT = 190, PICTURE_MARGIN = 24, PICTURE_HEIGHT = 30 };

/** A picture under way: where the next thing goes, and how wide a cell is. */
struct simt_picture_page {
    FILE *out;           /**< where its elements go */
    const cJSON *trace;  /**< the recording */
    const cJSON *launch; /**< that is drawn */
    int y;               /**< where the next thing begins */
    int pitch;           /**< from cell to cell */
    int width;           /**< of the widest thing so far */
};

/** Makes the picture at least so wide. */
void simt_picture_widen(struct simt_picture_page *page, int width);
/** Draws rows below one another, with their arrows and barriers. */
void simt_picture_rows(struct simt_picture_page *page, const struct simt_replay *replay);
/** Draws what one of the recording's errors says, in red. */
void simt_picture_error(struct simt_picture_page *page, const cJSON *error);
/** Draws one event of the launch, which is step @p step to people. */
void simt_picture_step(struct simt_picture_page *page, int event, int step);

/** A member that is a string. @return "?" if there is none */
const char *simt_picture_text(const cJSON *object, const char *name);
/** Blocks of the launch's grid ("grid"), or threads of its block ("block"). */
int simt_picture_volume(const cJSON *launch, const char *name);
/** "s" if there is not just one. */
const char *simt_picture_plural(int count);
/** How many cells of the row are drawn. */
int simt_picture_columns(const struct simt_replay_row *row);

#endif
