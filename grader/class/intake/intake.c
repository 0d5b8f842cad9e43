// Brings a class's submissions into the gradebook: of each student's files, for each lab, the one that
// counts, or the reason why there is none.
#include "class/intake/intake.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/interrupt.h"
#include "base/utf8.h"
#include "class/intake/collect.h"
#include "class/intake/file_list.h"
#include "class/intake/people.h"
#include "class/intake/selection.h"
#include "class/unpack/names.h"
#include "lab/spec.h"

enum { MAX_LABS = 64, GROUP = 200 }; // students per transaction

// A message about some of a student's labs.
struct note {
    bool open; // not yet printed
    char labs[MAX_LABS * 12], origin[PATH_MAX], reason[512];
};

// The state that all functions share.
struct reading {
    struct intake *intake;
    struct gradebook *book;
    const struct intake_terms *terms;
    const char *path;
    const struct spec *labs[MAX_LABS]; // those that are graded
    size_t lab_count;
    struct people people;               // the class's roster; empty if there is none
    const struct spec **worksheet_labs; // each Moodle worksheet's lab; NULL: unknown
    struct note noted;
    struct error *error;
};

static bool out_of_memory(struct reading *reading) { return error_set(reading->error, "memory is used up"); }

static bool book_failed(struct reading *reading) {
    return error_set(reading->error, "%s", gradebook_error(reading->book));
}

static void add_lab(struct reading *reading, const struct spec *lab) {
    for (size_t i = 0; i < reading->lab_count; i++)
        if (reading->labs[i] == lab)
            return;
    if (lab && reading->lab_count < MAX_LABS)
        reading->labs[reading->lab_count++] = lab;
}

// The lab that is named, or all that any student has handed in.
static void choose_labs(struct reading *reading, const struct collection *all) {
    if (reading->terms->lab)
        add_lab(reading, spec_find(reading->terms->lab));
    for (size_t i = 0; !reading->terms->lab && i < all->count; i++)
        if (!all->items[i].starter && !all->items[i].beside)
            add_lab(reading, all->items[i].lab);
}

// Prints the message about a student, if there is one.
static void print_note(struct reading *reading, const char *student) {
    if (reading->noted.open)
        printf("not gradable: %s%s%s: %s: %s\n", utf8_line(student).text, reading->noted.labs[0] ? " " : "",
               reading->noted.labs, utf8_line(reading->noted.origin).text,
               utf8_line(reading->noted.reason).text);
    reading->noted.open = false;
    reading->noted.labs[0] = '\0';
}

// Joins labs of one student that cannot be graded for the same reason, for one line.
static void note(struct reading *reading, const char *student, const char *lab, const char *origin,
                 const char *reason) {
    struct note *noted = &reading->noted;
    if (strcmp(noted->origin, origin) != 0 || strcmp(noted->reason, reason) != 0)
        print_note(reading, student);
    const size_t length = strlen(noted->labs);
    snprintf(noted->labs + length, sizeof noted->labs - length, "%s%s", length > 0 ? ", " : "", lab);
    snprintf(noted->origin, sizeof noted->origin, "%s", origin);
    snprintf(noted->reason, sizeof noted->reason, "%s", reason);
    noted->open = true;
    reading->intake->not_gradable++;
}

// Moodle's number of a person in the lab's assignment; NULL if no worksheet has it.
static const struct participation *participation_in(const struct reading *reading,
                                                    const struct person *person, const struct spec *lab) {
    for (size_t i = 0; person && i < person->participation_count; i++)
        if (person->participation[i].number[0] &&
            reading->worksheet_labs[person->participation[i].worksheet] == lab)
            return &person->participation[i];
    return NULL;
}

enum { PARTICIPANT_SIZE = 64 };

