// What the commands of `grade` share.
#include "class/commands/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

const struct command *command_at(size_t i) {
    static const struct command *const commands[] = {&batch_command, &status_command, &show_command,
                                                     &export_command, &similar_command};
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
