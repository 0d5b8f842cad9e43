// The commands of `grade` that are about a whole class: one table.
#include "commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "usage.h"

const char command_gradebook[] = "gradebook.db";

const struct command *command_at(size_t i) {
    static const struct command *const commands[] = {&batch_command, &status_command, &show_command,
                                                     &export_command, &similar_command};
    return i < sizeof commands / sizeof commands[0] ? commands[i] : NULL;
}

const struct command *command_find(const char *name) {
    const struct command *command;
    for (size_t i = 0; (command = command_at(i)); i++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}

int command_help(const char *name) {
    const struct manual *manual = usage_manual();
    manual_help(stdout, manual, manual_find(manual, name));
    return EXIT_SUCCESS;
}

int command_failed(const char *why) {
    fprintf(stderr, "grade: %s\n", why);
    return EXIT_OWN_FAULT;
}

int command_misused(const char *why) {
    command_failed(why);
    fputs("./grade --help shows how it is used\n", stderr);
    return EXIT_OWN_FAULT;
}
