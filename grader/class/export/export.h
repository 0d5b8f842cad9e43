/**
 * @file export.h
 * @brief The gradebook in the forms that other systems read: one table of formats.
 *
 * A format is shown the class a student at a time, each with a result for every lab or none, so that it never
 * holds more than one student's reports. All text it is given is well-formed UTF-8 without control characters
 * (but newline and tab), and is otherwise untrusted: student names are chosen by students.
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
    cJSON *report;                  /**< what the two above are parts of; owned */
    bool has_policy;                /**< there are rules, and @c final is what they make of it */
    struct policy_score reached;    /**< without rules; open points as @c enum @c export_open has it */
    struct policy_score final;      /**< with them if there are any; open points likewise */
    long long final_at;             /**< since when, in seconds since 1970, in a format that says so */
    bool dropped;                   /**< by the rules, the lab is one of those that do not count */
    char *steps;                    /**< how it came about, a line each; owned; NULL without rules */
    char note[200];      /**< that the score is an earlier one, and what has changed since; "" if it is not */
    char open_note[120]; /**< how many points could not be judged, and what they count; "" without any */
};

/** What is made of open points. */
enum export_open {
    EXPORT_OPEN_ASK,    /**< such a score is none yet, and is named on standard error */
    EXPORT_OPEN_ZERO,   /**< they are not earned */
    EXPORT_OPEN_EXCLUDE /**< judged points are scaled to the lab's maximum, before lateness costs anything */
};

/** One lab of the class. */
struct export_lab {
    char *name;       /**< "lab3"; owned */
    double max_score; /**< of the results seen; 0 if there is none */
};

struct export_format;
struct export_terms;

/** What is known of the whole class before the first student is written. */
struct export_class {
    struct export_lab *labs;            /**< lab2 before lab10 */
    size_t lab_count;                   /**< of `labs` */
    size_t result_count;                /**< selected results */
    size_t student_count;               /**< students with at least one of them */
    size_t participants;                /**< selected results that Moodle has a number of its own for */
    size_t stale_count;                 /**< selected results with an earlier score */
    bool names_are_addresses;           /**< every student is named by an email address */
    size_t people_count;                /**< students that the roster has */
    const struct export_format *format; /**< that it is written in */
    const struct export_terms *terms;   /**< how it is written */
    cJSON *kept;                        /**< an object: what a format keeps until the last student; owned */
    bool known[PERSON_KEYS];            /**< the roster has it of every one of them */
    char **columns; /**< the other system's own headings, one a lab, NULL where it has none; owned; NULL if
                       none is known */
};

/** One student, with all their results. */
struct export_student {
    const char *name;              /**< as the gradebook has it, cleaned */
    size_t before;                 /**< results written before this student's first */
    struct export_result **of_lab; /**< one a lab of the class; NULL where there is none */
    const char *const *keys; /**< PERSON_KEYS of the roster, each "" if not known; NULL without a person */
};

/** A format: either begin, student and end for one document, or one for a document a submission, or page for
 * a document a student. */
