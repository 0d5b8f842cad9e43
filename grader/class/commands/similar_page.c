// The data of the page in grader/viewer/similar_page. A text is written once, whichever pairs it is in; names
// and texts are students', and the page never reads them as HTML.
#include "class/commands/similar_page.h"

#include <stdlib.h>
#include <string.h>

#include "base/output_file.h"
#include "base/utf8.h"
#include "class/export/export_result.h"
#include "class/export/page_data.h"

extern const char similar_start[] __asm__("_binary_similar_html_start");
extern const char similar_end[] __asm__("_binary_similar_html_end");

static const struct page_frame frame = {similar_start, similar_end};

struct similar_page {
    struct output_file file;
    size_t labs; // written
};

struct similar_page *similar_page_open(const char *path, double least, struct error *error) {
    struct similar_page *page = calloc(1, sizeof *page);
    if (!page)
        error_set(error, "memory is used up");
    if (!page || !output_file_open(&page->file, path, error)) {
        free(page);
        return NULL;
    }
    page->file.private = true;
    page_data_begin(page->file.out, &frame);
    fprintf(page->file.out, "{\"least\":%g,\"labs\":[", 100 * least);
    return page;
}

bool similar_page_close(struct similar_page *page, bool good, struct error *error) {
    if (!page)
        return true;
    fputs("]}", page->file.out);
    page_data_end(page->file.out, &frame);
    const bool closed = output_file_close(&page->file, good, error);
    free(page);
    return closed;
}

// Without the carriage returns of another system, which would be shown as escapes.
static void add_text(cJSON *object, const char *name, const char *text) {
    char *plain = strdup(text), *end = plain;
    for (const char *c = text; plain && *c; c++)
        if (c[0] != '\r' || c[1] != '\n')
            *end++ = *c;
    if (plain)
        *end = '\0';
    char *escaped = plain ? utf8_escaped(plain) : NULL;
    if (escaped)
        cJSON_AddStringToObject(object, name, escaped);
    free(escaped);
    free(plain);
}

// Lines that have something of the student's own.
static void add_own_lines(cJSON *object, const struct tokens *tokens) {
    cJSON *own = cJSON_AddArrayToObject(object, "own");
    for (size_t i = 0; i < tokens->count; i++)
        if (i == 0 || tokens->place[i].line != tokens->place[i - 1].line)
            cJSON_AddItemToArray(own, cJSON_CreateNumber(tokens->place[i].line));
}

static cJSON *file_object(const struct similar_file *file, bool with_text) {
    cJSON *object = cJSON_CreateObject();
    const size_t all = file->given + file->tokens.count;
    add_text(object, "student", file->student);
    if (file->source)
        add_text(object, "source", file->source);
    cJSON_AddNumberToObject(object, "given", all > 0 ? (double)file->given / (double)all : 0);
    if (with_text) {
        add_text(object, "text", file->text);
        add_own_lines(object, &file->tokens);
    }
    return object;
}

static cJSON *region_object(const struct similar *similar, const struct similar_region *region) {
    cJSON *object = cJSON_CreateObject();
    size_t others;
    if (!similar_others(similar, region, &others)) {
        cJSON_Delete(object);
        return NULL;
    }
    cJSON *first = cJSON_CreateIntArray(region->first, 2), *last = cJSON_CreateIntArray(region->last, 2);
    cJSON_AddItemToObject(object, "first", first);
    cJSON_AddItemToObject(object, "last", last);
    cJSON_AddNumberToObject(object, "tokens", (double)region->tokens);
    cJSON_AddNumberToObject(object, "others", (double)others);
    return object;
}

// `number` gives the place of a file in the page's list, and 1 added.
static cJSON *pair_object(const struct similar *similar, const struct similar_pair *pair,
                          const size_t *number) {
    cJSON *object = cJSON_CreateObject(), *files = cJSON_AddArrayToObject(object, "files");
    for (int side = 0; side < 2; side++)
        cJSON_AddItemToArray(files, cJSON_CreateNumber((double)number[pair->file[side]] - 1));
    cJSON_AddNumberToObject(object, "share", pair->share);
    cJSON_AddNumberToObject(object, "tokens", (double)pair->tokens);
    cJSON *regions = cJSON_AddArrayToObject(object, "regions");
    for (size_t i = 0; i < pair->region_count; i++)
        cJSON_AddItemToArray(regions, region_object(similar, &similar->regions[pair->first_region + i]));
    return object;
}

