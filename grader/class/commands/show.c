// ./grade show STUDENT LAB: the report as the student would see it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

#include "class/commands/commands.h"
#include "class/export/export.h"

// A student is found by the whole name, or by a part of it that only one has.
struct search {
    const char *part;
    char name[256];
    int exact, similar;
};

static bool look(void *user, const struct gradebook_result *result) {
    struct search *search = user;
    if (strcmp(result->student, search->part) == 0)
        search->exact++;
    if (search->exact > 0) {
        snprintf(search->name, sizeof search->name, "%s", search->part);
        return false;
    }
    if (strcasestr(result->student, search->part) && strcmp(result->student, search->name) != 0) {
        search->similar++;
        snprintf(search->name, sizeof search->name, "%s", result->student);
    }
    return true;
}

static bool print(void *user, const struct gradebook_result *result) {
    (void)user;
    printf("%s, %s (%s)\n\n", utf8_line(result->student).text, result->late ? "handed in late" : "handed in",
           utf8_line(result->origin).text);
    char *report = result->report_text ? utf8_escaped(result->report_text) : NULL;
    if (report)
        printf("%sGraded at %s%s\n", report, result->graded_at,
               export_is_stale(result) ? "; an earlier score: the submission is to be graded again" : "");
    else if (strcmp(result->status, "not_gradable") == 0)
        printf("%s is not gradable: %s\n", result->lab, utf8_line(result->reason).text);
    else
        printf("%s is not graded yet%s%s\n", result->lab, result->reason ? ": " : "",
               utf8_line(result->reason).text);
    free(report);
    return true;
}

static int show(struct gradebook *book, const char *student, const char *lab) {
    struct error error = {""};
    struct search search = {.part = student};
    if (!gradebook_each(book, &(struct gradebook_filter){NULL, lab}, look, &search))
        return command_failed(gradebook_error(book));
    if (search.exact == 0 && search.similar != 1) {
        if (search.similar == 0)
            error_set(&error, "the gradebook has no %s of a student %s", lab, student);
        else
            error_set(&error, "%d students' names have %s in them, one is %s: say more of the name",
                      search.similar, student, search.name);
        return command_failed(error.text);
    }
    if (!gradebook_each(book, &(struct gradebook_filter){search.name, lab}, print, NULL))
        return command_failed(gradebook_error(book));
    return 0;
}

struct options {
    const char *student, *lab, *db;
};

static const struct option table[] = {
    {.names = "STUDENT",
     .value = "STUDENT",
     .take = option_text,
     .offset = offsetof(struct options, student)},
    {.names = "LAB", .value = "LAB", .take = option_text, .offset = offsetof(struct options, lab)},
    COMMAND_DB(struct options),
    {.names = NULL},
};

static int run(int count, char **arguments) {
    struct options options = {.db = COMMAND_GRADEBOOK};
    int code;
    if (!command_read(&show_command, &options, count, arguments, &code))
        return code;
    if (!options.lab)
        return command_misused("show whose report, for which lab? For example: ./grade show s01 lab3");
    struct gradebook *book = command_open(options.db, GRADEBOOK_READ);
    if (!book)
        return EXIT_OWN_FAULT;
    code = show(book, options.student, options.lab);
    gradebook_close(book);
    return code;
}

const struct command show_command = {
    .typed = "./grade show",
    .run = run,
    .options = table,
    .summary = "one report, as the student would see it",
    .text = "Shows a student's report of a lab. A part of the student's name will do that\n"
            "only one has.\n"};
