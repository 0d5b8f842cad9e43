/**
 * @file people.h
 * @brief The class's roster: finds an upload's student, by any of the names that systems have for a person.
 *
 * It is read from CSV files with headings: an instructor's own, Canvas's gradebook export, Moodle's
 * participants or grading worksheet, Gradescope's roster. Lines of several files that share an email address,
 * a login, a number or Canvas's number are one person.
 */
#ifndef WARPLAB_INTAKE_PEOPLE_H
#define WARPLAB_INTAKE_PEOPLE_H

#include <time.h>

#include "class/gradebook/people.h"
#include "class/intake/upload.h"

/** A line of a worksheet or of a file of times, about one person. In Moodle, a person has a different number
 * in each assignment. */
struct participation {
    char *number;           /**< Moodle's, in the assignment; "" in a file of times; owned */
    size_t worksheet;       /**< its index among the worksheets, from 0 */
    const struct spec *lab; /**< the lab in a file of times; NULL: it names none */
    time_t submitted;       /**< the time of the person's hand-in there; 0 if it has none */
};

/** One person. */
struct person {
    char *student;                       /**< first known: login, address, number, Canvas's number, name */
    char *keys[PERSON_KEYS];             /**< each "" if it is not known */
    struct participation *participation; /**< in every worksheet that was read */
    size_t participation_count;          /**< of `participation` */
    bool listed;                         /**< is in the class now */
    bool test;                           /**< Canvas's Test Student, who is not counted */
    bool seen;                           /**< set by the intake: there is an upload */
};

/** All of them. All zeros is an empty roster. */
struct people {
    struct person *items; /**< in the order they were read */
    size_t count;         /**< of `items` */
    size_t worksheets;    /**< the number of Moodle worksheets that were read */
    char **headings;      /**< of Canvas's gradebook, if one was read; owned */
    size_t heading_count; /**< of `headings` */
};

/** Reads those that are stored in the gradebook. @return false with a sentence in @p error */
bool people_load(struct people *people, struct gradebook *book, struct error *error);
/** Reads a roster; the people in it become `listed`. @param first whether those before it are no longer
 * listed, unless the file is the worksheet of one of Moodle's assignments
 * @return false with a sentence in @p error that names file and line */
bool people_read(struct people *people, const char *path, bool first, struct error *error);
/** Stores them in the gradebook. @return false with a sentence in gradebook_error() */
bool people_save(const struct people *people, struct gradebook *book);
/** Frees all data. */
void people_free(struct people *people);

/** The student to whom an upload belongs; NULL if there is none, or several are possible.
 * @param student as from upload_parse(), or a list of names */
struct person *people_find(const struct people *people, enum upload_system system, const char *student);
/** The assignment of a Moodle upload, by the number at the end of "Ada Lovelace_4711"; NULL if no worksheet
 * has it. */
const struct participation *person_participation(const struct person *person, const char *upload);
/** The time of an upload's hand-in for a lab, from its worksheet or a file of times; 0 if unknown. */
time_t person_submitted(const struct person *person, const char *upload, const struct spec *lab);

#endif
