// ./grade show STUDENT LAB: the report as the student would see it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

#include "class/commands/commands.h"
#include "class/export/export.h"

// Prints the student's final score, and its steps.
static bool print_final(struct gradebook *book, const struct policy *policy,
                        const struct gradebook_result *result) {
    struct policy_score final;
    char *steps = NULL;
    size_t length;
    FILE *out = open_memstream(&steps, &length);
    bool good = out && policy_apply(policy, book, result, &final, POLICY_STAFF, out);
    good = out && fclose(out) == 0 && good;
    if (good) {
        utf8_escape(steps, length + 1);
        printf("\nBy the course's rules\n%s", steps);
        if (final.counts)
            printf("Final score: %g%s\n", final.points, policy_open_words(&final).text);
    }
    free(steps);
    return good;
}

// Prints all scores, if there is more than one.
static bool print_history(struct gradebook *book, const struct gradebook_result *result) {
    const char *own = result->submission_sha256 ? result->submission_sha256 : "",
               *title = "\nAll its scores\n";
    struct gradebook_rows rows = gradebook_history(book, result->student, result->lab);
    for (struct gradebook_result past; gradebook_next_result(&rows, &past); title = "")
        printf("%s%s  %s%s\n", title, past.graded_at,
               gradebook_score_words(past.score, past.max_score, past.open_points).text,
               strcmp(past.submission_sha256, own) == 0 ? "" : ", another text");
    return gradebook_rows_end(&rows);
}

static bool print(struct gradebook *book, const struct policy *policy,
                  const struct gradebook_result *result) {
    char words[200];
    printf("%s, %s (%s)\n\n", utf8_line(result->student).text, result->late ? "handed in late" : "handed in",
           utf8_line(result->origin).text);
    char *report = result->report_text ? utf8_escaped(result->report_text) : NULL;
    if (report)
        printf("%sGraded at %s%s%s\n", report, result->graded_at,
               export_is_stale(result) ? "; an earlier score: " : "",
               gradebook_change_words(export_changes(result), words, sizeof words));
    else if (strcmp(result->status, "not_gradable") == 0)
        printf("%s is not gradable: %s\n", result->lab, utf8_line(result->reason).text);
    else
        printf("%s is not graded yet%s%s\n", result->lab, result->reason ? ": " : "",
               utf8_line(result->reason).text);
    free(report);
    return print_history(book, result) && (!policy || print_final(book, policy, result));
}

static int show(struct gradebook *book, const struct policy *policy, const char *student, const char *lab) {
    struct error error = {""};
    char name[GRADEBOOK_STUDENT_SIZE];
    if (!command_find_student(book, student, name, &error))
        return command_failed(error.text);
    struct gradebook_rows rows = gradebook_results(book, &(struct gradebook_filter){name, lab});
    struct gradebook_result result;
    const bool any = gradebook_next_result(&rows, &result), good = !any || print(book, policy, &result);
    if (!gradebook_rows_end(&rows) || !good)
        return command_failed(gradebook_error(book));
    if (any)
        return 0;
    error_set(&error, "the gradebook has no %s of %s", lab, name);
    return command_failed(error.text);
}

struct options {
    const char *student, *lab, *db, *policy;
};

static const struct option table[] = {
    OPTION_WORD(struct options, student, "STUDENT"),
    OPTION_WORD(struct options, lab, "LAB"),
    COMMAND_DB(struct options),
    COMMAND_POLICY(struct options),
    {.names = NULL},
};

static int run(int count, char **arguments) {
    struct options options = {.db = COMMAND_GRADEBOOK};
    int code;
    if (!command_read(&show_command, &options, count, arguments, &code))
        return code;
    if (!options.lab)
        return command_misused("show whose report, for which lab? For example: ./grade show s01 lab3");
    struct error error = {""};
    struct policy *policy;
    if (!command_policy(options.policy, options.db, &policy, &error))
        return command_failed(error.text);
    struct gradebook *book = command_open(options.db, GRADEBOOK_READ);
    code = book ? show(book, policy, options.student, options.lab) : EXIT_OWN_FAULT;
    gradebook_close(book);
    policy_free(policy);
    return code;
}

const struct command show_command = {
    .typed = "./grade show",
    .run = run,
    .options = table,
    .summary = "one report, as the student would see it",
    .text = "Shows a student's report of a lab. A part of the student's name will do that\n"
            "only one has.\n"};
