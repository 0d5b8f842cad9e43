// ./grade similar: pairs and groups of submissions that share text which nobody gave them.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "class/commands/commands.h"
#include "class/commands/similar_page.h"
#include "class/commands/similar_sources.h"
#include "class/similar/groups.h"

// Of an option that may be given several times.
struct named_paths {
    const char *path[SIMILAR_MOST_SOURCES];
    size_t count;
};

struct options {
    const char *db, *lab, *page;
    struct named_paths against, given;
    double least; // share, 0 to 1
};

static bool take_least(void *into, const struct option *option, const char *value) {
    char *end;
    const double percent = strtod(value, &end);
    (void)option;
    ((struct options *)into)->least = percent / 100;
    return end != value && *end == '\0' && percent >= 1 && percent <= 100;
}

static bool take_path(void *into, const struct option *option, const char *value) {
    struct named_paths *paths = (struct named_paths *)((char *)into + option->offset);
    if (paths->count == SIMILAR_MOST_SOURCES || value[0] == '\0')
        return false;
    paths->path[paths->count++] = value;
    return true;
}

static const struct option table[] = {
    COMMAND_DB(struct options),
    COMMAND_LAB(struct options, lab),
    {.names = "--least",
     .value = "PERCENT",
     .help = "of the smaller submission's own text, otherwise 60",
     .wants = "a percentage, 1 to 100",
     .take = take_least},
    {.names = "--against",
     .value = "PATH",
     .help = "an earlier year's gradebook or folder; any number of times",
     .wants = "a gradebook, a folder or an archive, at most 64 times",
     .take = take_path,
     .offset = offsetof(struct options, against)},
    {.names = "--given",
     .value = "PATH",
     .help = "code everybody was given, beside the kit's own; likewise",
     .wants = "a file or a folder, at most 64 times",
     .take = take_path,
     .offset = offsetof(struct options, given)},
    {.names = "-o",
     .value = "PAGE",
     .form = OPTION_JOINED,
     .help = "a page with the texts side by side",
     .wants = "a file, or - for standard output",
     .take = option_text,
     .offset = offsetof(struct options, page)},
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

static double percent(double share) { return floor(100 * share); } // 100 % is all of it

static void print_file(const struct similar_file *file) {
    printf("%s", utf8_line(file->student).text);
    if (file->source)
        printf(" (%s)", utf8_line(file->source).text);
}

static bool print_pair(const struct similar *similar, size_t index) {
    const struct similar_pair *pair = &similar->pairs[index];
    const struct similar_file *a = &similar->files[pair->file[0]], *b = &similar->files[pair->file[1]];
    printf("  %3.0f %%  ", percent(pair->share));
    print_file(a);
    printf(" and ");
    print_file(b);
    puts(strcmp(a->student, b->student) == 0 ? ", of one name" : "");
    for (size_t i = 0; i < pair->region_count; i++) {
        const struct similar_region *region = &similar->regions[pair->first_region + i];
        size_t others;
        if (!similar_others(similar, region, &others))
            return false;
        printf("         lines %d-%d and %d-%d", region->first[0], region->last[0], region->first[1],
               region->last[1]);
        if (others == 1)
            printf(", which another of the class has, too");
        if (others > 1)
            printf(", which %zu others of the class have, too", others);
        putchar('\n');
    }
    return true;
}

static void print_group(const struct similar *similar, const struct similar_group *group) {
    printf("  group of %zu, each pair %.0f to %.0f %%: ", group->count, percent(group->least),
           percent(group->most));
    for (size_t i = 0; i < group->count; i++) {
        printf("%s", i > 0 ? ", " : "");
        print_file(&similar->files[group->files[i]]);
    }
    putchar('\n');
}

// Of this class: those of earlier ones are nobody's work any more.
static void print_given(const struct similar *similar, const struct similar_sources *sources) {
    for (size_t i = 0; i < similar->file_count; i++) {
        const struct similar_file *file = &similar->files[i];
        if (file->earlier || !similar_is_given(file))
            continue;
        const char *name = similar_sources_given(sources, file);
        printf("  %3.0f %%  of what %s has beside the starter was given, most of it by %s\n",
               percent((double)file->from_kit / (double)(file->from_kit + file->tokens.count)),
               utf8_line(file->student).text, name ? utf8_line(name).text : "several texts");
    }
}

static bool print_lab(const char *lab, const struct similar *similar, const struct similar_groups *groups,
                      const struct similar_sources *sources, double least) {
    size_t earlier = 0;
    bool good = true;
    for (size_t i = 0; i < similar->file_count; i++)
        earlier += similar->files[i].earlier;
    printf("%s: %zu submissions", lab, similar->file_count - earlier);
    if (earlier > 0)
        printf(", against %zu of other classes", earlier);
    printf("; pairs that share %.0f %% or more of what is their own: %zu\n", 100 * least,
           similar->pair_count);
    for (size_t i = 0; i < groups->count && groups->items[i].count > 2; i++)
        print_group(similar, &groups->items[i]);
    for (size_t i = 0; good && i < similar->pair_count && i < SIMILAR_SHOWN_PAIRS; i++)
        good = print_pair(similar, i);
    if (similar->pair_count > SIMILAR_SHOWN_PAIRS)
        printf("  and %zu more pairs, none of them more alike: a larger --least shows fewer\n",
               similar->pair_count - SIMILAR_SHOWN_PAIRS);
    print_given(similar, sources);
    return good;
}

static bool compare_lab(const struct similar_sources *sources, const char *lab, const struct options *options,
                        struct similar_page *page, struct error *error) {
    struct similar similar = {.file_count = 0};
    struct similar_groups groups = {.count = 0};
    bool good = similar_sources_collect(sources, lab, &similar, error);
    if (good)
        good = (similar_compare(&similar, options->least) && groups_find(&groups, &similar) &&
                (!page || similar_page_lab(page, lab, &similar, &groups, sources)) &&
                ((page && strcmp(options->page, "-") == 0) ||
                 print_lab(lab, &similar, &groups, sources, options->least))) ||
               error_set(error, "memory is used up");
    groups_free(&groups);
    similar_free(&similar);
    return good;
}

static bool open_sources(struct similar_sources *sources, const struct options *options,
                         struct error *error) {
    bool good = similar_sources_take_kit(sources, error);
    for (size_t i = 0; good && i < options->given.count; i++)
        good = similar_sources_give(sources, options->given.path[i], error);
    for (size_t i = 0; good && i < options->against.count; i++)
        good = similar_sources_add(sources, options->against.path[i], error);
    return good;
}

static bool compare_all(struct gradebook *book, const struct options *options, struct error *error) {
    struct similar_sources sources = {.book = book};
    struct similar_page *page = NULL;
    struct labs labs = {.count = 0};
    bool good = gradebook_each(book, &(struct gradebook_filter){NULL, options->lab}, note_lab, &labs) ||
                error_set(error, "%s", gradebook_error(book));
    if (good && labs.count == 0)
        good = error_set(error, "the gradebook has no such submissions");
    good = good && open_sources(&sources, options, error);
    if (good && options->page)
        good = (page = similar_page_open(options->page, options->least, error)) != NULL;
    for (size_t i = 0; good && i < labs.count; i++)
        good = compare_lab(&sources, labs.name[i], options, page, error);
    good = similar_page_close(page, good, error) && good;
    similar_sources_close(&sources);
    return good;
}

static int run(int count, char **arguments) {
    struct options options = {.db = COMMAND_GRADEBOOK, .least = .6};
    struct error error = {""};
    int code;
    if (!command_read(&similar_command, &options, count, arguments, &code))
        return code;
    struct gradebook *book = command_open(options.db, GRADEBOOK_READ);
    if (!book)
        return EXIT_OWN_FAULT;
    const bool good = compare_all(book, &options, &error);
    gradebook_close(book);
    return good ? EXIT_SUCCESS : command_failed(error.text);
}

const struct command similar_command = {
    .typed = "./grade similar",
    .run = run,
    .options = table,
    .summary = "which submissions are alike",
    .text = "Lists pairs and groups of submissions that share text, names and layout aside.\n"
            "What the kit gives everybody is taken out: starters and solutions of all labs.\n"
            "A hint to look at both, never a score: short labs have few honest ways to be\n"
            "written.\n"};
