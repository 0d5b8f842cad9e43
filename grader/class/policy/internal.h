/**
 * @file internal.h
 * @brief What was read of a policy, as reading and applying it share it.
 */
#ifndef WARPLAB_POLICY_INTERNAL_H
#define WARPLAB_POLICY_INTERNAL_H

#include "class/policy/policy.h"

enum { POLICY_MAX_LABS = 64 };

/** Rules that are a number. */
enum policy_number {
    RULE_PENALTY,   /**< percent of a lab's points for each started day */
    RULE_CLOSED,    /**< days after which nothing counts */
    RULE_GRACE,     /**< minutes after it was due that are not late */
    RULE_EXPLAIN,   /**< of 100 points, those for answers about a submission's own run */
    RULE_LATE_DAYS, /**< that cost nothing, of this lab at most */
    RULE_COUNT
};

/** Rules that a lab may have of its own; unset values are the course's. */
struct policy_rules {
    double number[RULE_COUNT]; /**< by enum policy_number; negative: not said */
    int attempt;               /**< 'b' best, 'l' latest; 0: not said */
    time_t due;                /**< 0: not said */
    const char *name;          /**< of the lab's spec; NULL: the course */
};

/** A line about one student or one section. */
struct policy_line {
    enum {
        POLICY_SECTION_DUE,
        POLICY_EXTENSION,
        POLICY_OVERRIDE,
        POLICY_BOARD
    } kind;          /**< what it is about */
    char *who;       /**< the section, or the student; owned */
    const char *lab; /**< of the lab's spec; NULL on the leaderboard */
    time_t due;      /**< of a section, or an extension */
    double points;   /**< of an override */
    char *author;    /**< who has set it; owned; NULL without an override */
    char *reason;    /**< why; on the leaderboard, the name to show; owned; NULL without either */
    bool public;     /**< students may read why */
    int line;        /**< of the file */
};

/** All of it. */
struct policy {
    struct policy_rules course;                /**< the sections that are not found elsewhere */
    struct policy_rules labs[POLICY_MAX_LABS]; /**< those that have a section */
    size_t lab_count;                          /**< of `labs` */
    time_t changed;                            /**< when the file was */
    double late_days;          /**< of a student in all labs that cost nothing; negative: not said */
    int drops;                 /**< labs of a student that do not count */
    struct policy_line *lines; /**< about students and sections */
    size_t line_count;         /**< of `lines` */
};

#endif