struct export_format {
    const char *name;    /**< as on the command line */
    const char *suffix;  /**< of a file's name, for a format with a document a submission */
    bool with_text;      /**< it shows reports as text */
    bool one_lab;        /**< it has a place for one lab alone */
    const char *excuses; /**< what becomes of a lab that does not count; NULL: it has no place for that */
    bool for_staff;      /**< students do not see it: remarks on their scores may be in it */
    bool dated;          /**< it says since when a final score is what it is */
    bool columns;        /**< it can fill the columns of a file that the other system has exported */
    bool without_names;  /**< it can be written without names */
    bool class_only; /**< where there is a roster, students that it does not have are left out: an importer
                        ends at the first that it does not know */
    void (*begin)(FILE *out,
                  const struct export_class *class); /**< writes what comes before the first student */
    void (*student)(FILE *out, const struct export_class *class,
                    const struct export_student *student);         /**< writes one student */
    void (*result)(FILE *out, const struct export_result *result); /**< or each result, where that is all */
    void (*end)(FILE *out, const struct export_class *class);      /**< writes what comes after the last */
    /** A file's name, without a folder, for a format with a document a submission; NULL: STUDENT.LAB and the
     * suffix */
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
extern const struct export_format export_csv;        /**< CSV, a line a submission */
extern const struct export_format export_gradescope; /**< results.json, one per submission */
extern const struct export_format export_html;       /**< one page, complete in itself */
extern const struct export_format export_json;       /**< every result with its checks, for programs */
extern const struct export_format export_junit;      /**< JUnit's XML, a suite a submission, a test a check */
extern const struct export_format export_moodle;     /**< CSV for Moodle's grade import, with feedback */
extern const struct export_format export_moodle_feedback;  /**< reports, named as Moodle's feedback files */
extern const struct export_format export_moodle_worksheet; /**< CSV for one of Moodle's assignments */
extern const struct export_format export_prairielearn;     /**< an external grader's results.json, one per
                                                                submission */
extern const struct export_format export_sources; /**< texts in folders, for programs that find copies */
extern const struct export_format export_reports; /**< a page per student, with all reports */
/** @} */

/** What has changed since a score was reached, as gradebook_changes() has it. */
unsigned export_changes(const struct gradebook_result *stored);
/** Whether a score is an earlier one: of a submission or a seed that is no longer asked for, or of a grader
 * or a lab that has changed since. */
bool export_is_stale(const struct gradebook_result *stored);

/** Prints a line for each check of a result that is open: whose, how many points, and why. */
void export_print_open(FILE *out, const struct gradebook_result *stored);

/** The i-th format, NULL past the last. */
const struct export_format *export_format_at(size_t i);
/** The format of that name, NULL if there is none. */
const struct export_format *export_format_find(const char *name);

enum { EXPORT_MAX_AGAINST = 20 };

/** How an export is written. */
struct export_terms {
    const struct policy *policy; /**< the course's rules; NULL if there are none */
    const char *columns;         /**< a file with headings that the other system has exported; NULL without */
    bool without_names;          /**< names only students who want to be on the leaderboard */
    enum export_open open;       /**< what is made of open points */
    const char *const *against;  /**< sources: gradebooks of earlier classes */
    size_t against_count;        /**< of them, at most EXPORT_MAX_AGAINST */
    const char *pseudonyms; /**< sources: students are numbered, and this file says who is who; NULL: named */
};

/**
 * Writes what @p filter selects, with final scores if there is a policy, to @p path: a file (whole or not
 * at all), "-" for standard output, or a folder for the formats that have a document a submission, where the
 * path ends in "/" or names a folder. Only the owner may read it. Stale scores and open points are named on
 * standard error.
 * @return false with a sentence in @p error
 */
bool export_write(const struct export_format *format, struct gradebook *book,
                  const struct gradebook_filter *filter, const struct export_terms *terms, const char *path,
                  struct error *error);

/* What students have handed in, as JPlag, Dolos and MOSS take it: to find copies is these programs'
 * work.
 *
 * FOLDER/LAB/submissions/STUDENT/LAB.cpp, beside it earlier/CLASS-STUDENT/LAB.cpp of other gradebooks, and
 * base/LAB.cpp, the starter. The tools know C++ by ".cpp"; no line moves. */

/** Replaces by blanks, in place, what makes a copy look different to these programs: empty statements. @param
 * bare whether comments go, too, in which names may be */
void sources_make_plain(char *text, bool bare);

/** Writes the texts that @p filter selects into a new or empty folder. Only the owner may read it.
 * @return false with a sentence in @p error */
bool export_sources_write(struct gradebook *book, const struct gradebook_filter *filter,
                          const struct export_terms *terms, const char *path, struct error *error);

#endif
