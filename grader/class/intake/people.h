/**
 * @file people.h
 * @brief The class's roster: whose an upload is, by any of the names that systems have for a person.
 *
 * It is read from CSV files with headings: what an instructor writes, Canvas's gradebook export, Moodle's
 * participants or grading worksheet, Gradescope's roster. Lines of several files that share an email address,
 * a login, a number or Canvas's number are one person.
 */
#ifndef WARPLAB_INTAKE_PEOPLE_H
#define WARPLAB_INTAKE_PEOPLE_H

#include <time.h>

#include "class/gradebook/people.h"
#include "class/intake/upload.h"

/** What a worksheet says of a person: Moodle has other numbers for the same people in each assignment. Or
 * what a file of times does. */
struct participation {
    char *number;           /**< Moodle's, in the assignment; "" in a file of times; owned */
    size_t worksheet;       /**< which one it was, from 0 */
    const struct spec *lab; /**< that a file of times names; NULL: it names none */
    time_t submitted;       /**< when the person handed in there; 0 if it does not say */
};

/** One person. */
struct person {
    char *student;                       /**< the login, or the email address, or the number, or the name */
    char *keys[PERSON_KEYS];             /**< each "" if it is not known */
    struct participation *participation; /**< in every worksheet that was read */
    size_t participation_count;          /**< of `participation` */
    bool listed;                         /**< is in the class now */
    bool test;                           /**< Canvas's Test Student, who is not counted */
    bool seen;                           /**< set by the intake: something was uploaded */
};

/** All of them. Zeroed is empty. */
struct people {
    struct person *items; /**< in the order they were read */
    size_t count;         /**< of `items` */
    size_t worksheets;    /**< of Moodle's assignments that were read */
    char **headings;      /**< of Canvas's gradebook, if one was read; owned */
    size_t heading_count; /**< of `headings` */
};

/** Those that the gradebook remembers. @return false with a sentence in @p error */
bool people_load(struct people *people, struct gradebook *book, struct error *error);
/** Reads a roster; who is in it is listed. @param first whether those before it are no longer listed, unless
 * the file is the worksheet of one of Moodle's assignments
 * @return false with a sentence in @p error that names file and line */
bool people_read(struct people *people, const char *path, bool first, struct error *error);
/** Has the gradebook remember them. @return false with a sentence in gradebook_error() */
bool people_save(const struct people *people, struct gradebook *book);
/** Frees all. */
void people_free(struct people *people);

/** The student whom an upload belongs to; NULL if there is none, or several are possible.
 * @param student as upload_parse() has it, or a list of names */
struct person *people_find(const struct people *people, enum upload_system system, const char *student);
/** In which assignment an upload of Moodle's is: by the number at the end of "Ada Lovelace_4711"; NULL if no
 * worksheet has it. */
const struct participation *person_participation(const struct person *person, const char *upload);
/** When an upload was handed in for a lab, by its worksheet or a file of times; 0 if neither says it. */
time_t person_submitted(const struct person *person, const char *upload, const struct spec *lab);

#endif
