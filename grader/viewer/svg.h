/**
 * @file svg.h
 * @brief The elements of pictures of a run, in handouts and of a recording: cells of an array, arrows,
 * barriers, labels; light and dark.
 *
 * Lengths are in pixels. Text is formatted as by printf(), cut after 255 bytes, and escaped; it may have any
 * bytes.
 */
#ifndef SIMT_VIEWER_SVG_H
#define SIMT_VIEWER_SVG_H

#include <stdio.h>

/** The style of a cell. */
enum svg_fill {
    SVG_PLAIN,  /**< a value, framed */
    SVG_IDLE,   /**< a value that is not used, pale */
    SVG_BUSY,   /**< a value that a thread works on */
    SVG_SUM,    /**< a result */
    SVG_GLOBAL, /**< in global memory */
    SVG_WRONG,  /**< a wrong result */
    SVG_READ,   /**< a value that is only read, dashed */
    SVG_NEVER   /**< not written yet, hatched */
};

/** The kind of an arrow: a value that is added, or one that is kept or only shown. */
enum svg_arrow { SVG_ADDED, SVG_KEPT };

/** A row of cells of one size, in the picture's units. */
struct svg_row {
    int x;      /**< left edge of the first cell */
    int y;      /**< upper edge */
    int width;  /**< of a cell */
    int height; /**< of a cell */
    int pitch;  /**< from one cell's left edge to the next's */
};

/** The rows of an array of eight values, one below another. */
#define SVG_ARRAY(y_) ((struct svg_row){.x = 190, .y = (y_), .width = 56, .height = 34, .pitch = 64})

/** Begins a picture of this size.
 * @param title, description the content of the picture, for readers who cannot see it */
void simt_svg_begin(FILE *out, int width, int height, const char *title, const char *description);
/** Ends the picture. */
void simt_svg_end(FILE *out);

/** A heading, printf-like. */
__attribute__((format(printf, 4, 5))) void simt_svg_heading(FILE *out, int x, int y, const char *format, ...);
/** A line of text, printf-like.
 * @param classes of the style: quiet small mid bold red faint */
__attribute__((format(printf, 5, 6))) void simt_svg_text(FILE *out, const char *classes, int x, int y,
                                                         const char *format, ...);
/** A row's name at the left edge, and a quiet line below it. @param quiet may be NULL */
void simt_svg_label(FILE *out, int y, const char *name, const char *quiet);
/** One cell at any position, with printf-like text in it. */
__attribute__((format(printf, 7, 8))) void simt_svg_cell(FILE *out, enum svg_fill fill, int x, int y,
                                                         int width, int height, const char *format, ...);
/** The i-th cell of a row, with a number in it. */
void simt_svg_value(FILE *out, const struct svg_row *row, int i, enum svg_fill fill, int value);
/** A row's first cells, all of the same style. */
void simt_svg_values(FILE *out, const struct svg_row *row, int count, enum svg_fill fill, const int *values);
/** Names above or below each cell; `format` takes the index. */
void simt_svg_indices(FILE *out, const struct svg_row *row, int count, int y, const char *format);

/** An arrow between two points. */
void simt_svg_arrow(FILE *out, enum svg_arrow kind, int x1, int y1, int x2, int y2);
/** From cell i of one row to cell j of a row below it. The arrow of an addition ends next to the middle. */
void simt_svg_between(FILE *out, enum svg_arrow kind, const struct svg_row *from, int i,
                      const struct svg_row *to, int j);
/** A dashed line, at which all threads wait. */
void simt_svg_barrier(FILE *out, int x1, int y1, int x2, int y2);
/** A barrier below a row of eight, and its name. */
void simt_svg_barrier_below(FILE *out, const struct svg_row *row);
/** A block: many values above, one below. */
void simt_svg_block(FILE *out, int x, int y, int width, int height, const char *name);

/** The middle of a row's i-th cell. */
int simt_svg_middle(const struct svg_row *row, int i);

#endif
