/**
 * @file translated.h
 * @brief A picture in another language: grader/course/labN/figure.zh says what its words are.
 *
 * A line of it is "WORDS = TRANSLATION", in which each # stands for a number: "block # = 块 #". The line
 * "title = ..." is for titles and descriptions whose own words are not in the table. What has no word of two
 * letters, or is a name of the code (d_in, sums[0]), stays as it is.
 */
#ifndef WARPLAB_TRANSLATED_H
#define WARPLAB_TRANSLATED_H

#include <stddef.h>

/**
 * @brief Translates a picture.
 * @param svg     what simt_svg_begin() to simt_svg_end() have written, or curves by gnuplot
 * @param table   the text of figure.zh
 * @param missing gets the words that the table does not have, a line each; "" if it has all. To be freed
 * @return the picture, to be freed
 */
char *figure_translated(const char *svg, const char *table, char **missing);

/** @brief Reads a file. @return its text, to be freed; NULL if it cannot be read */
char *figure_text(const char *path);
/** @brief Reads the table of a lab. @return its text, to be freed; NULL if the lab has none */
char *figure_table(const char *lab);

#endif