// The student's name according to the learning system in the lab's assignment; if no upload of the assignment
// has it, the one that Moodle gives where grading is anonymous. NULL if there is neither.
static const char *upload_of(const struct reading *reading, const struct candidate *own, size_t count,
                             const struct candidate *about, const struct spec *lab, char *participant) {
    const struct participation *wanted = participation_in(reading, own->person, lab);
    if (!wanted && about)
        return about->upload;
    bool several = false;
    for (size_t i = 0; i < count; i++) {
        if (wanted && person_participation(own->person, own[i].upload) == wanted)
            return own[i].upload;
        several = several || strcmp(own[i].upload, own->upload) != 0;
    }
    if (wanted)
        snprintf(participant, PARTICIPANT_SIZE, "Participant_%s", wanted->number);
    return wanted ? participant : several ? NULL : own->upload;
}

// The place where a student's files were found, for people: the folder, or the archive.
static void student_origin(const struct candidate *own, char *text, size_t size) {
    const size_t whole = strlen(own->file->path), rest = strlen(own->rest);
    const char *path = own->file->path, *container = own->file->container;
    size_t folder = whole > rest ? whole - rest : 0;
    while (folder > 0 && path[folder - 1] != '/')
        folder--;
    const bool archive = container[strlen(container) - 1] != '/';
    snprintf(text, size, "%s%s%.*s", container, archive && folder > 0 ? ": " : "", (int)folder, path);
}

// The bytes of the file that counts; NULL if there is none, or, with the reason, if it cannot be read.
static char *read_chosen(struct selection *selection, const struct spec *lab, const char *origin,
                         size_t *length) {
    bool converted = false;
    char *bytes = NULL;
    if (!selection->chosen)
        return NULL;
    source_read(selection->chosen->file->disk_path, &bytes, length, &converted, selection->reason,
                sizeof selection->reason);
    const struct utf8_line student = utf8_line(selection->chosen->student);
    if (converted)
        printf("note: %s: %s is UTF-16, and is graded as UTF-8\n", student.text, utf8_line(origin).text);
    if (bytes && wanted_by_name(selection->chosen->file->path) == WANTED_TEXT)
        printf("note: %s: %s is graded as %s.cu\n", student.text, utf8_line(origin).text, lab->name);
    return bytes;
}

// Puts one student's lab into the gradebook. An earlier submission, perhaps from another folder, is not
// removed if there is none now.
static bool hand_in(struct reading *reading, const struct candidate *own, size_t count,
                    const struct spec *lab) {
    struct selection selection;
    char origin[PATH_MAX];
    size_t length = 0;
    selection_make(&selection, own, count, lab, reading->terms->lab != NULL);
    const struct candidate *about = selection.chosen ? selection.chosen : selection.blamed;
    if (about)
        file_origin(about->file, origin, sizeof origin);
    else
        student_origin(selection.starter ? selection.starter : own, origin, sizeof origin);
    char *bytes = read_chosen(&selection, lab, origin, &length), participant[PARTICIPANT_SIZE];
    const struct gradebook_submission submission = {
        .student = own->student,
        .lab = lab->name,
        .origin = origin,
        .reason = bytes ? NULL : selection.reason,
        .late = about && about->late,
        .submitted = about ? about->submitted : 0,
        .upload = upload_of(reading, own, count, about, lab, participant),
        .bytes = bytes,
        .length = length,
        .version = version_of(lab->name),
        .backend = reading->terms->backend,
        .seed = reading->terms->seed};
    const bool good = selection.missing ? gradebook_missing(reading->book, &submission)
                                        : gradebook_hand_in(reading->book, &submission);
    if (good && !bytes)
        note(reading, own->student, lab->name, origin, selection.reason);
    reading->intake->missing += selection.missing;
    reading->intake->undated += bytes && !about->submitted;
    free(bytes);
    if (!good)
        return book_failed(reading);
    return !submission.bytes || intake_add(reading->intake, own->student, lab->name, NULL) ||
           out_of_memory(reading);
}

static bool read_student(struct reading *reading, const struct candidate *own, size_t count) {
    if (own->person && own->person->test) {
        printf("note: left out what Canvas's Test Student has handed in\n");
        return true;
    }
    reading->intake->students++;
    for (size_t i = 0; i < reading->lab_count; i++)
        if (!hand_in(reading, own, count, reading->labs[i]))
            return false;
    if (reading->lab_count == 0)
        note(reading, own->student, "", reading->path, "there is no labN.cu anywhere; which --lab is it?");
    print_note(reading, own->student);
    return true;
}

