// The class's roster.
#include "class/intake/people.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "base/csv_table.h"
#include "base/timestamp.h"
#include "class/unpack/names.h"

enum { MAX_HEADINGS = 8, NAME_SIZE = 512 };

// Headings of columns: in lists written by people, in Canvas's gradebook export ("Student", "ID", "SIS User
// ID", "SIS Login ID", "Section"; instructure/canvas-lms, lib/gradebook_exporter.rb), in Moodle's lists
// ("Full name", "Email address", "ID number", "Username"; its worksheet has "Identifier"; moodle/moodle,
// mod/assign/gradingtable.php) and in Gradescope's roster ("Name", "SID", "Email").
enum column { FIRST_NAME = PERSON_KEYS, LAST_NAME, PARTICIPANT, SUBMITTED, LAB, COLUMNS };
static const char *const headings[COLUMNS][MAX_HEADINGS] = {
    [PERSON_NAME] = {"name", "full name", "student", "student name"},
    [PERSON_EMAIL] = {"email", "e-mail", "email address", "e-mail address", "mail"},
    [PERSON_LOGIN] = {"login", "username", "user name", "sis login id", "login id", "github",
                      "github_username"},
    [PERSON_NUMBER] = {"number", "sis user id", "id number", "sid", "student id", "student number"},
    [PERSON_CANVAS] = {"canvas", "canvas id", "canvas_id"},
    [PERSON_SECTION] = {"section", "sections", "group", "groups"},
    [FIRST_NAME] = {"first name", "given name"},
    [LAST_NAME] = {"last name", "surname", "family name"},
    [PARTICIPANT] = {"identifier", "participant"},
    [SUBMITTED] = {"last modified (submission)", "submitted at", "submitted_at"},
    [LAB] = {"lab"},
};

static bool out_of_memory(struct error *error) { return error_set(error, "memory is used up"); }

// Finds a roster's columns; below 0: there is none.
static void find_columns(int columns[COLUMNS], const struct csv_table *table) {
    for (int i = 0; i < COLUMNS; i++)
        columns[i] = csv_column(table, headings[i]);
    // "ID" alone could be anything; together with Canvas's own headings it is Canvas's.
    if (columns[PERSON_CANVAS] < 0 && csv_column(table, (const char *const[]){"sis login id", NULL}) >= 0)
        columns[PERSON_CANVAS] = csv_column(table, (const char *const[]){"id", NULL});
}

static bool identifies(enum person_key key) { return key != PERSON_NAME && key != PERSON_SECTION; }

static void free_person(struct person *person) {
    for (int i = 0; i < PERSON_KEYS; i++)
        free(person->keys[i]);
    for (size_t i = 0; i < person->participation_count; i++)
        free(person->participation[i].number);
    free(person->participation);
    free(person->student);
}

void people_free(struct people *people) {
    for (size_t i = 0; i < people->count; i++)
        free_person(&people->items[i]);
    for (size_t i = 0; i < people->heading_count; i++)
        free(people->headings[i]);
    free(people->headings);
    free(people->items);
    *people = (struct people){.count = 0};
}

static bool set(char **to, const char *text) {
    char *copy = strdup(text);
    if (copy) {
        free(*to);
        *to = copy;
    }
    return copy != NULL;
}

static struct person *add(struct people *people) {
    struct person *new = array_add(&people->items, &people->count, sizeof *new);
    bool good = new &&set(&new->student, "") && (new->listed = true);
    for (int i = 0; i < PERSON_KEYS; i++)
        good = good && set(&new->keys[i], "");
    return good ? new : NULL;
}

static struct person *find_by(const struct people *people, enum person_key key, const char *text) {
    for (size_t i = 0; text[0] && i < people->count; i++)
        if (strcasecmp(people->items[i].keys[key], text) == 0)
            return &people->items[i];
    return NULL;
}

// "Participant 4711" in the language of the site: the number at the end.
static const char *participant_number(const char *text) {
    const char *digits = text + strlen(text);
    while (digits > text && isdigit((unsigned char)digits[-1]))
        digits--;
    return digits;
}

static bool add_participation(struct person *person, const char *number, size_t worksheet,
                              const struct spec *lab, time_t submitted) {
    struct participation *added =
        array_add(&person->participation, &person->participation_count, sizeof *added);
    if (added)
        *added = (struct participation){strdup(number), worksheet, lab, submitted};
    return added && added->number;
}

static const char *name_in(const int columns[COLUMNS], const struct csv_row *row, char *name) {
    const char *first = csv_cell(row, columns[FIRST_NAME]), *last = csv_cell(row, columns[LAST_NAME]);
    const char *whole = csv_cell(row, columns[PERSON_NAME]);
    if (whole[0] == '\0' && (first[0] || last[0]))
        snprintf(name, NAME_SIZE, "%s%s%s", first, first[0] && last[0] ? " " : "", last);
    else
        name_escape(name, NAME_SIZE, whole);
    return name;
}

