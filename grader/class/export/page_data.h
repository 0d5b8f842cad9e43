/**
 * @file page_data.h
 * @brief A page for a browser that carries its data along: JSON in a script element, in which nothing can end
 * the script.
 */
#ifndef WARPLAB_PAGE_DATA_H
#define WARPLAB_PAGE_DATA_H

#include <cjson/cJSON.h>
#include <stdio.h>

/** A page as the build embeds it, with "@data" where its data goes. */
struct page_frame {
    const char *start; /**< its first byte */
    const char *end;   /**< behind its last */
};

/**
 * Moves the elements of an array into a new one, in an order.
 * @param order as qsort has it, of pointers to pointers to elements
 * @return the caller frees it, and the empty array; NULL if memory is used up, and then nothing was moved
 */
cJSON *page_data_sorted(cJSON *array, int (*order)(const void *, const void *));

/** Writes what comes before the data. */
void page_data_begin(FILE *out, const struct page_frame *page);
/** Writes JSON, and frees it: "<", which stands in strings alone, is written in another way. */
void page_data_put(FILE *out, cJSON *object);
/** Writes what comes after the data. */
void page_data_end(FILE *out, const struct page_frame *page);

#endif
