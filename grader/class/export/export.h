/**
 * @file export.h
 * @brief The gradebook in the forms that other systems read: one table of formats.
 *
 * A format receives the class one student at a time, each with one result or none per lab, so that it never
 * holds more than one student's reports. All text passed to it is well-formed UTF-8 without control
 * characters (except newline and tab), and is otherwise untrusted: students choose their own names.
 */
#ifndef WARPLAB_EXPORT_H
#define WARPLAB_EXPORT_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "class/gradebook/gradebook.h"
#include "class/policy/policy.h"

/** One current result, cleaned and parsed. */
struct export_result {
    struct gradebook_result stored; /**< its strings are this result's own */
    const cJSON *checks;            /**< array, NULL if there is no report */
    const cJSON *bandwidths;        /**< array, NULL if there is no report */
    cJSON *report;                  /**< the report, which contains the two above; owned */
    bool has_policy;                /**< there are rules, and @c final is their result */
    struct policy_score reached;    /**< the score without rules; open points as in @c enum @c export_open */
    struct policy_score final;      /**< the score with the rules if there are any; open points likewise */
    long long final_at;             /**< its time, in seconds since 1970, if the format is `dated` */
    bool dropped;                   /**< by the rules, the lab is one that does not count */
    char *steps;                    /**< steps of the final score, a line each; owned; NULL without rules */
    char note[200];      /**< that the score is outdated, and what has changed since; "" if it is not */
    char open_note[120]; /**< how many points could not be judged, and what they count as; "" if none */
};

/** The treatment of open points. */
enum export_open {
    EXPORT_OPEN_ASK,    /**< the score is withheld, and named on standard error */
    EXPORT_OPEN_ZERO,   /**< they count as not earned */
    EXPORT_OPEN_EXCLUDE /**< judged points are scaled to the lab's maximum, before lateness costs anything */
};

/** One lab of the class. */
struct export_lab {
    char *name;       /**< "lab3"; owned */
    double max_score; /**< the highest of the results seen; 0 if there are none */
};

struct export_format;
struct export_terms;

/** The data about the whole class that is known before the first student is written. */
struct export_class {
    struct export_lab *labs;            /**< lab2 before lab10 */
    size_t lab_count;                   /**< of `labs` */
    size_t result_count;                /**< the number of selected results */
    size_t student_count;               /**< the number of students with at least one of them */
    size_t participants;                /**< selected results with their own participant number in Moodle */
    size_t stale_count;                 /**< selected results with an outdated score */
    bool names_are_addresses;           /**< every student's name is an email address */
    size_t people_count;                /**< students in the roster */
    const struct export_format *format; /**< the format of the export */
    const struct export_terms *terms;   /**< the options of the export */
    cJSON *kept;                        /**< an object: a format's data until the last student; owned */
    bool known[PERSON_KEYS];            /**< the roster has this key for every student */
    char **columns; /**< the other system's own headings, one per lab, NULL for a lab without one; owned; NULL
                       if none is known */
};

/** One student, with all their results. */
struct export_student {
    const char *name;              /**< as the gradebook has it, cleaned */
    size_t before;                 /**< the number of results written before this student's first */
    struct export_result **of_lab; /**< one per lab of the class; NULL for a lab without one */
    const char *const *keys;       /**< PERSON_KEYS of the roster, "" if unknown; NULL without a person */
};

/** A format has either begin, student and end, which write a single document, or @c one, which writes each
 * submission's document, or @c page, which writes each student's. */
struct export_format {
    const char *name;    /**< as on the command line */
    const char *suffix;  /**< of the file names, if the format has one document per submission */
    bool with_text;      /**< it contains reports as text */
    bool one_lab;        /**< it has room for only one lab */
    const char *excuses; /**< how a lab that does not count is written; NULL: not possible */
    bool for_staff;      /**< students do not see it: it may have remarks on their scores */
    bool dated;          /**< it has the time since which a final score is what it is */
    bool columns;        /**< it can fill the columns of a file that the other system has exported */
    bool without_names;  /**< it can be written without names */
    bool class_only; /**< if there is a roster, students who are not in it are left out: an importer stops at
                        the first unknown one */
    void (*begin)(FILE *out,
                  const struct export_class *class); /**< writes the part before the first student */
    void (*student)(FILE *out, const struct export_class *class,
                    const struct export_student *student);         /**< writes one student */
    void (*result)(FILE *out, const struct export_result *result); /**< or only writes each result */
    void (*end)(FILE *out, const struct export_class *class);      /**< writes what comes after the last */
    const char *head; /**< what a document begins with, whatever the class is; or NULL */
    const char *tail; /**< what it ends with, likewise */
    /** The file name, without a folder, if the format has one document per submission; NULL: STUDENT.LAB and
     * the suffix */
    void (*name_of)(const struct export_result *result, char *name, size_t size);
    /** Writes a student's document. */
    void (*page)(FILE *out, const struct export_class *class, const struct export_student *student);
    /** Writes more than one file by itself. @return false with a sentence in @p error */
    bool (*write)(struct gradebook *book, const struct gradebook_filter *filter,
                  const struct export_terms *terms, const char *path, struct error *error);
    /** @return false if such a result has no place in this format, with a sentence in @p error */
    bool (*one)(FILE *out, const struct export_result *result, struct error *error);
};

