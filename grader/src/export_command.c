// grade export FORMAT: the gradebook in the form that another system reads.
#include <stdio.h>
#include <stdlib.h>

#include "commands.h"
#include "flags.h"
#include "gradebook/export.h"

struct request {
    const char *db, *path;
    struct gradebook_filter filter;
    bool help;
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

static bool take_help(void *into, const char *value) {
    (void)value;
    return ((struct request *)into)->help = true;
}

static const struct flag flags[] = {
    {"--db", true, take_db, "the gradebook's file"},
    {"-o", true, take_path, "a file, a folder, or - for standard output"},
    {"--student", true, take_student, "a student's name"},
    {"--lab", true, take_lab, "a lab"},
    {"--help", false, take_help, NULL},
    {NULL, false, NULL, NULL},
};

static int show_usage(void) {
    const struct export_format *format;
    puts("usage: ./grade export FORMAT [--db FILE] [-o FILE] [--student NAME] [--lab LAB]\n"
         "Writes the current results in another system's form; what is not graded is never a number.");
    for (size_t i = 0; (format = export_format_at(i)); i++)
        printf("  %-12s%s\n", format->name, format->what);
    printf("  -o FILE     where to; without it to standard output. A format with a document for each\n"
           "              submission takes a folder: -o FOLDER/\n"
           "  --db FILE   the gradebook, otherwise %s\n",
           command_gradebook);
    return EXIT_SUCCESS;
}

int export_command(int count, char **arguments) {
    struct request request = {.db = command_gradebook, .path = "-"};
    struct flag_words words;
    char why[1200];
    if (!flags_parse(flags, &request, &words, count, arguments, why, sizeof why))
        return command_misused(why);
    if (request.help)
        return show_usage();
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
