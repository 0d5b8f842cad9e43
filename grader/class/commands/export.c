// grade export FORMAT: the gradebook in the form that another system reads.
#include <stdio.h>
#include <stdlib.h>

#include "cli/commands.h"
#include "base/flags.h"
#include "class/export/export.h"
#include "lab/spec.h"

struct request {
    const char *db, *path;
    struct gradebook_filter filter;
};

static bool take_db(void *into, const char *value) {
    ((struct request *)into)->db = value;
    return value[0] != '\0';
}

static bool take_path(void *into, const char *value) {
    ((struct request *)into)->path = value;
    return value[0] != '\0';
}

static bool take_student(void *into, const char *value) {
    ((struct request *)into)->filter.student = value;
    return value[0] != '\0';
}

static bool take_lab(void *into, const char *value) {
    ((struct request *)into)->filter.lab = value;
    return value[0] != '\0';
}

static const struct flag flags[] = {
    {COMMAND_DB, take_db, "the gradebook's file"},
    {{.name = "-o",
      .value = "PATH",
      .choices = manual_files,
      .help = "where to, otherwise standard output",
      .more = "A format with a document for each submission takes a folder: FOLDER/."},
     take_path,
     "a file, a folder, or - for standard output"},
    {{.name = "--student", .value = "NAME", .help = "this student alone"}, take_student, "a student's name"},
    {{.name = "--lab", .value = "LAB", .choices = spec_name_at, .help = "this lab alone"}, take_lab, "a lab"},
    {.take = NULL},
};

static const char *format_at(size_t i) {
    const struct export_format *format = export_format_at(i);
    return format ? format->name : NULL;
}

static void print_formats(void) {
    const struct export_format *format;
    puts("Formats:");
    for (size_t i = 0; (format = export_format_at(i)); i++)
        printf("  %-12s%s\n", format->name, format->what);
}

static int run(int count, char **arguments) {
    struct request request = {.db = command_gradebook, .path = "-"};
    struct flag_words words;
    char why[1200];
    if (!flags_parse(flags, &request, &words, count, arguments, why, sizeof why))
        return command_misused(why);
    if (words.help)
        return COMMAND_HELP;
    const struct export_format *format = words.count == 1 ? export_format_find(words.word[0]) : NULL;
    if (!format)
        return command_failed("which format? ./grade export --help names them");
    struct gradebook *book = gradebook_open(request.db, GRADEBOOK_READ, why, sizeof why);
    if (!book)
        return command_failed(why);
    const bool good = export_write(format, book, &request.filter, request.path, why, sizeof why);
    gradebook_close(book);
    return good ? EXIT_SUCCESS : command_failed(why);
}

const struct command export_command = {
    .name = "export",
    .run = run,
    .flags = flags,
    .words = "FORMAT",
    .choices = format_at,
    .more = print_formats,
    .summary = "the gradebook as other systems read it",
    .text = "Writes the current results in another system's form. What is not graded is never a number."};