// Reads students in groups, one transaction per group: a large class is read in seconds, and other programs
// can write in between.
static bool read_group(struct reading *reading, const struct collection *all, size_t *next) {
    bool good = true;
    if (!gradebook_begin(reading->book))
        return book_failed(reading);
    for (int i = 0; good && i < GROUP && *next < all->count && !stop_requested(); i++) {
        const size_t count = collect_own_files(all, *next);
        good = read_student(reading, &all->items[*next], count);
        *next += count;
    }
    return gradebook_end(reading->book, good) || (good && book_failed(reading));
}

// Assigns each file to a person in the roster. Files without an owner are reported, and keep their name.
static bool find_owners(struct reading *reading, struct collection *all) {
    const struct candidate *last = NULL;
    struct person *person = NULL;
    struct clones clones;
    clones_find(&clones, all);
    for (size_t i = 0; i < all->count; i++) {
        struct candidate *one = &all->items[i];
        const bool same = last && last->system == one->system && strcmp(last->upload, one->upload) == 0;
        if (!same) // looked up once for all files of an upload
            person = people_find(&reading->people, one->system, one->upload);
        const char *student = person                        ? person->student
                              : one->system == UPLOAD_PLAIN ? clones_student(&clones, one->upload)
                                                            : one->student;
        if (strcmp(one->student, student) != 0) {
            char *copy = strdup(student);
            if (!copy)
                return out_of_memory(reading);
            free(one->student);
            one->student = copy;
        }
        one->person = person;
        if (person) {
            person->seen = true;
            one->submitted =
                one->submitted ? one->submitted : person_submitted(person, one->upload, one->lab);
        } else if (reading->people.count > 0 && !same) {
            char origin[PATH_MAX];
            file_origin(one->file, origin, sizeof origin);
            printf("not in the roster: %s (%s)\n", utf8_line(one->upload).text, utf8_line(origin).text);
            reading->intake->unknown++;
        }
        last = one;
        one->late = one->late || (reading->terms->due && one->submitted > reading->terms->due);
    }
    collect_sort(all);
    return true;
}

static bool read_rosters(struct reading *reading) {
    struct people *people = &reading->people;
    if (!people_load(people, reading->book, reading->error))
        return false;
    for (size_t i = 0; i < reading->terms->roster_count; i++)
        if (!people_read(people, reading->terms->rosters[i], i == 0, reading->error))
            return false;
    if (reading->terms->roster_count == 0)
        return true;
    return (gradebook_begin(reading->book) &&
            gradebook_end(reading->book, people_save(people, reading->book))) ||
           book_failed(reading);
}

// A worksheet belongs to the lab that most of its participants have handed in, or to the only one.
static bool find_worksheet_labs(struct reading *reading, const struct collection *all) {
    const size_t count = reading->people.worksheets, labs = reading->lab_count;
    size_t *votes = calloc(count * labs + 1, sizeof *votes);
    reading->worksheet_labs = calloc(count + 1, sizeof(const struct spec *));
    const bool good = votes && reading->worksheet_labs;
    for (size_t i = 0; good && i < all->count; i++) {
        const struct candidate *one = &all->items[i];
        const struct participation *in = one->person ? person_participation(one->person, one->upload) : NULL;
        for (size_t k = 0; in && k < labs; k++)
            votes[in->worksheet * labs + k] += reading->labs[k] == one->lab && !one->starter && !one->beside;
    }
    for (size_t i = 0; good && i < count; i++) {
        size_t most = labs == 1 ? 0 : labs;
        for (size_t k = 0; k < labs; k++)
            if (votes[i * labs + k] > (most < labs ? votes[i * labs + most] : 0))
                most = k;
        reading->worksheet_labs[i] = most < labs ? reading->labs[most] : NULL;
    }
    free(votes);
    return good || out_of_memory(reading);
}

static bool is_missing(const struct person *person) { return person->listed && !person->seen; }

