// sources: a folder for each student's text, for programs that find copies.
#include "class/export/export.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>

#include "base/array.h"
#include "base/csv_table.h"
#include "base/files.h"
#include "base/paths.h"
#include "class/export/export_result.h"
#include "submission/submission.h"

static void blank(char *from, const char *to) {
    for (; from < to; from++)
        if (!isspace((unsigned char)*from))
            *from = ' ';
}

// The length of a preprocessor directive, including its continuation lines.
static size_t directive_length(const char *at) {
    size_t length = 0;
    do
        length += strcspn(at + length, "\n") + 1;
    while (at[length - 1] == '\n' && at[length - 2] == '\\');
    return at[length - 1] ? length : length - 1;
}

void sources_make_plain(char *text, bool bare) {
    char last = '\0'; // the first character of the previous token
    int depth = 0;    // of parentheses
    size_t length = 0;
    for (char *at = text, *end = text; *end; at = end) {
        at = end + (source_token(end, &length) - end);
        if (bare)
            blank(end, at); // comments lie between tokens
        length = *at == '#' ? directive_length(at) : length;
        end = at + length;
        depth += *at == '(' ? 1 : *at == ')' && depth > 0 ? -1 : 0;
        if (*at == ';' && depth == 0 && last && strchr(";{}", last))
            *at = ' ';
        else
            last = *at == '#' ? ';' : *at;
    }
}

// One text to be written.
struct source {
    char *student, *sha256;
    char lab[32];
    size_t book; // its gradebook: 0 is this class's
    int number;  // of the pseudonym
};

struct sources {
    struct source *items;
    size_t count;
    const struct export_terms *terms;
    const char *path;
    struct error *error;
};

static bool collect_one(struct sources *sources, const struct gradebook_result *result, size_t book) {
    struct source *added = array_add(&sources->items, &sources->count, sizeof *added);
    if (!added)
        return false;
    *added = (struct source){strdup(result->student), strdup(result->submission_sha256), "", book, 0};
    snprintf(added->lab, sizeof added->lab, "%s", result->lab);
    return added->student && added->sha256;
}

static bool collect_book(struct sources *sources, struct gradebook *book,
                         const struct gradebook_filter *filter, size_t number) {
    struct gradebook_rows rows = gradebook_results(book, filter);
    struct gradebook_result result;
    bool good = true;
    while (good && gradebook_next_result(&rows, &result))
        if (result.submission_sha256 && !result.text_removed)
            good = collect_one(sources, &result, number) || error_set(sources->error, "memory is used up");
    return gradebook_rows_end(&rows) ? good : error_set(sources->error, "%s", gradebook_error(book));
}

// Draws a random number for each student of each class, so that it reveals nothing.
static bool draw_numbers(struct sources *sources) {
    int next = 0;
    for (size_t i = 0; i < sources->count; i++) { // in the order of students
        const bool same = i > 0 && sources->items[i].book == sources->items[i - 1].book &&
                          strcmp(sources->items[i].student, sources->items[i - 1].student) == 0;
        next += !same;
        sources->items[i].number = next;
    }
    int *numbers = calloc((size_t)next + 1, sizeof *numbers);
    if (!numbers)
        return error_set(sources->error, "memory is used up");
    for (int i = 1; i <= next; i++) {
        unsigned draw = 0;
        if (getrandom(&draw, sizeof draw, 0) != sizeof draw)
            draw = 0;
        const int other = 1 + (int)(draw % (unsigned)i);
        numbers[i] = numbers[other];
        numbers[other] = i;
    }
    for (size_t i = 0; i < sources->count; i++)
        sources->items[i].number = numbers[sources->items[i].number];
    free(numbers);
    return true;
}

static bool make_folder(struct sources *sources, const char *path) {
    return mkdir(path, 0700) == 0 || errno == EEXIST ||
           error_set_system(sources->error, "cannot make the folder %s", path);
}

// Writes PATH/LAB/KIND/NAME/LAB.cpp; NAME may be empty.
static bool write_text(struct sources *sources, const char *lab, const char *kind, const char *name,
                       const char *text, size_t length) {
    char path[PATH_MAX];
    struct output_file file;
    int used = snprintf(path, sizeof path, "%s/%s", sources->path, lab);
    const char *const parts[] = {kind, name};
    bool good = make_folder(sources, path);
    for (size_t i = 0; good && i < 2 && parts[i][0]; i++) {
        used += snprintf(path + used, sizeof path - (size_t)used, "/%s", parts[i]);
        good = used < (int)sizeof path - 64 ? make_folder(sources, path)
                                            : error_set(sources->error, "a name is too long: %s", parts[i]);
    }
    if (good)
        snprintf(path + used, sizeof path - (size_t)used, "/%s.cpp", lab);
    good = good && output_file_open(&file, path, sources->error);
    if (!good)
        return false;
    file.private = true;
    return output_file_close(&file, fwrite(text, 1, length, file.out) == length, sources->error);
}

