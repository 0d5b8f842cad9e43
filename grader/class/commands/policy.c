// ./grade policy check [STUDENT]: the effect of a policy on one student's scores, line by line; or the
// mistakes in it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "class/commands/commands.h"
#include "class/policy/policy.h"

struct options {
    const char *what, *student, *db, *policy;
};

static bool take_what(void *into, const struct option *option, const char *value) {
    return option_text(into, option, value) && strcmp(value, "check") == 0;
}

static const struct option table[] = {
    OPTION_TAKEN(take_what, "check", "check", .wants = "check", .offset = offsetof(struct options, what)),
    OPTION_WORD(struct options, student, "STUDENT"),
    COMMAND_DB(struct options),
    COMMAND_POLICY(struct options),
    {.names = NULL},
};

// Prints a student's total in one line.
static bool add_up(struct gradebook *book, const struct policy *policy, const char *student,
                   struct error *error) {
    struct term term;
    if (!term_read(&term, book, policy, student, error))
        return false;
    printf("%s:", utf8_line(student).text);
    const char *separator = " ";
    for (size_t i = 0; i < term.count; i++) {
        const struct term_lab *lab = &term.labs[i];
        printf("%s%s ", separator, lab->lab);
        if (lab->final.counts)
            printf("%g%s", lab->final.points, policy_open_words(&lab->final).text);
        else
            printf("none");
        printf("%s", lab->dropped ? " (dropped)" : "");
        separator = ", ";
    }
    printf("%stogether %s\n", term.count > 0 ? "; " : " ",
           gradebook_score_words(term.points, term.max_score, term.open_points).text);
    term_free(&term);
    return true;
}

// Checks that the gradebook has the student of each line.
static int check_names(struct gradebook *book, const struct policy *policy, const char *path) {
    struct policy_name name;
    char student[GRADEBOOK_STUDENT_SIZE];
    size_t count = 0, unknown = 0;
    for (; policy_name_at(policy, count, &name); count++) {
        if (!name.student || gradebook_find_student(book, name.student, false, student))
            continue;
        printf("%s:%d: %s\n", utf8_line(path).text, name.line, utf8_line(gradebook_error(book)).text);
        unknown++;
    }
    printf("%s: read; %zu lines about students and sections, %zu of them match no student\n",
           utf8_line(path).text, count, unknown);
    struct error error = {""};
    struct gradebook_rows rows = gradebook_people(book, false);
    struct gradebook_person person;
    bool good = true;
    while (good && gradebook_next_person(&rows, &person))
        good = add_up(book, policy, person.student, &error);
    if (!gradebook_rows_end(&rows) || !good)
        return command_failed(good ? gradebook_error(book) : error.text);
    return unknown > 0 ? EXIT_LESS : EXIT_SUCCESS;
}

static int explain(struct gradebook *book, const struct policy *policy, const char *student) {
    struct term term;
    struct error error = {""};
    char name[GRADEBOOK_STUDENT_SIZE];
    if (!command_find_student(book, student, name, &error) || !term_read(&term, book, policy, name, &error))
        return command_failed(error.text);
    printf("%s\n", utf8_line(name).text);
    for (size_t i = 0; i < term.count; i++) {
        const struct term_lab *lab = &term.labs[i];
        char *steps = utf8_escaped(lab->explained);
        printf("\n%s\n%s", lab->lab, steps ? steps : "");
        free(steps);
        const char *dropped = lab->dropped ? "; dropped, as one of the worst" : "";
        if (lab->final.counts)
            printf("  final: %g of %g points%s%s\n", lab->final.points, lab->max_score,
                   policy_open_words(&lab->final).text, dropped);
        else
            printf("  final: none%s\n", dropped);
    }
    printf("\nTogether: %s\n", gradebook_score_words(term.points, term.max_score, term.open_points).text);
    term_free(&term);
    return EXIT_SUCCESS;
}

static int run(int count, char **arguments) {
    struct options options = {.db = COMMAND_GRADEBOOK};
    struct error error = {""};
    struct policy *policy = NULL;
    int code;
    if (!command_read(&policy_command, &options, count, arguments, &code))
        return code;
    if (!options.what)
        return command_misused("what about the policy? For example: ./grade policy check s01");
    if (!command_policy(options.policy, options.db, &policy, &error))
        return command_failed(error.text);
    if (!policy)
        return command_failed("there is no policy.ini beside the gradebook: --policy names another file");
    struct gradebook *book = command_open(options.db, GRADEBOOK_READ);
    code = !book ? EXIT_OWN_FAULT
           : options.student
               ? explain(book, policy, options.student)
               : check_names(book, policy, options.policy ? options.policy : COMMAND_POLICY_FILE);
    gradebook_close(book);
    policy_free(policy);
    return code;
}

const struct command policy_command = {
    .typed = "./grade policy",
    .run = run,
    .options = table,
    .summary = "final scores by the course's rules, explained",
    .text = "Explains a student's final scores line by line; without a student, says what is\n"
            "wrong with the policy, and gives each student's scores in a line.\n"
            "Exit code: 0 all is well, 1 a line matches no student, 2 the policy cannot be\n"
            "read.\n"};
