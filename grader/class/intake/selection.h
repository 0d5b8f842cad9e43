/**
 * @file selection.h
 * @brief Selects the file that counts for a lab from all of a student's uploads, or finds why there is none.
 */
#ifndef WARPLAB_SELECTION_H
#define WARPLAB_SELECTION_H

#include <time.h>

#include "class/intake/file_list.h"
#include "class/intake/upload.h"
#include "lab/spec.h"

struct person;

/** A file whose student is known. */
struct candidate {
    char *student;                 /**< the student; owned */
    char *upload;                  /**< the student's name according to the upload; owned */
    enum upload_system system;     /**< the system that gave that name */
    const struct person *person;   /**< the student in the roster; NULL if not listed */
    const struct found_file *file; /**< its place */
    const char *rest;              /**< its path as the student named it; points into file->path */
    long long order;               /**< the order of its upload */
    time_t submitted;              /**< when the upload was handed in, 0 if unknown */
    bool late;                     /**< the upload was late, according to the learning system */
    const struct spec *lab;        /**< the lab in its name, NULL if none */
    long copy;                     /**< the number after the lab's name, as in "lab3-2.cu"; 0 if none */
    bool starter;                  /**< it is the lab's unchanged starter (collect.h) */
    bool beside;                   /**< it is the kit's own, in a clone of the whole kit */
};

/** The file that counts for a lab. */
struct selection {
    const struct candidate *chosen;  /**< NULL if there is nothing to grade */
    char reason[512];                /**< the reason if there is nothing, otherwise "" */
    bool missing;                    /**< there is no hand-in for it, or only the starter */
    const struct candidate *blamed;  /**< the subject of the reason; NULL if there is none */
    const struct candidate *starter; /**< the unchanged starter, if the lab has no other file; else NULL */
};

/**
 * Selects among one student's files.
 * @param only whether no other lab is graded: then a single .cu counts whatever its name
 */
void selection_make(struct selection *selection, const struct candidate *candidates, size_t count,
                    const struct spec *lab, bool only);

#endif
