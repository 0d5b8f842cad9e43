/**
 * @file batch_options.h
 * @brief The command line of ./grade batch.
 */
#ifndef WARPLAB_BATCH_OPTIONS_H
#define WARPLAB_BATCH_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/command_line.h"
#include "class/gradebook/gradebook.h"
#include "class/slurm/slurm.h"

enum { BATCH_MAX_REGRADE = 16, BATCH_MAX_ROSTERS = 8 };

/** The options as given. Strings are not owned. NULL or 0 means not given, unless stated otherwise. */
struct batch_options {
    const char *path;               /**< where the submissions are */
    const char *db;                 /**< the gradebook's file */
    struct intake_terms intake;     /**< how to take in files; its seed and rosters are those below */
    char seed[GRADEBOOK_SEED_SIZE]; /**< for all submissions */
    long jobs;                      /**< in parallel; default: the number of cores; in a cluster's task 1 */
    const char *gap;                /**< a gap in the engine's guard, found later; NULL if there is none */
    const char *regrade[BATCH_MAX_REGRADE]; /**< students and labs */
    size_t regrade_count;                   /**< of `regrade` */
    bool only_changed;                      /**< only submissions with an outdated score */
    bool only_open;                         /**< only submissions with open points */
    const char *policy;                     /**< the rules' file */
    const char *rosters[BATCH_MAX_ROSTERS]; /**< the rosters' files */
    bool slurm;                             /**< a cluster grades */
    struct slurm_terms cluster;             /**< the options for Slurm; its sandbox is this machine's, too */
    long pack;                              /**< submissions per task of a cluster */
    const char *part;                       /**< the part that this task of a cluster grades */
    bool collect;                           /**< this is the last job of a cluster's round */
};

/** The options of the command line; they set a struct batch_options. */
extern const struct option batch_options[];

#endif
