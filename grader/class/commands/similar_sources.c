// Texts for the comparison, lab by lab.
#include "class/commands/similar_sources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/paths.h"
#include "class/intake/file_list.h"
#include "class/intake/source.h"
#include "lab/spec.h"

static bool out_of_memory(struct error *error) { return error_set(error, "memory is used up"); }

// Every gradebook begins as any file of SQLite's.
static bool is_gradebook(const char *path) {
    char begin[16] = "";
    FILE *in = fopen(path, "re");
    const bool read = in && fread(begin, 1, sizeof begin, in) == sizeof begin;
    if (in)
        fclose(in);
    return read && memcmp(begin, "SQLite format 3", sizeof begin) == 0;
}

bool similar_sources_add(struct similar_sources *sources, const char *path, struct error *error) {
    const size_t i = sources->earlier_count;
    if (i == SIMILAR_MOST_SOURCES)
        return error_set(error, "--against is for %d classes at most", SIMILAR_MOST_SOURCES);
    sources->earlier[i].name = path;
    if (is_gradebook(path))
        sources->earlier[i].book = gradebook_open(path, GRADEBOOK_READ, error);
    else
        sources->earlier[i].handed_in = handed_in_open(path, error);
    sources->earlier_count++;
    return sources->earlier[i].book || sources->earlier[i].handed_in;
}

static bool give_file(struct similar_sources *sources, const char *path, const char *name,
                      struct error *error) {
    struct similar_given *given = reallocarray(sources->given, sources->given_count + 1, sizeof *given);
    char why[ERROR_SIZE / 2], *bytes;
    size_t length;
    if (!given)
        return out_of_memory(error);
    sources->given = given;
    if (!source_read(path, &bytes, &length, NULL, why, sizeof why))
        return error_set(error, "%s: %s", path, why);
    struct similar_given *one = &given[sources->given_count++];
    *one = (struct similar_given){.name = strdup(name), .text = strndup(bytes, length)};
    free(bytes);
    return (one->name && one->text) || out_of_memory(error);
}

static bool is_code(const char *path) {
    static const char *const ends[] = {".cu", ".cuh", ".h"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        const size_t length = strlen(path), tail = strlen(ends[i]);
        if (length > tail && strcmp(path + length - tail, ends[i]) == 0)
            return true;
    }
    return false;
}

static bool give_folder(struct similar_sources *sources, const char *folder, const char *name,
                        struct error *error) {
    struct file_list list = {.count = 0};
    char path[PATH_MAX];
    bool good = file_list_walk(&list, folder, error);
    for (size_t i = 0; good && i < list.count; i++)
        if (list.items[i].disk_path && is_code(list.items[i].path))
            good =
                give_file(sources, list.items[i].disk_path, path_join(path, name, list.items[i].path), error);
    file_list_free(&list);
    return good;
}

bool similar_sources_give(struct similar_sources *sources, const char *path, struct error *error) {
    struct stat status;
    if (stat(path, &status) != 0)
        return error_set_system(error, "cannot read %s", path);
    return S_ISDIR(status.st_mode) ? give_folder(sources, path, path, error)
                                   : give_file(sources, path, path, error);
}

// A hand-out has no solutions.
bool similar_sources_take_kit(struct similar_sources *sources, struct error *error) {
    static const char *const folders[] = {"labs", "solutions"};
    struct paths paths;
    char folder[PATH_MAX];
    struct stat status;
    if (!paths_find(&paths, error->text, sizeof error->text))
        return false;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        if (stat(path_join(folder, paths.top, folders[i]), &status) == 0 &&
            !give_folder(sources, folder, folders[i], error))
            return false;
    return true;
}

// One lab's texts on their way.
struct collecting {
    struct similar *similar;
    struct gradebook *book;
    const char *source; // NULL: this class
    struct error *error;
    bool good;
};

static bool add_text(void *user, const char *student, const char *bytes, size_t length) {
    struct collecting *collecting = user;
    char *text = malloc(length + 1);
    for (size_t i = 0; text && i < length; i++) // a text with zero bytes in it would end too early
        text[i] = bytes[i] ? bytes[i] : ' ';
    if (text)
        text[length] = '\0';
    collecting->good = (text && similar_add(collecting->similar,
                                            &(struct similar_text){student, collecting->source, text})) ||
                       out_of_memory(collecting->error);
    free(text);
    return collecting->good;
}

static bool add_result(void *user, const struct gradebook_result *result) {
    struct collecting *collecting = user;
    char *bytes;
    size_t length;
    if (!result->submission_sha256 || result->text_removed)
        return true;
    if (!gradebook_source(collecting->book, result->submission_sha256, &bytes, &length))
        return collecting->good = error_set(collecting->error, "%s", gradebook_error(collecting->book));
    const bool good = add_text(collecting, result->student, bytes, length);
    free(bytes);
    return good;
}

static bool add_book(struct collecting *collecting, const char *lab) {
    const struct gradebook_filter filter = {.lab = lab};
    return gradebook_each(collecting->book, &filter, add_result, collecting) ||
           error_set(collecting->error, "%s", gradebook_error(collecting->book));
}

static bool give_all(const struct similar_sources *sources, const char *lab, struct similar *similar) {
    struct paths paths;
    struct error error;
    char path[PATH_MAX + 64], why[64], *bytes;
    size_t length;
    bool good = true;
    if (paths_find(&paths, error.text, sizeof error.text)) {
        snprintf(path, sizeof path, "%s/labs/%s/%s.cu", paths.top, lab, lab);
        if (source_read(path, &bytes, &length, NULL, why, sizeof why)) {
            char *starter = strndup(bytes, length);
            good = starter && similar_start_from(similar, starter);
            free(starter);
            free(bytes);
        }
    }
    for (size_t i = 0; good && i < sources->given_count; i++)
        good = similar_give(similar, sources->given[i].text);
    return good;
}

bool similar_sources_collect(const struct similar_sources *sources, const char *lab, struct similar *similar,
                             struct error *error) {
    struct collecting collecting = {.similar = similar, .book = sources->book, .error = error, .good = true};
    bool good = give_all(sources, lab, similar) || out_of_memory(error);
    good = good && add_book(&collecting, lab);
    for (size_t i = 0; good && collecting.good && i < sources->earlier_count; i++) {
        const struct spec *spec = spec_find(lab);
        collecting.source = sources->earlier[i].name;
        collecting.book = sources->earlier[i].book;
        if (collecting.book)
            good = add_book(&collecting, lab);
        else if (spec)
            handed_in_each(sources->earlier[i].handed_in, spec, add_text, &collecting);
    }
    return good && collecting.good;
}

const char *similar_sources_given(const struct similar_sources *sources, const struct similar_file *file) {
    const char *name = NULL;
    size_t most = 0, tokens;
    for (size_t i = 0; i < sources->given_count; i++)
        if (similar_given_by(file, sources->given[i].text, &tokens) && tokens > most) {
            most = tokens;
            name = sources->given[i].name;
        }
    return name;
}

void similar_sources_close(struct similar_sources *sources) {
    for (size_t i = 0; i < sources->earlier_count; i++) {
        gradebook_close(sources->earlier[i].book);
        handed_in_close(sources->earlier[i].handed_in);
    }
    for (size_t i = 0; i < sources->given_count; i++) {
        free(sources->given[i].name);
        free(sources->given[i].text);
    }
    free(sources->given);
    *sources = (struct similar_sources){.book = NULL};
}
