/**
 * @file people.h
 * @brief The people in the class, as stored in the gradebook: one person by all the names that systems have
 * for them.
 */
#ifndef WARPLAB_PEOPLE_H
#define WARPLAB_PEOPLE_H

#include "class/gradebook/gradebook.h"

/** "name", "email", "login", "number", "canvas", "section". */
const char *person_key_name(enum person_key key);

/** One person. */
struct gradebook_person {
    const char *student;           /**< as results have it */
    const char *keys[PERSON_KEYS]; /**< each "" if it is not known */
    bool listed;                   /**< is in the class now: labs without a hand-in are missing */
};

/** All students with any data, ordered by name, including those without a line in the roster.
 * @param in_roster only those that have one */
struct gradebook_rows gradebook_people(struct gradebook *book, bool in_roster);
/** The next of them. @return false past the last */
bool gradebook_next_person(struct gradebook_rows *rows, struct gradebook_person *person);

/** Whether a name that a person typed is the student's: the name in results, the login, the email address,
 * the number or Canvas's number. Case does not matter. @param keys of the roster; may be NULL */
bool gradebook_goes_by(const char *written, const char *student, const char *const *keys);

enum { GRADEBOOK_STUDENT_SIZE = 1024 };
/**
 * Finds a student by a name that a person typed, as gradebook_goes_by() compares it.
 * @param parts whether to accept also the roster's name, and a part of either name that only one student has
 * @param student gets the name in results, GRADEBOOK_STUDENT_SIZE bytes
 * @return false with a sentence in gradebook_error(): no match, with the nearest name; or several matches
 */
bool gradebook_find_student(struct gradebook *book, const char *written, bool parts, char *student);

/** Records a person, in place of what was known about the same student. */
bool gradebook_put_person(struct gradebook *book, const struct gradebook_person *person);

/** Stores the headings of Canvas's gradebook, in place of the earlier ones. */
bool gradebook_put_headings(struct gradebook *book, const char *const *headings, size_t count);
/** All of them. */
struct gradebook_rows gradebook_headings(struct gradebook *book);
/** The next of them; NULL past the last. */
const char *gradebook_next_heading(struct gradebook_rows *rows);

#endif
