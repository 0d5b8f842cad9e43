/**
 * @file people.h
 * @brief Who is in the class, as the gradebook remembers it: one person by all the names that systems have
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
    bool listed;                   /**< is in the class now: what is not handed in is missing */
};

/** Called once a person. @return false to stop */
typedef bool gradebook_person_visit(void *user, const struct gradebook_person *person);

/** Calls back with everybody, ordered by student. */
bool gradebook_people(struct gradebook *book, gradebook_person_visit *visit, void *user);
/** The same with all students that there is anything of, also without a line in the roster. */
bool gradebook_everybody(struct gradebook *book, gradebook_person_visit *visit, void *user);

/** Whether a student goes by a name that somebody wrote: that of results, the login, the email address, the
 * number or Canvas's number. Capitals make no difference. @param keys of the roster; may be NULL */
bool gradebook_goes_by(const char *written, const char *student, const char *const *keys);

enum { GRADEBOOK_STUDENT_SIZE = 1024 };
/**
 * Finds the student that somebody wrote, by what gradebook_goes_by() takes.
 * @param parts whether the roster's name will do, too, and a part of either name that only one student has
 * @param student gets the name that results have, GRADEBOOK_STUDENT_SIZE bytes
 * @return false with a sentence in gradebook_error(): nobody, with the nearest there is; or several
 */
bool gradebook_find_student(struct gradebook *book, const char *written, bool parts, char *student);

/** Records a person, in place of what was known of the same student. */
bool gradebook_put_person(struct gradebook *book, const struct gradebook_person *person);

/** Remembers the headings of Canvas's gradebook, in place of those before. */
bool gradebook_put_headings(struct gradebook *book, const char *const *headings, size_t count);
/** Called once a heading. @return false to stop */
typedef bool gradebook_heading_visit(void *user, const char *heading);
/** Calls back with each of them. */
bool gradebook_headings(struct gradebook *book, gradebook_heading_visit *visit, void *user);

#endif
