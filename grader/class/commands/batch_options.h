/**
 * @file batch_options.h
 * @brief The command line of ./grade batch.
 */
#ifndef WARPLAB_BATCH_OPTIONS_H
#define WARPLAB_BATCH_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "base/command_line.h"
#include "class/gradebook/gradebook.h"
#include "class/slurm/slurm.h"

enum { BATCH_MAX_REGRADE = 16, BATCH_MAX_ROSTERS = 8 };

/** What was asked for. Texts are not owned; NULL or 0 is not said, if nothing else is told. */
struct batch_options {
    const char *path;               /**< where the submissions are */
    const char *db;                 /**< the gradebook's file */
    struct intake_terms intake;     /**< how it grades; its seed and rosters are those below */
    char seed[GRADEBOOK_SEED_SIZE]; /**< for all submissions */
    long jobs;                      /**< side by side; as many as there are cores; for a cluster's task one */
    const char *gap;                /**< in the engine's guard, found later; NULL if there is none */
    const char *regrade[BATCH_MAX_REGRADE]; /**< students and labs */
    size_t regrade_count;                   /**< of `regrade` */
    bool only_changed;                      /**< only what has an earlier score */
    bool only_open;                         /**< only what has open points */
    const char *policy;                     /**< the rules' file */
    const char *rosters[BATCH_MAX_ROSTERS]; /**< who is in the class */
    bool slurm;                             /**< a cluster grades */
    struct slurm_terms cluster;             /**< how to ask it; its sandbox is this machine's, too */
    long pack;                              /**< submissions of a cluster's task */
    const char *part;                       /**< what a cluster's task grades */
    bool collect;                           /**< this is a cluster's last job */
};

/** The options, for a struct batch_options. */
extern const struct option batch_options[];

#endif
