/**
 * @file export_result.h
 * @brief One result as exporters see it, and helpers for it.
 */
#ifndef WARPLAB_EXPORT_RESULT_H
#define WARPLAB_EXPORT_RESULT_H

#include "class/export/export.h"
#include "lab/check.h"
#include "run/reports.h"

/** A cleaned copy of a result in the gradebook, with its report parsed, and as text on request; NULL if out
 * of memory. */
struct export_result *export_result_copy(const struct gradebook_result *stored, bool with_text);
/** Frees it. NULL is allowed. */
void export_result_free(struct export_result *result);

/** Adds the score to hand out, by the course's rules if there are any.
 * @return false if the gradebook cannot be read, or memory runs out */
bool export_result_judge(struct export_result *result, const struct export_class *class,
                         struct gradebook *book, const struct gradebook_result *stored);
/** Finds the time since which the score to hand out is what it is.
 * @return false if the gradebook cannot be read or written */
bool export_result_date(struct export_result *result, const struct policy *policy, struct gradebook *book,
                        const struct gradebook_result *stored);
/** Whether there is a score to hand out: the final one if there are rules, otherwise the one reached. False
 * while points are open, unless the options say what they count as. */
bool export_has_points(const struct export_result *result);
/** The same for importers without excuses: also false for a lab that does not count. */
bool export_counts(const struct export_result *result);
/** That score; 0 without a result. */
double export_points(const struct export_result *result);

/** Graded, with a score, even a stale one: only these results are ever written as a number. */
bool export_is_graded(const struct export_result *result);
/** Not graded although it is there: the grader has not done so yet, or could not. */
bool export_is_ungraded(const struct export_result *result);

/** A check's member as text, "" if it has none. */
const char *export_text(const cJSON *object, const char *member);
/** Whether a check's status is this one. */
bool export_status_is(const cJSON *check, const char *status);
/** Worth a line: it has points to win, or it failed. */
bool export_is_shown(const cJSON *check);

/** The sandbox that it was graded in: "A", "B", "C" or "container"; "" if the report does not say. */
const char *export_sandbox(const struct export_result *result);
/** A sentence if it was graded without a sandbox of the grader's own; NULL if there is nothing to report. */
const char *export_sandbox_note(const struct export_result *result);

/** A sentence that goes with the score: points are open, it is stale, or the text of export_sandbox_note();
 * NULL if there is none. */
const char *export_note(const struct export_result *result);

/**
 * Moodle's number of the student in the assignment that it was downloaded from, "4711"; NULL if it came from
 * elsewhere.
 */
const char *export_participant(const struct gradebook_result *stored);

/** The question that a check belongs to. */
enum check_question export_question(const cJSON *check);
/** Points of one question's judged checks, and their maximum. */
void export_question_points(const struct export_result *result, enum check_question question, double *points,
                            double *max);

/** A short text; the end is cut off if it does not fit. */
struct export_words {
    char text[1100]; /**< of untrusted origin */
};
/** A check in words: "races (reduce_shared)". */
struct export_words export_check_title(const cJSON *check);
/** The message of a check, after its source line if it has one. */
struct export_words export_check_words(const cJSON *check);
/** A lab as a course lists it: "Lab 3", "Challenge scan". */
struct export_words export_lab_title(const char *lab);
/** The student's display name: the roster's, if it has one. */
const char *export_student_name(const struct export_student *student);

/* What several formats share. */

/** Text as HTML shows it. */
void export_put_html(FILE *out, const char *text);
/** Text in an attribute of XML. */
void export_put_attribute(FILE *out, const char *text);
/** A comma, and a cell of a CSV with text. */
void export_put_cell(FILE *out, const char *text);
/** The same with a number; the cell is empty if it is not known. */
void export_put_number(FILE *out, bool known, double number);

/** A name that is safe as one part of a path on any system: characters other than letters and digits are
 * percent-encoded. */
void export_file_name(const char *text, char *name, size_t size);

/* Walks over the gradebook, one student at a time. */

/** Learns which labs and how many students @p filter selects. Freed by export_class_free(), also on failure.
 * @return false with a sentence in @p error */
bool export_class_learn(struct export_class *class, struct gradebook *book,
                        const struct gradebook_filter *filter, struct error *error);
/** Frees the data of the class. */
void export_class_free(struct export_class *class);

/** Called once per student. */
typedef void export_student_visit(void *user, const struct export_class *class,
                                  const struct export_student *student);

/** Calls @p visit for every student of the class, in the gradebook's order.
 * @return false with a sentence in @p error */
bool export_class_each(const struct export_class *class, struct gradebook *book,
                       const struct gradebook_filter *filter, export_student_visit *visit, void *user,
                       struct error *error);

/* Formats that have a document for each submission, or for each student. */

/** Writes the only document of the class to @p path, or each to its own file in the folder @p path.
 * @return false with a sentence in @p error */
bool export_each_write(const struct export_format *format, const struct export_class *class,
                       struct gradebook *book, const struct gradebook_filter *filter, const char *path,
                       struct error *error);

#endif
