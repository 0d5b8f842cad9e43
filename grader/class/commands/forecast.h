/**
 * @file forecast.h
 * @brief The work of a batch, before it starts; and changes of earlier scores afterwards.
 */
#ifndef WARPLAB_FORECAST_H
#define WARPLAB_FORECAST_H

#include "class/intake/intake.h"
#include "class/policy/policy.h"

/** The known data about one target. */
struct forecast_item {
    bool pending;     /**< it is to be graded */
    bool has_score;   /**< there is an earlier score */
    double score;     /**< that score */
    double seconds;   /**< that its grading took */
    bool open_points; /**< some of its points could not be judged */
    unsigned changes; /**< since then, from gradebook_changes() */
};

/** All of them. */
struct forecast {
    struct forecast_item *items; /**< one for each target */
    size_t count;                /**< of `items` */
    size_t pending;              /**< the number to be graded */
    double seconds;              /**< their total time, one after another; 0 if unknown */
};

/** Looks up every target. Freed with forecast_free(), also on failure. @return false with a sentence in @p
 * error */
bool forecast_make(struct forecast *forecast, struct gradebook *book, const struct intake *intake,
                   struct error *error);
/** Prints how many are to be graded, why, and how long @p jobs at a time will take. Prints nothing if nothing
 * was graded before. */
void forecast_print(const struct forecast *forecast, size_t jobs);
/** Prints which earlier scores have changed. @param changed gets their number
 * @return false with a sentence in @p error */
bool forecast_print_changes(const struct forecast *forecast, struct gradebook *book,
                            const struct intake *intake, size_t *changed, struct error *error);
/** Frees it. */
void forecast_free(struct forecast *forecast);

/** Which submissions are graded again. */
enum forecast_again {
    FORECAST_CHANGED, /**< those with an outdated score */
    FORECAST_OPEN     /**< those with open points: they are sent back */
};

/** Takes as targets those of the gradebook's submissions that are to be graded again: with this program's
 * version from now on. If the best attempt counts, a student's earlier texts are graded again as well.
 * @param lab this lab alone; NULL: all of them
 * @param policy the course's rules; NULL if there are none
 * @return false with a sentence in @p error */
bool forecast_take(enum forecast_again again, struct intake *intake, struct gradebook *book, const char *lab,
                   const struct policy *policy, struct error *error);
/** Keeps the targets that are to be graded again. @return false with a sentence in @p error */
bool forecast_keep(enum forecast_again again, struct intake *intake, struct gradebook *book,
                   struct error *error);

#endif
