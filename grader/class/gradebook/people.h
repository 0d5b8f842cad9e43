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
/** Records a person, in place of what was known of the same student. */
bool gradebook_put_person(struct gradebook *book, const struct gradebook_person *person);

#endif
