// ./grade pseudonymise FILE: a copy of the gradebook without names.
#include "class/gradebook/forget.h"

#include "base/files.h"
#include "class/commands/commands.h"
#include "class/gradebook/store.h"

struct options {
    const char *path, *db, *key;
};

static const struct option table[] = {
    OPTION_WORD(struct options, path, "FILE"),
    COMMAND_DB(struct options),
    OPTION_TEXT(struct options, key, "--key", "FILE", .help = "the names and their numbers, as a CSV"),
    {.names = NULL},
};

static int pseudonymise(struct gradebook *book, const struct options *options, int count, char **arguments) {
    struct output_file key;
    struct error error = {""};
    long long entry;
    if (!command_log_begin(book, &pseudonymise_command, count, arguments, &entry))
        return command_failed(gradebook_error(book));
    if (options->key && !output_file_open(&key, options->key, &error))
        return command_failed(error.text);
    key.private = true;
    bool good = gradebook_pseudonymise(book, options->path, options->key ? key.out : NULL);
    if (!good)
        error_set(&error, "%s", gradebook_error(book));
    if (options->key && !output_file_close(&key, good, &error))
        good = false;
    gradebook_log_end(book, entry, good ? "written" : "not written");
    return good ? EXIT_FULL_MARKS : command_failed(error.text);
}

static int run(int count, char **arguments) {
    struct options options = {.db = COMMAND_GRADEBOOK};
    int code;
    if (!command_read(&pseudonymise_command, &options, count, arguments, &code))
        return code;
    if (!options.path)
        return command_misused("to which file? For example: ./grade pseudonymise research.db");
    struct gradebook *book = command_open_existing(options.db);
    code = book ? pseudonymise(book, &options, count, arguments) : EXIT_OWN_FAULT;
    gradebook_close(book);
    return code;
}

const struct command pseudonymise_command = {
    .typed = "./grade pseudonymise",
    .rare = true,
    .run = run,
    .options = table,
    .summary = "a copy of the gradebook without names",
    .text = "Writes a copy of the gradebook in which students are numbered, in no order.\n"
            "Scores, times and what each check came to are there; texts, reports and the\n"
            "roster are not.\n"};
