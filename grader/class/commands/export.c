// grade export FORMAT: the gradebook in the form that another system reads.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "class/commands/commands.h"
#include "class/export/export.h"
#include "class/gradebook/store.h"

struct options {
    const char *format, *db, *path, *policy, *against[EXPORT_MAX_AGAINST];
    struct export_terms terms;
    struct gradebook_filter filter;
};

static bool take_open(void *into, const struct option *option, const char *value) {
    static const char *const names[] = {
        [EXPORT_OPEN_ASK] = "ask", [EXPORT_OPEN_ZERO] = "zero", [EXPORT_OPEN_EXCLUDE] = "exclude"};
    (void)option;
    for (enum export_open open = EXPORT_OPEN_ASK; open <= EXPORT_OPEN_EXCLUDE; open++)
        if (strcmp(value, names[open]) == 0)
            return ((struct options *)into)->terms.open = open, true;
    return false;
}

static bool take_against(void *into, const struct option *option, const char *value) {
    struct options *options = into;
    (void)option;
    if (options->terms.against_count == EXPORT_MAX_AGAINST)
        return false;
    options->against[options->terms.against_count++] = value;
    return true;
}

static const struct option table[] = {
    OPTION_WORD(struct options, format, "FORMAT"),
    COMMAND_DB(struct options),
    OPTION_TEXT(struct options, path, "-o", "PATH", .help = "where to, otherwise standard output",
                .form = OPTION_JOINED, .wants = "a file, a folder, or - for standard output"),
    OPTION_TEXT(struct options, filter.student, "--student", "NAME", .help = "this student alone"),
    COMMAND_LAB(struct options, filter.lab),
    COMMAND_POLICY(struct options),
    OPTION_TAKEN(take_open, "--open", "ask|zero|exclude",
                 .help = "open points: blank, 0, or SCORE x MAX / (MAX-OPEN)",
                 .wants = "ask, zero or exclude"),
    OPTION_TEXT(struct options, terms.columns, "--columns", "FILE",
                .help = "the other system's own file, whose columns are filled"),
    OPTION_TAKEN(take_against, "--against", "FILE", .help = "for sources: an earlier class's gradebook, too",
                 .wants = "a gradebook, 20 of them at most"),
    OPTION_TEXT(struct options, terms.pseudonyms, "--pseudonyms", "FILE",
                .help = "for sources: numbers for names; the file says whose"),
    OPTION_SWITCH(struct options, terms.without_names, "--without-names",
                  .help = "for html: a page to show to the class"),
    {.names = NULL},
};

static void print_formats(FILE *out) {
    const struct export_format *format;
    fputs("Formats:", out);
    for (size_t i = 0; (format = export_format_at(i)); i++)
        fprintf(out, "%s%s", i % 5 == 0 ? "\n  " : " ", format->name);
    fputc('\n', out);
}

// Grades leave the gradebook: the log records the export, if the file can be written.
static void note(struct gradebook *book, int count, char **arguments) {
    long long id;
    if (gradebook_writes(book) && command_log_begin(book, &export_command, count, arguments, &id))
        gradebook_log_end(book, id, "exported");
}

static int run(int count, char **arguments) {
    struct options options = {.db = COMMAND_GRADEBOOK, .path = "-"};
    struct error error = {""};
    int code;
    if (!command_read(&export_command, &options, count, arguments, &code))
        return code;
    const struct export_format *format = options.format ? export_format_find(options.format) : NULL;
    if (!format)
        return command_failed("which format? ./grade export --help names them");
    if (options.terms.columns && !format->columns)
        return command_misused("--columns is for canvas and blackboard");
    if (options.terms.without_names && !format->without_names)
        return command_misused("--without-names is for html");
    if ((options.terms.against_count > 0 || options.terms.pseudonyms) && !format->write)
        return command_misused("--against and --pseudonyms are for sources");
    struct policy *policy;
    if (!command_policy(options.policy, options.db, &policy, &error))
        return command_failed(error.text);
    // If it cannot be written, for example in a read-only folder, it is only read.
    struct gradebook *book =
        access(options.db, W_OK) == 0 ? gradebook_open(options.db, GRADEBOOK_WRITE, &error) : NULL;
    book = book ? book : command_open(options.db, GRADEBOOK_READ);
    char name[GRADEBOOK_STUDENT_SIZE];
    bool good =
        book && (!options.filter.student || command_find_student(book, options.filter.student, name, &error));
    if (options.filter.student)
        options.filter.student = name;
    options.terms.policy = policy;
    options.terms.against = options.against;
    good = good && export_write(format, book, &options.filter, &options.terms, options.path, &error);
    if (good)
        note(book, count, arguments);
    gradebook_close(book);
    policy_free(policy);
    if (!book)
        return EXIT_OWN_FAULT; // already reported
    return good ? EXIT_SUCCESS : command_failed(error.text);
}

const struct command export_command = {
    .typed = "./grade export",
    .run = run,
    .options = table,
    .more = print_formats,
    .summary = "the gradebook as other systems read it",
    .text = "Writes current results in another system's form; not graded is no number.\n"};
