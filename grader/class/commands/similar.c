// ./grade similar: pairs of submissions that share text which the starter did not give them.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/paths.h"
#include "base/utf8.h"
#include "class/commands/commands.h"
#include "class/similar/similar.h"

struct options {
    const char *db, *lab;
    double least; // share, 0 to 1
};

static bool take_least(void *into, const struct option *option, const char *value) {
    char *end;
    const double percent = strtod(value, &end);
    (void)option;
    ((struct options *)into)->least = percent / 100;
    return end != value && *end == '\0' && percent >= 1 && percent <= 100;
}

static const struct option table[] = {
    COMMAND_DB(struct options),
    COMMAND_LAB(struct options, lab),
    {.names = "--least",
     .value = "PERCENT",
     .help = "of the smaller submission's own text, otherwise 60",
     .wants = "a percentage, 1 to 100",
     .take = take_least},
    {.names = NULL},
};

// The labs of a gradebook, each once, in its order of them.
struct labs {
    char name[64][32];
    size_t count;
};

static bool note_lab(void *user, const struct gradebook_result *result) {
    struct labs *labs = user;
    const size_t most = sizeof labs->name / sizeof labs->name[0];
    for (size_t i = 0; i < labs->count; i++)
        if (strcmp(labs->name[i], result->lab) == 0)
            return true;
    if (labs->count < most)
        snprintf(labs->name[labs->count++], sizeof labs->name[0], "%s", result->lab);
    return true;
}

// One lab's submissions, taken out of the gradebook.
struct lab_collection {
    struct gradebook *book;
    const char *starter;
    struct similar similar;
    bool good;
};

static bool collect(void *user, const struct gradebook_result *result) {
    struct lab_collection *collection = user;
    char *bytes;
    size_t length;
    if (!result->submission_sha256 || result->text_removed)
        return true;
    collection->good = gradebook_source(collection->book, result->submission_sha256, &bytes, &length);
    if (!collection->good)
        return false;
    for (size_t i = 0; i < length; i++) // a text with zero bytes in it would end too early
        bytes[i] = bytes[i] ? bytes[i] : ' ';
    bytes[length] = '\0';
    collection->good = similar_add(&collection->similar, result->student, bytes, collection->starter);
    free(bytes);
    return collection->good;
}

static char *read_starter(const char *lab, struct error *error) {
    struct paths paths;
    char path[PATH_MAX + 64], *text = NULL;
    size_t room = 0;
    if (!paths_find(&paths, error->text, sizeof error->text))
        return NULL;
    snprintf(path, sizeof path, "%s/labs/%s/%s.cu", paths.top, lab, lab);
    FILE *in = fopen(path, "re");
    if (!in || getdelim(&text, &room, '\0', in) < 0) {
        error_set_system(error, "cannot read the starter %s", path);
        free(text);
        text = NULL;
    }
    if (in)
        fclose(in);
    return text;
}

static void print_pair(const struct similar *similar, size_t index) {
    const struct similar_pair *pair = &similar->pairs[index];
    const struct similar_file *a = &similar->files[pair->file[0]], *b = &similar->files[pair->file[1]];
    printf("  %3.0f %%  %s and %s\n", 100 * pair->share, utf8_line(a->student).text,
           utf8_line(b->student).text);
    for (size_t i = 0; i < pair->region_count; i++) {
        const struct similar_region *region = &similar->regions[pair->first_region + i];
        printf("         lines %d-%d and %d-%d\n", region->first[0], region->last[0], region->first[1],
               region->last[1]);
    }
}

static void print_lab(const char *lab, const struct similar *similar, double least) {
    size_t shown = 0;
    while (shown < similar->pair_count && similar->pairs[shown].share >= least)
        shown++;
    printf("%s: %zu submissions; pairs that share %.0f %% or more of what is their own: %zu\n", lab,
           similar->file_count, 100 * least, shown);
    for (size_t i = 0; i < shown; i++)
        print_pair(similar, i);
}

static bool compare_lab(struct gradebook *book, const char *lab, double least, struct error *error) {
    struct lab_collection collection = {.book = book, .good = true};
    char *starter = read_starter(lab, error);
    bool good = starter != NULL;
    if (good) {
        collection.starter = starter;
        good = gradebook_each(book, &(struct gradebook_filter){NULL, lab}, collect, &collection) &&
               collection.good;
        if (!good)
            error_set(error, "%s", gradebook_error(book));
    }
    if (good && !similar_compare(&collection.similar)) {
        error_set(error, "memory is used up");
        good = false;
    }
    if (good)
        print_lab(lab, &collection.similar, least);
    similar_free(&collection.similar);
    free(starter);
    return good;
}

static int compare_all(struct gradebook *book, const struct options *options) {
    struct labs labs = {.count = 0};
    struct error error = {""};
    if (!gradebook_each(book, &(struct gradebook_filter){NULL, options->lab}, note_lab, &labs))
        return command_failed(gradebook_error(book));
    if (labs.count == 0)
        return command_failed("the gradebook has no such submissions");
    for (size_t i = 0; i < labs.count; i++)
        if (!compare_lab(book, labs.name[i], options->least, &error))
            return command_failed(error.text);
    return EXIT_SUCCESS;
}

static int run(int count, char **arguments) {
    struct options options = {.db = COMMAND_GRADEBOOK, .least = .6};
    int code;
    if (!command_read(&similar_command, &options, count, arguments, &code))
        return code;
    struct gradebook *book = command_open(options.db, GRADEBOOK_READ);
    if (!book)
        return EXIT_OWN_FAULT;
    code = compare_all(book, &options);
    gradebook_close(book);
    return code;
}

const struct command similar_command = {
    .typed = "./grade similar",
    .run = run,
    .options = table,
    .summary = "which submissions are alike",
    .text = "Lists pairs of submissions that share text which is not the starter's, names\n"
            "and layout aside. A hint to look at both, never a score: short labs have few\n"
            "honest ways to be written.\n"};
