/**
 * @file internal.h
 * @brief The contents of a policy, shared by reading and applying it.
 */
#ifndef WARPLAB_POLICY_INTERNAL_H
#define WARPLAB_POLICY_INTERNAL_H

#include "class/policy/policy.h"

enum { POLICY_MAX_LABS = 64 };

/** Rules that are a number. */
enum policy_number {
    RULE_PENALTY,   /**< percent of a lab's points for each day begun */
    RULE_CLOSED,    /**< days after which nothing counts */
    RULE_GRACE,     /**< minutes after the due time that are not late */
    RULE_EXPLAIN,   /**< the number of 100 points for answers about a submission's own run */
    RULE_LATE_DAYS, /**< late days without a penalty, maximum for this lab */
    RULE_COUNT
};

/** Rules that a lab may override; unset values are the course's. */
struct policy_rules {
    double number[RULE_COUNT]; /**< by enum policy_number; negative: unset */
    int attempt;               /**< 'b' best, 'l' latest; 0: unset */
    time_t due;                /**< 0: unset */
    const char *name;          /**< of the lab's spec; NULL: the course */
};

/** A line about one student or one section. */
struct policy_line {
    enum {
        POLICY_SECTION_DUE,
        POLICY_EXTENSION,
        POLICY_OVERRIDE,
        POLICY_BOARD
    } kind;          /**< the subject of the line */
    char *who;       /**< the section, or the student; owned */
    const char *lab; /**< of the lab's spec; NULL on the leaderboard */
    time_t due;      /**< of a section, or an extension */
    double points;   /**< of an override */
    char *author;    /**< the person who set it; owned; NULL without an override */
    char *reason;    /**< the reason; on the leaderboard, the name to show; owned; NULL without either */
    bool public;     /**< students may read the reason */
    int line;        /**< of the file */
};

/** All rules of a policy. */
struct policy {
    struct policy_rules course;                /**< the defaults for all labs */
    struct policy_rules labs[POLICY_MAX_LABS]; /**< those that have a section */
    size_t lab_count;                          /**< of `labs` */
    time_t changed;                            /**< the time of the file's last change */
    double late_days;                          /**< a student's free late days in all labs; negative: unset */
    int drops;                                 /**< labs of a student that do not count */
    struct policy_line *lines;                 /**< about students and sections */
    size_t line_count;                         /**< of `lines` */
};

#endif