// The name that distinguishes a class from others: its gradebook's file name.
static void class_name(const char *path, char *name, size_t size) {
    char stem[256];
    snprintf(stem, sizeof stem, "%s", basename(path));
    char *end = strrchr(stem, '.');
    if (end && end > stem)
        *end = '\0';
    export_file_name(stem, name, size);
}

static bool write_source(struct sources *sources, struct gradebook *book, const struct source *source) {
    char who[300], name[640] = "", *bytes;
    size_t length;
    if (!gradebook_source(book, source->sha256, &bytes, &length))
        return error_set(sources->error, "%s", gradebook_error(book));
    bytes[length] = '\0';
    sources_make_plain(bytes, sources->terms->pseudonyms != NULL);
    if (source->book > 0) {
        class_name(sources->terms->against[source->book - 1], who, sizeof who);
        snprintf(name, sizeof name, "%s-", who);
    }
    export_file_name(source->student, who, sizeof who);
    if (sources->terms->pseudonyms)
        snprintf(who, sizeof who, "student-%03d", source->number);
    strncat(name, who, sizeof name - strlen(name) - 1);
    const bool good =
        write_text(sources, source->lab, source->book ? "earlier" : "submissions", name, bytes, length);
    free(bytes);
    return good;
}

static bool write_starter(struct sources *sources, const char *lab) {
    struct paths paths;
    char path[PATH_MAX + 64], *bytes;
    size_t length;
    if (!paths_find(&paths, sources->error->text, sizeof sources->error->text))
        return false;
    snprintf(path, sizeof path, "%s/labs/%s/%s.cu", paths.top, lab, lab);
    if (!bytes_read(path, INT_MAX, &bytes, &length, sources->error->text, sizeof sources->error->text))
        return false;
    const bool good = write_text(sources, lab, "base", "", bytes, length);
    free(bytes);
    return good;
}

static bool write_key(struct sources *sources) {
    struct output_file file;
    if (!sources->terms->pseudonyms)
        return true;
    if (!output_file_open(&file, sources->terms->pseudonyms, sources->error))
        return false;
    file.private = true;
    fputs("pseudonym,student\n", file.out);
    for (size_t i = 0; i < sources->count; i++) {
        if (i > 0 && sources->items[i].number == sources->items[i - 1].number)
            continue;
        fprintf(file.out, "student-%03d,", sources->items[i].number);
        csv_text(file.out, sources->items[i].student);
        fputc('\n', file.out);
    }
    return output_file_close(&file, true, sources->error);
}

// The folder must be empty: files of an earlier export would be compared, too.
static bool make_empty(struct sources *sources) {
    if (!make_folder(sources, sources->path))
        return false;
    DIR *directory = opendir(sources->path);
    if (!directory)
        return error_set_system(sources->error, "cannot read %s", sources->path);
    bool empty = true;
    for (const struct dirent *entry; empty && (entry = readdir(directory));)
        empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
    closedir(directory);
    return empty ||
           error_set(sources->error, "the folder %s is there already, and is not empty", sources->path);
}

static bool is_of_earlier_lab(const struct sources *sources, size_t number) {
    for (size_t i = 0; i < number; i++)
        if (strcmp(sources->items[i].lab, sources->items[number].lab) == 0)
            return true;
    return false;
}

static bool write_all(struct sources *sources, struct gradebook *const *books) {
    bool good = sources->count > 0 || error_set(sources->error, "the gradebook has no text of anybody's");
    good = good && draw_numbers(sources) && make_empty(sources) && write_key(sources);
    for (size_t i = 0; good && i < sources->count; i++)
        good = write_source(sources, books[sources->items[i].book], &sources->items[i]) &&
               (is_of_earlier_lab(sources, i) || write_starter(sources, sources->items[i].lab));
    return good;
}

bool export_sources_write(struct gradebook *book, const struct gradebook_filter *filter,
                          const struct export_terms *terms, const char *path, struct error *error) {
    struct sources sources = {.terms = terms, .path = path, .error = error};
    struct gradebook *books[1 + EXPORT_MAX_AGAINST] = {book};
    bool good = strcmp(path, "-") != 0 || error_set(error, "-o names the folder for the sources");
    good = good && collect_book(&sources, book, filter, 0);
    const struct gradebook_filter earlier = {NULL, filter->lab};
    for (size_t i = 0; good && i < terms->against_count; i++)
        good = (books[i + 1] = gradebook_open(terms->against[i], GRADEBOOK_READ, error)) &&
               collect_book(&sources, books[i + 1], &earlier, i + 1);
    good = good && write_all(&sources, books);
    for (size_t i = 0; i < terms->against_count; i++)
        gradebook_close(books[i + 1]);
    for (size_t i = 0; i < sources.count; i++) {
        free(sources.items[i].student);
        free(sources.items[i].sha256);
    }
    free(sources.items);
    return good;
}

const struct export_format export_sources = {.name = "sources", .write = export_sources_write};