// Records and lists the students in the roster without any upload.
static bool note_missing(struct reading *reading, const struct spec *lab, int missing, int listed) {
    const struct people *people = &reading->people;
    printf("nothing handed in for %s, %d of %d in the roster", lab->name, missing, listed);
    const char *separator = ": ";
    for (size_t i = 0; i < people->count; i++) {
        if (!is_missing(&people->items[i]))
            continue;
        char participant[PARTICIPANT_SIZE];
        const struct participation *in = participation_in(reading, &people->items[i], lab);
        snprintf(participant, sizeof participant, "Participant_%s", in ? in->number : "");
        const struct gradebook_submission nothing = {.student = people->items[i].student,
                                                     .lab = lab->name,
                                                     .origin = reading->path,
                                                     .upload = in ? participant : NULL,
                                                     .reason = "nothing was handed in"};
        if (!gradebook_missing(reading->book, &nothing))
            return false;
        printf("%s%s", separator, utf8_line(nothing.student).text);
        separator = ", ";
    }
    putchar('\n');
    reading->intake->not_gradable += missing;
    reading->intake->missing += missing;
    return true;
}

static bool note_all_missing(struct reading *reading) {
    int missing = 0, listed = 0;
    for (size_t i = 0; i < reading->people.count; i++) {
        listed += reading->people.items[i].listed;
        missing += is_missing(&reading->people.items[i]);
    }
    if (missing == 0)
        return true;
    reading->intake->students += missing;
    const bool began = gradebook_begin(reading->book);
    bool good = began;
    for (size_t i = 0; good && i < reading->lab_count; i++)
        good = note_missing(reading, reading->labs[i], missing, listed);
    return (began && gradebook_end(reading->book, good)) || book_failed(reading);
}

// Marks the kit's own files: they do not show which labs were handed in.
static bool mark_kit_files(const struct collection *all, struct error *error) {
    struct kit_files *kit = kit_files_create(error);
    for (size_t next = 0, count; kit && next < all->count && !stop_requested(); next += count) {
        count = collect_own_files(all, next);
        kit_files_mark(kit, &all->items[next], count);
    }
    kit_files_free(kit);
    return kit != NULL;
}

static void print_strays(struct reading *reading, const struct collection *all) {
    for (size_t i = 0; i < all->stray_count; i++) {
        const struct found_file *stray = all->strays[i];
        char origin[PATH_MAX];
        file_origin(stray, origin, sizeof origin);
        printf("not gradable: %s: %s\n", utf8_line(origin).text,
               stray->kind == UNPACK_ERROR     ? utf8_line(stray->error).text
               : stray->kind == UNPACK_OUTSIDE ? "its path leads out of the archive"
                                               : "whose is it? Each student has a folder, or an archive");
        reading->intake->not_gradable++;
    }
}

bool intake_read(struct intake *intake, struct gradebook *book, const char *path,
                 const struct intake_terms *terms, struct error *error) {
    struct collection all = {.count = 0};
    struct reading reading = {.intake = intake, .book = book, .terms = terms, .path = path, .error = error};
    memset(intake, 0, sizeof *intake);
    bool good = read_rosters(&reading);
    good = good && collect(&all, path, error) && find_owners(&reading, &all) && mark_kit_files(&all, error);
    if (good) {
        choose_labs(&reading, &all);
        print_strays(&reading, &all);
        good = find_worksheet_labs(&reading, &all);
    }
    for (size_t next = 0; good && next < all.count && !stop_requested();)
        good = read_group(&reading, &all, &next);
    good = good && (stop_requested() || note_all_missing(&reading));
    collect_free(&all);
    free(reading.worksheet_labs);
    people_free(&reading.people);
    return good;
}

bool intake_add(struct intake *intake, const char *student, const char *lab, const char *earlier) {
    struct target *target = array_add(&intake->targets, &intake->count, sizeof *target);
    if (!target)
        return false;
    target->lab = lab;
    return (target->student = strdup(student)) && (!earlier || (target->earlier = strdup(earlier)));
}

static void free_target(struct target *target) {
    free(target->student);
    free(target->earlier);
}

void intake_free(struct intake *intake) {
    for (size_t i = 0; i < intake->count; i++)
        free_target(&intake->targets[i]);
    free(intake->targets);
    memset(intake, 0, sizeof *intake);
}