// A worksheet's "Friday, 20 November 2026, 11:41 PM", or a time in this program's format; 0 if it is neither,
// for example in another language.
static time_t time_in(const char *text) {
    time_t seconds;
    struct tm local = {.tm_isdst = -1};
    if (timestamp_read(text, &seconds))
        return seconds;
    const char *rest = strptime(text, "%A, %d %B %Y, %I:%M %p", &local);
    return rest && *rest == '\0' ? mktime(&local) : 0;
}

// Finds the person of a line by any of the keys; all known keys must agree.
static bool find_person(const struct people *people, const char *const *keys, struct person **found,
                        const char *path, int line, struct error *error) {
    *found = NULL;
    for (enum person_key key = 0; key < PERSON_KEYS; key++) {
        struct person *person = identifies(key) ? find_by(people, key, keys[key]) : NULL;
        if (person && *found && person != *found)
            return error_set(error, "%s:%d: the %s %s is %s, but other cells of the line are %s", path, line,
                             person_key_name(key), keys[key], person->student, (*found)->student);
        *found = person ? person : *found;
    }
    for (enum person_key key = 0; *found && key < PERSON_KEYS; key++)
        if (identifies(key) && keys[key][0] && (*found)->keys[key][0] &&
            strcasecmp(keys[key], (*found)->keys[key]) != 0)
            return error_set(error, "%s:%d: %s has two of %s: %s and %s", path, line, (*found)->student,
                             person_key_name(key), (*found)->keys[key], keys[key]);
    return true;
}

static bool name_student(struct person *person) {
    static const enum person_key order[] = {PERSON_LOGIN, PERSON_EMAIL, PERSON_NUMBER, PERSON_CANVAS,
                                            PERSON_NAME};
    for (size_t i = 0; person->student[0] == '\0' && i < sizeof order / sizeof order[0]; i++)
        if (!set(&person->student, person->keys[order[i]]))
            return false;
    return true;
}

static bool read_row(struct people *people, const int columns[COLUMNS], const struct csv_row *row,
                     const char *path, struct error *error) {
    char name[NAME_SIZE];
    const char *keys[PERSON_KEYS], *participant = participant_number(csv_cell(row, columns[PARTICIPANT]));
    bool known = false;
    for (int i = 0; i < PERSON_KEYS; i++) {
        keys[i] = csv_cell(row, columns[i]);
        known = known || (identifies(i) && keys[i][0]);
    }
    keys[PERSON_NAME] = name_in(columns, row, name);
    const bool test_student = columns[PERSON_CANVAS] >= 0 && strcmp(name, "Student, Test") == 0;
    const bool canvas = columns[PERSON_CANVAS] >= 0 || columns[PARTICIPANT] >= 0;
    if (!known && (canvas || keys[PERSON_NAME][0] == '\0'))
        return true; // the line "Points Possible"; or grading is anonymous, so a name is missing
    struct person *person;
    if (!find_person(people, keys, &person, path, row->line, error))
        return false;
    const time_t submitted = time_in(csv_cell(row, columns[SUBMITTED]));
    const bool times = columns[SUBMITTED] >= 0 && columns[PARTICIPANT] < 0;
    const char *lab = times ? csv_cell(row, columns[LAB]) : "";
    if (lab[0] && !spec_find(lab))
        return error_set(error, "%s:%d: there is no lab %s", path, row->line, lab);
    if (!person && times && people->count > 0)
        return true; // a file of times adds no people to a roster
    if (!person && !(person = add(people)))
        return out_of_memory(error);
    bool good = true;
    for (int i = 0; good && i < PERSON_KEYS; i++)
        good = keys[i][0] == '\0' || (columns[PARTICIPANT] >= 0 && person->keys[i][0]) ||
               set(&person->keys[i], keys[i]);
    person->test = test_student;
    person->listed = !test_student;
    good = good && name_student(person) &&
           ((participant[0] == '\0' && !times) ||
            add_participation(person, participant, people->worksheets, spec_find(lab), submitted));
    return good || out_of_memory(error);
}

// Canvas's assignments: headings that end in their ids, "Lab 3 (1003)".
static bool keep_headings(struct people *people, const struct csv_row *heads) {
    for (size_t i = 0; i < heads->count; i++) {
        const char *text = heads->cells[i], *id = strrchr(text, '(');
        const size_t digits = id ? strspn(id + 1, "0123456789") : 0;
        if (digits == 0 || strcmp(id + 1 + digits, ")") != 0)
            continue;
        char **kept = array_add(&people->headings, &people->heading_count, sizeof *kept);
        if (!kept || !(*kept = strdup(text)))
            return false;
    }
    return true;
}

