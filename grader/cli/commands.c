// The commands of `grade` that are about a whole class: one table.
#include "commands.h"

#include <string.h>

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
