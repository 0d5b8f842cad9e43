// Code shared by the commands of `grade`.
#include "class/commands/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/paths.h"
#include "base/utf8.h"
#include "class/gradebook/store.h"

const struct command *command_at(size_t i) {
    static const struct command *const commands[] = {&batch_command,  &status_command,      &show_command,
                                                     &export_command, &policy_command,      &log_command,
                                                     &forget_command, &pseudonymise_command};
    return i < sizeof commands / sizeof commands[0] ? commands[i] : NULL;
}

const char *command_name(const struct command *command) { return strrchr(command->typed, ' ') + 1; }

int command_failed(const char *sentence) {
    fprintf(stderr, "grade: %s\n", utf8_line(sentence).text);
    return EXIT_OWN_FAULT;
}

int command_misused(const char *sentence) {
    command_failed(sentence);
    fputs("./grade --help shows how it is used\n", stderr);
    return EXIT_OWN_FAULT;
}

bool command_read(const struct command *command, void *into, int count, char **arguments, int *code) {
    struct error error = {""};
    switch (command_line_read(command->options, into, count, arguments, &error)) {
    case COMMAND_LINE_READ:
        return true;
    case COMMAND_LINE_HELP:
        command_line_help(stdout, command);
        *code = EXIT_SUCCESS;
        return false;
    default:
        *code = command_misused(error.text);
        return false;
    }
}

struct gradebook *command_open(const char *db, enum gradebook_access access) {
    struct error error;
    struct gradebook *book = gradebook_open(db, access, &error);
    if (!book)
        command_failed(error.text);
    return book;
}

struct gradebook *command_open_existing(const char *db) {
    struct error error;
    if (access(db, F_OK) == 0)
        return command_open(db, GRADEBOOK_WRITE);
    error_set(&error, "there is no gradebook %s", db);
    command_failed(error.text);
    return NULL;
}

bool command_log_begin(struct gradebook *book, const struct command *command, int count, char **arguments,
                       long long *id) {
    char *typed = NULL;
    size_t length;
    FILE *out = open_memstream(&typed, &length);
    if (out)
        fputs(command->typed, out);
    for (int i = 1; out && i < count; i++) {
        const char *quote = arguments[i][strcspn(arguments[i], " \t\"")] ? "'" : "";
        fprintf(out, " %s%s%s", quote, arguments[i], quote);
    }
    const bool good = out && fclose(out) == 0 && gradebook_log_begin(book, typed, id);
    free(typed);
    return good;
}

bool command_find_student(struct gradebook *book, const char *written, char *name, struct error *error) {
    return gradebook_find_student(book, written, true, name) || error_set(error, "%s", gradebook_error(book));
}

bool command_policy(const char *path, const char *db, struct policy **policy, struct error *error) {
    char beside[PATH_MAX];
    const char *slash = strrchr(db, '/');
    snprintf(beside, sizeof beside, "%.*s" COMMAND_POLICY_FILE, slash ? (int)(slash + 1 - db) : 0, db);
    *policy = NULL;
    if (!path && access(beside, F_OK) != 0)
        return true;
    *policy = policy_read(path ? path : beside, error);
    return *policy != NULL;
}
