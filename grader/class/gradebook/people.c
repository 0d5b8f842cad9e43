// Who is in the class.
#include "class/gradebook/people.h"

#include "class/gradebook/internal.h"

const char *person_key_name(enum person_key key) {
    static const char *const names[PERSON_KEYS] = {"name", "email", "login", "number", "canvas", "section"};
    return names[key];
}

bool gradebook_people(struct gradebook *book, gradebook_person_visit *visit, void *user) {
    sqlite3_stmt *statement =
        gradebook_prepare(book, "SELECT student, name, email, login, number, canvas, section, listed"
                                " FROM person ORDER BY student");
    if (!statement)
        return false;
    int step;
    bool on = true;
    while (on && (step = sqlite3_step(statement)) == SQLITE_ROW) {
        struct gradebook_person person = {.student = (const char *)sqlite3_column_text(statement, 0),
                                          .listed = sqlite3_column_int(statement, PERSON_KEYS + 1) != 0};
        for (int i = 0; i < PERSON_KEYS; i++)
            person.keys[i] = (const char *)sqlite3_column_text(statement, i + 1);
        on = visit(user, &person);
    }
    const bool good = !on || step == SQLITE_DONE || gradebook_fail(book, "read");
    sqlite3_finalize(statement);
    return good;
}

bool gradebook_put_person(struct gradebook *book, const struct gradebook_person *person) {
    sqlite3_stmt *statement = gradebook_prepare(
        book, "INSERT OR REPLACE INTO person (student, name, email, login, number, canvas, section, listed)"
              " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)");
    gradebook_bind(statement, PERSON_KEYS + 1,
                   (const char *const[]){person->student, person->keys[PERSON_NAME],
                                         person->keys[PERSON_EMAIL], person->keys[PERSON_LOGIN],
                                         person->keys[PERSON_NUMBER], person->keys[PERSON_CANVAS],
                                         person->keys[PERSON_SECTION]});
    if (statement)
        sqlite3_bind_int(statement, PERSON_KEYS + 2, person->listed);
    return gradebook_run(book, statement);
}
