// The commands of `grade` that are about a whole class: one table.
#include "commands.h"

#include <stdio.h>
#include <string.h>

#include "cli.h"

const char command_gradebook[] = "gradebook.db";

static const struct command {
    const char *name;
    command_run *run;
} commands[] = {
    {"batch", batch_command},   {"status", status_command},   {"show", show_command},
    {"export", export_command}, {"similar", similar_command},
};

command_run *command_find(const char *name) {
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(commands[i].name, name) == 0)
            return commands[i].run;
    return NULL;
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
