// The people in the class.
#include "class/gradebook/people.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/command_line.h"
#include "base/utf8.h"
#include "class/gradebook/internal.h"

const char *person_key_name(enum person_key key) {
    static const char *const names[PERSON_KEYS] = {"name", "email", "login", "number", "canvas", "section"};
    return names[key];
}

struct gradebook_rows gradebook_people(struct gradebook *book, bool in_roster) {
    static const char query[] =
        "SELECT n.student, coalesce(p.name, ''), coalesce(p.email, ''), coalesce(p.login, ''),"
        "  coalesce(p.number, ''), coalesce(p.canvas, ''), coalesce(p.section, ''), coalesce(p.listed, 0)"
        " FROM (SELECT student FROM submission UNION SELECT student FROM result"
        "       UNION SELECT student FROM attempt UNION SELECT student FROM person) n"
        " LEFT JOIN person p ON p.student = n.student"
        " WHERE NOT ?1 OR p.student IS NOT NULL ORDER BY n.student";
    return (struct gradebook_rows){book, gradebook_prepare(book, query, "i", (long long)in_roster)};
}

bool gradebook_next_person(struct gradebook_rows *rows, struct gradebook_person *person) {
    if (sqlite3_step(rows->statement) != SQLITE_ROW)
        return false;
    person->student = (const char *)sqlite3_column_text(rows->statement, 0);
    person->listed = sqlite3_column_int(rows->statement, PERSON_KEYS + 1) != 0;
    for (int i = 0; i < PERSON_KEYS; i++)
        person->keys[i] = (const char *)sqlite3_column_text(rows->statement, i + 1);
    return true;
}

static const enum person_key own_keys[] = {PERSON_LOGIN, PERSON_EMAIL, PERSON_NUMBER, PERSON_CANVAS};
enum { OWN_KEYS = sizeof own_keys / sizeof own_keys[0] };

bool gradebook_goes_by(const char *written, const char *student, const char *const *keys) {
    bool same = strcasecmp(written, student) == 0;
    for (size_t i = 0; !same && keys && i < OWN_KEYS; i++)
        same = keys[own_keys[i]][0] && strcasecmp(written, keys[own_keys[i]]) == 0;
    return same;
}

// The quality of a name's match: the best so far, and the number of equally good ones.
struct search {
    const char *written;
    bool parts;
    enum { NOT_AT_ALL, A_PART, BY_A_KEY, EXACTLY } fit;
    int count;
    size_t least; // number of letters to change in the nearest name that does not match
    char student[GRADEBOOK_STUDENT_SIZE], near[GRADEBOOK_STUDENT_SIZE];
};

static int fit_of(const struct search *search, const struct gradebook_person *person) {
    const char *name = person->keys[PERSON_NAME];
    if (strcmp(search->written, person->student) == 0)
        return EXACTLY;
    if (gradebook_goes_by(search->written, person->student, person->keys) ||
        (search->parts && name[0] && strcasecmp(search->written, name) == 0))
        return BY_A_KEY;
    return search->parts &&
                   (strcasestr(person->student, search->written) || strcasestr(name, search->written))
               ? A_PART
               : NOT_AT_ALL;
}

static void note_near(struct search *search, const char *name) {
    const size_t distance = name[0] ? edit_distance(search->written, name) : SIZE_MAX;
    if (distance >= search->least)
        return;
    search->least = distance;
    snprintf(search->near, sizeof search->near, "%s", name);
}

static void look(struct search *search, const struct gradebook_person *person) {
    const int fit = fit_of(search, person);
    note_near(search, person->student);
    for (size_t i = 0; i < OWN_KEYS; i++)
        note_near(search, person->keys[own_keys[i]]);
    note_near(search, person->keys[PERSON_NAME]);
    if (fit == NOT_AT_ALL || fit < (int)search->fit)
        return;
    search->count = fit == (int)search->fit ? search->count + 1 : 1;
    search->fit = fit;
    snprintf(search->student, sizeof search->student, "%s", person->student);
}

bool gradebook_find_student(struct gradebook *book, const char *written, bool parts, char *student) {
    char composed[GRADEBOOK_STUDENT_SIZE];
    snprintf(composed, sizeof composed, "%s", written);
    compose_letters(composed);
    struct search search = {.written = composed, .parts = parts && composed[0], .least = SIZE_MAX};
    struct gradebook_rows rows = gradebook_people(book, false);
    struct gradebook_person person;
    while (gradebook_next_person(&rows, &person))
        look(&search, &person);
    if (!gradebook_rows_end(&rows))
        return false;
    if (search.fit == A_PART && search.count > 1)
        return error_set(&book->error, "%d students' names have %s in them, one is %s: say more of the name",
                         search.count, written, search.student);
    if (search.count > 1)
        return error_set(&book->error,
                         "%d students go by %s, one is %s: the email address, the login or the "
                         "number tells them apart",
                         search.count, written, search.student);
    if (search.count == 0)
        return error_set(&book->error, "the gradebook has no student %s%s%s%s", written,
                         parts ? "" : ": the whole name is needed", search.near[0] ? "; the nearest is " : "",
                         search.near);
    snprintf(student, GRADEBOOK_STUDENT_SIZE, "%s", search.student);
    return true;
}

bool gradebook_put_person(struct gradebook *book, const struct gradebook_person *person) {
    return gradebook_change(
        book,
        "INSERT OR REPLACE INTO person (student, name, email, login, number, canvas, section, listed)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        "ttttttti", person->student, person->keys[PERSON_NAME], person->keys[PERSON_EMAIL],
        person->keys[PERSON_LOGIN], person->keys[PERSON_NUMBER], person->keys[PERSON_CANVAS],
        person->keys[PERSON_SECTION], (long long)person->listed);
}

bool gradebook_put_headings(struct gradebook *book, const char *const *headings, size_t count) {
    bool good = gradebook_execute(book, "DELETE FROM heading");
    for (size_t i = 0; good && i < count; i++)
        good = gradebook_change(book, "INSERT OR IGNORE INTO heading VALUES (?1)", "t", headings[i]);
    return good;
}

struct gradebook_rows gradebook_headings(struct gradebook *book) {
    return (struct gradebook_rows){book, gradebook_prepare(book, "SELECT text FROM heading", "")};
}

const char *gradebook_next_heading(struct gradebook_rows *rows) {
    const bool more = sqlite3_step(rows->statement) == SQLITE_ROW;
    return more ? (const char *)sqlite3_column_text(rows->statement, 0) : NULL;
}
