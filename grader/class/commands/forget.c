// ./grade forget: deletes a student, or everything older than a date, from the gradebook.
#include "class/gradebook/forget.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/timestamp.h"
#include "base/utf8.h"
#include "class/commands/commands.h"
#include "class/gradebook/store.h"

struct options {
    const char *student, *db, *policy;
    time_t before;
    bool keep_scores, yes;
};

static bool take_before(void *into, const struct option *option, const char *value) {
    char midnight[64];
    (void)option;
    snprintf(midnight, sizeof midnight, "%s 00:00", value);
    return timestamp_read(midnight, &((struct options *)into)->before) ||
           timestamp_read(value, &((struct options *)into)->before);
}

static const struct option table[] = {
    OPTION_WORD(struct options, student, "STUDENT"),
    COMMAND_DB(struct options),
    COMMAND_POLICY(struct options),
    OPTION_TAKEN(take_before, "--before", "DATE", .help = "what was handed in before this date: 2026-10-01",
                 .wants = "a date such as 2026-10-01"),
    OPTION_SWITCH(struct options, keep_scores, "--keep-scores",
                  .help = "with --before: only texts and reports go"),
    OPTION_SWITCH(struct options, yes, "--yes", .help = "with --before: does it; otherwise it is only said"),
    {.names = NULL},
};

// A student's names, kept until the gradebook has forgotten them.
struct search {
    char student[GRADEBOOK_STUDENT_SIZE], *keys[PERSON_KEYS];
};

static void search_free(struct search *search) {
    for (int i = 0; i < PERSON_KEYS; i++)
        free(search->keys[i]);
}

static bool look(struct search *search, struct gradebook *book) {
    struct gradebook_rows rows = gradebook_people(book, false);
    for (struct gradebook_person person; gradebook_next_person(&rows, &person);)
        for (int i = 0; strcmp(person.student, search->student) == 0 && i < PERSON_KEYS; i++)
            search->keys[i] = strdup(person.keys[i]);
    return gradebook_rows_end(&rows);
}

// Lists other files with the student's name: the gradebook cannot change those.
static void print_rest(const struct search *search, const struct policy *policy, const char *path) {
    struct gradebook_result result = {.student = search->student};
    struct policy_name name;
    for (int i = 0; i < PERSON_KEYS; i++)
        result.keys[i] = search->keys[i];
    for (size_t i = 0; policy && policy_name_at(policy, i, &name); i++)
        if (name.student && policy_is_student(name.student, &result))
            printf("%s:%d still has the name\n", utf8_line(path).text, name.line);
    puts("uploads, rosters, exports and copies of the gradebook are not looked at: a batch of the same "
         "uploads "
         "would bring the student back");
}

static int forget_student(struct gradebook *book, const struct options *options, const struct policy *policy,
                          struct error *outcome) {
    struct search search = {.keys = {NULL}};
    struct gradebook_forgotten gone;
    int code = EXIT_OWN_FAULT;
    if (!gradebook_find_student(book, options->student, false, search.student) || !look(&search, book)) {
        code = command_failed(gradebook_error(book));
    } else if (!gradebook_forget(book, search.student, &gone)) {
        code = command_failed(gradebook_error(book));
    } else {
        printf("forgotten: a student with %d submissions, %d results and %d texts\n", gone.submissions,
               gone.results, gone.texts);
        print_rest(&search, policy, options->policy ? options->policy : COMMAND_POLICY_FILE);
        error_set(outcome, "%d submissions, %d results, %d texts forgotten", gone.submissions, gone.results,
                  gone.texts);
        code = EXIT_FULL_MARKS;
    }
    search_free(&search);
    return code;
}

static int forget_before(struct gradebook *book, const struct options *options, struct error *outcome) {
    struct gradebook_forgotten gone;
    const struct gradebook_retention retention = {
        .before = options->before, .keep_scores = options->keep_scores, .try_only = !options->yes};
    if (!gradebook_forget_before(book, &retention, &gone))
        return command_failed(gradebook_error(book));
    if (options->keep_scores)
        error_set(outcome, "%d texts and %d reports", gone.texts, gone.results);
    else
        error_set(outcome, "%d submissions, %d results, %d texts; %d students of whom nothing is left",
                  gone.submissions, gone.results, gone.texts, gone.students);
    printf("%s: %s\n", options->yes ? "forgotten" : "--yes forgets", outcome->text);
    return EXIT_FULL_MARKS;
}

static int forget(struct gradebook *book, const struct options *options, const struct policy *policy,
                  int count, char **arguments) {
    struct error outcome = {"nothing was forgotten"};
    long long entry;
    if (!options->student && !options->yes) // nothing will be changed
        return forget_before(book, options, &outcome);
    if (!command_log_begin(book, &forget_command, count, arguments, &entry))
        return command_failed(gradebook_error(book));
    const int code = options->student ? forget_student(book, options, policy, &outcome)
                                      : forget_before(book, options, &outcome);
    gradebook_log_end(book, entry, outcome.text);
    return code;
}

static int run(int count, char **arguments) {
    struct options options = {.db = COMMAND_GRADEBOOK};
    struct error error = {""};
    struct policy *policy = NULL;
    int code;
    if (!command_read(&forget_command, &options, count, arguments, &code))
        return code;
    if (!options.student == !options.before)
        return command_misused("forget whom? A STUDENT, or with --before what is older than a date");
    if (!options.before && (options.keep_scores || options.yes))
        return command_misused("--keep-scores and --yes go with --before");
    if (!command_policy(options.policy, options.db, &policy, &error))
        return command_failed(error.text);
    struct gradebook *book = command_open_existing(options.db);
    code = book ? forget(book, &options, policy, count, arguments) : EXIT_OWN_FAULT;
    gradebook_close(book);
    policy_free(policy);
    return code;
}

const struct command forget_command = {
    .typed = "./grade forget",
    .rare = true,
    .run = run,
    .options = table,
    .summary = "takes a student out, or what is older than a date",
    .text = "Takes all there is of a student out of the gradebook, who is named in full; or\n"
            "what was handed in before a date, which is first said, and done with --yes.\n"};