/** @name The formats, one file each
 * @{ */
extern const struct export_format
    export_autolab; /**< the line of scores that Autolab reads, one per submission */
extern const struct export_format export_blackboard; /**< CSV for Blackboard's grade centre */
extern const struct export_format export_canvas;     /**< CSV for Canvas's gradebook import */
extern const struct export_format export_csv;        /**< CSV, one line per submission */
extern const struct export_format export_gradescope; /**< results.json, one per submission */
extern const struct export_format export_html;       /**< one self-contained page */
extern const struct export_format export_json;       /**< every result with its checks, for programs */
extern const struct export_format export_junit;      /**< JUnit's XML: suites of tests, which are checks */
extern const struct export_format export_moodle;     /**< CSV for Moodle's grade import, with feedback */
extern const struct export_format export_moodle_feedback;  /**< reports, named as Moodle's feedback files */
extern const struct export_format export_moodle_worksheet; /**< CSV for one of Moodle's assignments */
extern const struct export_format export_prairielearn;     /**< an external grader's results.json, one per
                                                                submission */
extern const struct export_format export_sources; /**< texts in folders, for programs that find copies */
extern const struct export_format export_reports; /**< a page per student, with all reports */
/** @} */

/** What has changed since a score was reached: the bits of gradebook_changes(). */
unsigned export_changes(const struct gradebook_result *stored);
/** Whether a score is outdated: it is for a submission or a seed that is no longer the current one, or from a
 * grader or a lab that has changed since. */
bool export_is_stale(const struct gradebook_result *stored);

/** Prints a line for each open check of a result: the student, the number of points, and the reason. */
void export_print_open(FILE *out, const struct gradebook_result *stored);

/** The i-th format, NULL past the last. */
const struct export_format *export_format_at(size_t i);
/** The format of that name, NULL if there is none. */
const struct export_format *export_format_find(const char *name);

enum { EXPORT_MAX_AGAINST = 20 };

/** How an export is written. */
struct export_terms {
    const struct policy *policy; /**< the course's rules; NULL if there are none */
    const char *columns;         /**< a file with headings, exported by the other system; NULL if none */
    bool without_names;          /**< names only students who want to be on the leaderboard */
    enum export_open open;       /**< how open points are treated */
    const char *const *against;  /**< sources: gradebooks of earlier classes */
    size_t against_count;        /**< of `against`, at most EXPORT_MAX_AGAINST */
    const char *pseudonyms; /**< sources: students are numbered, and this file has their names; NULL: named */
};

/**
 * Writes what @p filter selects, with final scores if there is a policy, to @p path: a file (whole or not at
 * all), "-" for standard output, or, if the format has one document per submission, a folder if the path
 * ends in "/" or names one. Only the owner may read the output. Stale scores and open points are listed on
 * standard error.
 * @return false with a sentence in @p error
 */
bool export_write(const struct export_format *format, struct gradebook *book,
                  const struct gradebook_filter *filter, const struct export_terms *terms, const char *path,
                  struct error *error);

/* The students' submissions in the layout that JPlag, Dolos and MOSS read: finding copies is left to these
 * programs.
 *
 * FOLDER/LAB/submissions/STUDENT/LAB.cpp, next to it earlier/CLASS-STUDENT/LAB.cpp of other gradebooks, and
 * base/LAB.cpp, the starter. The tools recognise C++ by ".cpp"; line numbers stay the same. */

/** Blanks out, in place, what makes a copy look different to these programs: empty statements. @param bare
 * whether comments, which may have names in them, are blanked out, too */
void sources_make_plain(char *text, bool bare);

/** Writes the texts that @p filter selects into a new or empty folder. Only the owner may read it.
 * @return false with a sentence in @p error */
bool export_sources_write(struct gradebook *book, const struct gradebook_filter *filter,
                          const struct export_terms *terms, const char *path, struct error *error);

#endif
