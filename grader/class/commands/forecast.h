/**
 * @file forecast.h
 * @brief What a batch has to do, before it does it; and what came of scores that there were.
 */
#ifndef WARPLAB_FORECAST_H
#define WARPLAB_FORECAST_H

#include "class/intake/intake.h"
#include "class/policy/policy.h"

/** What was known of one target before. */
struct forecast_item {
    bool pending;     /**< it is to be graded */
    bool has_score;   /**< there is an earlier score */
    double score;     /**< that score */
    double seconds;   /**< it took */
    bool open_points; /**< some of its points could not be judged */
    unsigned changes; /**< since then, as gradebook_changes() has them */
};

/** All of them. */
struct forecast {
    struct forecast_item *items; /**< one for each target */
    size_t count;                /**< of `items` */
    size_t pending;              /**< that are to be graded */
    double seconds;              /**< they will take together, one after the other; 0 if unknown */
};

/** Looks at every target. Freed with forecast_free(), also on failure. @return false with a sentence in
 * @p error */
bool forecast_make(struct forecast *forecast, struct gradebook *book, const struct intake *intake,
                   struct error *error);
/** Says how many are to be graded, why, and how long @p jobs at a time will take. Nothing, where nothing was
 * graded before. */
void forecast_print(const struct forecast *forecast, size_t jobs);
/** Says which earlier scores have become others. @param changed gets how many
 * @return false with a sentence in @p error */
bool forecast_print_changes(const struct forecast *forecast, struct gradebook *book,
                            const struct intake *intake, size_t *changed, struct error *error);
/** Frees it. */
void forecast_free(struct forecast *forecast);

/** What is graded again. */
enum forecast_again {
    FORECAST_CHANGED, /**< what has an earlier score */
    FORECAST_OPEN     /**< what has open points: it is sent back */
};

/** Takes as targets what is to be graded again, of the gradebook's own submissions: they are graded with this
 * program's version from now on.
 * Where the best attempt counts, a student's earlier texts are graded again as well.
 * @param lab this lab alone; NULL: all of them
 * @param policy the course's rules; NULL if there are none
 * @return false with a sentence in @p error */
bool forecast_take(enum forecast_again again, struct intake *intake, struct gradebook *book, const char *lab,
                   const struct policy *policy, struct error *error);
/** Keeps the targets that are to be graded again. @return false with a sentence in @p error */
bool forecast_keep(enum forecast_again again, struct intake *intake, struct gradebook *book,
                   struct error *error);

#endif