bool people_read(struct people *people, const char *path, bool first, struct error *error) {
    struct csv_table table;
    int columns[COLUMNS];
    bool good = csv_table_read(&table, path, error), any = false;
    if (good)
        find_columns(columns, &table);
    for (int i = 0; good && i < PERSON_KEYS; i++)
        any = any || (identifies(i) && columns[i] >= 0) || (i == PERSON_NAME && columns[i] >= 0);
    if (good && !any)
        good = error_set(error,
                         "%s:1: no heading says who is who: name, email, login, number, canvas, or those of "
                         "Canvas, Moodle and Gradescope",
                         path);
    // A worksheet may cover only one section.
    for (size_t i = 0; good && first && columns[PARTICIPANT] < 0 && i < people->count; i++)
        people->items[i].listed = false;
    for (size_t i = 1; good && i < table.count; i++)
        good = read_row(people, columns, &table.rows[i], path, error);
    if (good && columns[PERSON_CANVAS] >= 0)
        good = keep_headings(people, &table.rows[0]) || out_of_memory(error);
    people->worksheets += good && columns[PARTICIPANT] >= 0;
    csv_table_free(&table);
    return good;
}

bool people_load(struct people *people, struct gradebook *book, struct error *error) {
    struct gradebook_rows rows = gradebook_people(book, true);
    struct gradebook_person stored;
    bool good = true;
    while (good && gradebook_next_person(&rows, &stored)) {
        struct person *person = add(people);
        good = person && set(&person->student, stored.student);
        for (int i = 0; good && i < PERSON_KEYS; i++)
            good = set(&person->keys[i], stored.keys[i]);
        if (good)
            person->listed = stored.listed;
    }
    if (!gradebook_rows_end(&rows))
        return error_set(error, "%s", gradebook_error(book));
    return good || out_of_memory(error);
}

bool people_save(const struct people *people, struct gradebook *book) {
    for (size_t i = 0; i < people->count; i++) {
        const struct person *person = &people->items[i];
        if (person->test)
            continue;
        struct gradebook_person stored = {.student = person->student, .listed = person->listed};
        for (int k = 0; k < PERSON_KEYS; k++)
            stored.keys[k] = person->keys[k];
        if (!gradebook_put_person(book, &stored))
            return false;
    }
    return people->heading_count == 0 ||
           gradebook_put_headings(book, (const char *const *)people->headings, people->heading_count);
}

// The only person of that name, which two may have. Canvas and similar systems write "Lovelace, Ada" for "Ada
// Lovelace".
static struct person *find_by_name(const struct people *people, const char *name, size_t length) {
    struct person *found = NULL;
    for (size_t i = 0; i < people->count; i++) {
        const char *own = people->items[i].keys[PERSON_NAME], *comma = strchr(own, ',');
        char turned[NAME_SIZE];
        if (comma)
            snprintf(turned, sizeof turned, "%s %.*s", comma + 1 + strspn(comma + 1, " "), (int)(comma - own),
                     own);
        else
            snprintf(turned, sizeof turned, "%s", own);
        if (strlen(turned) != length || strncasecmp(turned, name, length) != 0)
            continue;
        if (found)
            return NULL;
        found = &people->items[i];
    }
    return found;
}

const struct participation *person_participation(const struct person *person, const char *upload) {
    const char *mark = strrchr(upload, '_');
    for (size_t i = 0; mark && i < person->participation_count; i++)
        if (mark[1] && strcmp(person->participation[i].number, mark + 1) == 0)
            return &person->participation[i];
    return NULL;
}

time_t person_submitted(const struct person *person, const char *upload, const struct spec *lab) {
    const struct participation *in = person_participation(person, upload);
    for (size_t i = 0; !in && i < person->participation_count; i++) {
        const struct participation *one = &person->participation[i];
        if (one->number[0] == '\0' && (!one->lab || one->lab == lab))
            in = one;
    }
    return in ? in->submitted : 0;
}

// Name_4711: the participant of a worksheet, otherwise the name, in which Moodle allows no "_".
static struct person *find_participant(const struct people *people, const char *student) {
    const char *mark = strrchr(student, '_');
    if (!mark || !isdigit((unsigned char)mark[1]))
        return NULL;
    for (size_t i = 0; i < people->count; i++)
        if (person_participation(&people->items[i], student))
            return &people->items[i];
    return find_by_name(people, student, (size_t)(mark - student));
}

// lab3-ada, the name that a system gives to a clone made for an assignment.
static struct person *find_clone(const struct people *people, const char *student) {
    for (const char *dash = strchr(student, '-'); dash; dash = strchr(dash + 1, '-')) {
        struct person *person = find_by(people, PERSON_LOGIN, dash + 1);
        if (person)
            return person;
    }
    return NULL;
}

struct person *people_find(const struct people *people, enum upload_system system, const char *student) {
    static const enum person_key plain[] = {PERSON_LOGIN, PERSON_EMAIL, PERSON_NUMBER};
    struct person *person = NULL;
    if (system == UPLOAD_CANVAS) {
        const char *mark = strrchr(student, '_');
        return mark ? find_by(people, PERSON_CANVAS, mark + 1) : NULL;
    }
    if (system == UPLOAD_MOODLE)
        return find_participant(people, student);
    for (size_t i = 0; !person && i < sizeof plain / sizeof plain[0]; i++)
        person = find_by(people, plain[i], student);
    if (!person && system != UPLOAD_BLACKBOARD)
        person = find_by_name(people, student, strlen(student));
    return person || system != UPLOAD_PLAIN ? person : find_clone(people, student);
}
