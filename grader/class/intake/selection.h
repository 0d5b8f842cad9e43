/**
 * @file selection.h
 * @brief Of all that a student has uploaded: the file that counts for a lab, or why there is none.
 */
#ifndef WARPLAB_SELECTION_H
#define WARPLAB_SELECTION_H

#include <time.h>

#include "class/intake/file_list.h"
#include "class/intake/upload.h"
#include "lab/spec.h"

struct person;

/** A file that is known to be some student's. */
struct candidate {
    char *student;                 /**< whose it is; owned */
    char *upload;                  /**< the same, as the upload's name has it; owned */
    enum upload_system system;     /**< that named it */
    const struct person *person;   /**< of the roster; NULL if it has none */
    const struct found_file *file; /**< where it lies */
    const char *rest;              /**< its path as the student named it; inside found->path */
    long long order;               /**< of the upload it came with */
    time_t submitted;              /**< when the upload was handed in, 0 if nothing says it */
    bool late;                     /**< the upload was, as the learning system says */
    const struct spec *lab;        /**< that its name says, NULL if none */
    long copy;                     /**< the number behind the lab's name, as in "lab3-2.cu"; 0 if none */
    bool starter;                  /**< it is the lab's starter, as it was handed out (collect.h) */
    bool beside;                   /**< it is the kit's own, in a clone of all of it */
};

/** What counts for a lab. */
struct selection {
    const struct candidate *chosen;  /**< NULL if there is nothing to grade */
    char reason[512];                /**< why not, "" if there is */
    bool missing;                    /**< nothing at all was handed in for it, or the starter alone */
    const struct candidate *blamed;  /**< what the reason is about; NULL if nothing in particular */
    const struct candidate *starter; /**< as it was handed out, and nothing else for the lab; NULL if not */
};

/**
 * Picks among one student's files.
 * @param only whether it is the only lab asked for: then a lone .cu counts whatever its name
 */
void selection_make(struct selection *selection, const struct candidate *candidates, size_t count,
                    const struct spec *lab, bool only);

#endif
