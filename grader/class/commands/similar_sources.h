/**
 * @file similar_sources.h
 * @brief Where the texts come from that are compared: this class's gradebook, other classes, and the kit's
 * own code.
 */
#ifndef WARPLAB_SIMILAR_SOURCES_H
#define WARPLAB_SIMILAR_SOURCES_H

#include "base/error.h"
#include "class/gradebook/gradebook.h"
#include "class/intake/handed_in.h"
#include "class/similar/similar.h"

enum { SIMILAR_MOST_SOURCES = 64 };

/** What to compare with what. */
struct similar_sources {
    struct gradebook *book; /**< this class's */
    struct {
        const char *name;            /**< as it was typed */
        struct gradebook *book;      /**< NULL if it is none; owned */
        struct handed_in *handed_in; /**< NULL if it is a gradebook; owned */
    } earlier[SIMILAR_MOST_SOURCES]; /**< other classes */
    size_t earlier_count;            /**< of `earlier` */
    /** A text that everybody was given: of the kit, or another. */
    struct similar_given {
        char *name;     /**< its path, in the kit from its top on; owned */
        char *text;     /**< owned */
    } * given;          /**< owned */
    size_t given_count; /**< of `given` */
};

/**
 * Opens another class: a gradebook, or a folder or archive that ./grade batch would take.
 * @return false with a sentence in @p error
 */
bool similar_sources_add(struct similar_sources *sources, const char *path, struct error *error);
/** Reads the starters, headers and solutions of all labs. @return false with a sentence in @p error */
bool similar_sources_take_kit(struct similar_sources *sources, struct error *error);
/** Reads a file that everybody was given, or all .cu, .cuh and .h files below a folder. @return false with a
 * sentence in @p error */
bool similar_sources_give(struct similar_sources *sources, const char *path, struct error *error);
/** Hands all of one lab to the comparison. @return false with a sentence in @p error */
bool similar_sources_collect(const struct similar_sources *sources, const char *lab, struct similar *similar,
                             struct error *error);
/** The text that was given of which a submission has most, by its name; NULL if there is none, or memory is
 * used up. */
const char *similar_sources_given(const struct similar_sources *sources, const struct similar_file *file);
/** Closes what was opened, but this class's gradebook. */
void similar_sources_close(struct similar_sources *sources);

#endif
