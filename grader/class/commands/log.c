// ./grade log: who did what with the gradebook.
#include <stdio.h>

#include "base/utf8.h"
#include "class/commands/commands.h"
#include "class/gradebook/store.h"

struct options {
    const char *db;
};

static const struct option table[] = {COMMAND_DB(struct options), {.names = NULL}};

static int run(int count, char **arguments) {
    struct options options = {.db = COMMAND_GRADEBOOK};
    int code;
    if (!command_read(&log_command, &options, count, arguments, &code))
        return code;
    struct gradebook *book = command_open(options.db, GRADEBOOK_READ);
    if (!book)
        return EXIT_OWN_FAULT;
    struct gradebook_rows rows = gradebook_log(book);
    struct gradebook_log_entry entry;
    while (gradebook_next_entry(&rows, &entry)) {
        printf("%s  %s  %s\n", entry.at, utf8_line(entry.who).text, utf8_line(entry.command).text);
        printf("    %s\n", entry.outcome ? utf8_line(entry.outcome).text : "has not ended, or was killed");
    }
    code = gradebook_rows_end(&rows) ? EXIT_FULL_MARKS : command_failed(gradebook_error(book));
    gradebook_close(book);
    return code;
}

const struct command log_command = {
    .typed = "./grade log",
    .rare = true,
    .run = run,
    .options = table,
    .summary = "who did what with the gradebook",
    .text = "Lists the commands that have changed the gradebook, or taken grades out of it,\n"
            "each with who ran it and what came of it.\n"};