static cJSON *group_object(const struct similar_group *group, const size_t *number) {
    cJSON *object = cJSON_CreateObject(), *files = cJSON_AddArrayToObject(object, "files");
    for (size_t i = 0; i < group->count; i++)
        cJSON_AddItemToArray(files, cJSON_CreateNumber((double)number[group->files[i]] - 1));
    cJSON_AddNumberToObject(object, "least", group->least);
    cJSON_AddNumberToObject(object, "most", group->most);
    return object;
}

// Numbers those files that are shown, with their texts first, then those of which only the name is needed.
static size_t number_files(const struct similar *similar, const struct similar_groups *groups, size_t shown,
                           size_t *number, size_t *order, size_t *with_text) {
    size_t count = 0;
    for (size_t i = 0; i < shown; i++)
        for (int side = 0; side < 2; side++) {
            const size_t file = similar->pairs[i].file[side];
            if (number[file] == 0) {
                order[count] = file;
                number[file] = ++count;
            }
        }
    *with_text = count;
    for (size_t i = 0; i < groups->count && groups->items[i].count > 2; i++)
        for (size_t k = 0; k < groups->items[i].count; k++) {
            const size_t file = groups->items[i].files[k];
            if (number[file] == 0) {
                order[count] = file;
                number[file] = ++count;
            }
        }
    return count;
}

static cJSON *lab_object(const char *lab, const struct similar *similar) {
    cJSON *object = cJSON_CreateObject();
    char title[128];
    size_t earlier = 0;
    export_lab_title(lab, title, sizeof title);
    for (size_t i = 0; i < similar->file_count; i++)
        earlier += similar->files[i].earlier;
    cJSON_AddStringToObject(object, "name", lab);
    cJSON_AddStringToObject(object, "title", title);
    cJSON_AddNumberToObject(object, "submissions", (double)(similar->file_count - earlier));
    cJSON_AddNumberToObject(object, "earlier", (double)earlier);
    cJSON_AddNumberToObject(object, "found", (double)similar->pair_count);
    return object;
}

// Submissions of this class that are given code nearly alone.
static void add_given(cJSON *object, const struct similar *similar, const struct similar_sources *sources) {
    cJSON *array = cJSON_AddArrayToObject(object, "given");
    for (size_t i = 0; i < similar->file_count; i++) {
        const struct similar_file *file = &similar->files[i];
        if (file->earlier || !similar_is_given(file))
            continue;
        cJSON *one = cJSON_CreateObject();
        const char *name = similar_sources_given(sources, file);
        add_text(one, "student", file->student);
        cJSON_AddNumberToObject(one, "share",
                                (double)file->from_kit / (double)(file->from_kit + file->tokens.count));
        if (name)
            add_text(one, "by", name);
        cJSON_AddItemToArray(array, one);
    }
}

bool similar_page_lab(struct similar_page *page, const char *lab, const struct similar *similar,
                      const struct similar_groups *groups, const struct similar_sources *sources) {
    const size_t shown =
        similar->pair_count < SIMILAR_SHOWN_PAIRS ? similar->pair_count : SIMILAR_SHOWN_PAIRS;
    size_t *number = calloc(similar->file_count + 1, sizeof *number), with_text = 0;
    size_t *order = calloc(similar->file_count + 1, sizeof *order);
    cJSON *object = lab_object(lab, similar);
    const bool good = number && order && object;
    const size_t count = good ? number_files(similar, groups, shown, number, order, &with_text) : 0;
    cJSON *files = cJSON_AddArrayToObject(object, "files"), *pairs = cJSON_AddArrayToObject(object, "pairs");
    cJSON *array = cJSON_AddArrayToObject(object, "groups");
    for (size_t i = 0; i < count; i++)
        cJSON_AddItemToArray(files, file_object(&similar->files[order[i]], i < with_text));
    for (size_t i = 0; good && i < shown; i++)
        cJSON_AddItemToArray(pairs, pair_object(similar, &similar->pairs[i], number));
    for (size_t i = 0; good && i < groups->count && groups->items[i].count > 2; i++)
        cJSON_AddItemToArray(array, group_object(&groups->items[i], number));
    add_given(object, similar, sources);
    fputs(page->labs++ > 0 ? ",\n" : "\n", page->file.out);
    page_data_put(page->file.out, object);
    free(number);
    free(order);
    return good;
}
