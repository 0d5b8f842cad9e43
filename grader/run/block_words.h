/**
 * @file block_words.h
 * @brief What a block of a recorded launch loaded from global memory and left there, word by word, and which
 * line made a word.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "recorded.h"

/** A word of global memory. */
struct word {
    int64_t place;           /**< its byte in device memory */
    uint32_t value;          /**< loaded, or left; of atomics, what they added, all together */
    const struct access *by; /**< that loaded it first, or stored it last */
};

/** Words, by place: those of an array lie side by side. */
struct words {
    struct word *list; /**< of them; owned */
    size_t count;      /**< of `list` */
};

/** The words of a block. */
struct block_words {
    struct words loads;  /**< the first load of each word, without what the block had stored there itself */
    struct words stores; /**< what is left in each word */
};

/** Reads them. @return false if memory is used up; block_words_free() in any case */
bool block_words_read(struct block_words *words, const struct recorded_launch *launch, int block);
/** Frees them. */
void block_words_free(struct block_words *words);
/** The word at a place; NULL if there is none. */
const struct word *words_at(const struct words *words, int64_t place);
/** How many are of an array. @param first receives the place of the first one in the list, if there is one */
size_t words_of_array(const struct words *words, int array, size_t *first);
/** The sum of some words. */
uint32_t words_sum(const struct word *list, size_t count);

/** The line that made what was stored: the store may only carry out what another line left in shared memory.
 */
int word_maker(const struct recorded_launch *launch, const struct word *word);
/** A shuffle by which the thread that stored a word took the value of a lane that takes no part; NULL if
 * there was none. */
const struct access *word_from_absent(const struct recorded_launch *launch, const struct word *word);

/* Of which elements a number is the sum, where the elements follow each other and are random.

   Of n random numbers of 32 bits the sums of two different stretches are rarely the same: so a value says
   what it was added up from. Sums wrap as `unsigned` does. */

/** Elements from `begin` on, below `end`; none if both are the same. */
struct stretch {
    int32_t begin; /**< the first */
    int32_t end;   /**< behind the last */
};

/** The sum of the first numbers. */
struct sum_end {
    uint32_t sum; /**< of the numbers before `end` */
    int32_t end;  /**< how many they are */
};

/** The sums of a row of numbers. */
struct sums {
    int32_t n;              /**< numbers */
    uint32_t *before;       /**< sums_before(); owned */
    struct sum_end *sorted; /**< the same with the number of each, by their sums; owned */
};

/** The sums of the elements before each of @p n numbers, and of all: n + 1; the caller frees them. NULL if
 * memory is used up. */
uint32_t *sums_before(const uint32_t *numbers, int32_t n);
/** Adds up @p n numbers. @return false if memory is used up; sums_free() in any case */
bool sums_make(struct sums *sums, const uint32_t *numbers, int32_t n);
/** Frees them. Zeroed ones are allowed. */
void sums_free(struct sums *sums);
/** The sum of some elements. */
uint32_t sums_of(const struct sums *sums, struct stretch of);
/** Finds the elements of which a value is the sum; of 0 there are none.
 * @param likely where they should begin: of 10^6 stretches two may have the same sum
 * @return false if there are no such elements; then @p of has none either */
bool sums_explain(const struct sums *sums, uint32_t value, int32_t likely, struct stretch *of);
