// What is a student's own in a submission, and which submissions have it in common.
#include "class/similar/similar.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "class/similar/tiling.h"

// A line without its blanks: what two copies of it have in common.
static char *key_of(const char *line, size_t length) {
    char *key = malloc(length + 1);
    size_t kept = 0;
    for (size_t i = 0; key && i < length; i++)
        if (!strchr(" \t\r", line[i]))
            key[kept++] = line[i];
    if (key)
        key[kept] = '\0';
    return key;
}

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

// The starter's lines as a search tree of keys.
static bool plant(void **tree, const char *starter) {
    for (const char *line = starter; *line;) {
        const size_t length = strcspn(line, "\n");
        char *key = key_of(line, length);
        char **node = key ? tsearch(key, tree, by_text) : NULL;
        if (!node)
            return free(key), false;
        if (*node != key)
            free(key);
        line += length + (line[length] == '\n');
    }
    return true;
}

// Room for one more than `count` items, which are moved when their number has doubled; NULL if memory is used
// up.
static void *room_for_one(void *items, size_t count, size_t size) {
    return (count & (count - 1)) == 0 ? reallocarray(items, count ? 2 * count : 1, size) : items;
}

char *similar_own_lines(const char *text, const char *starter) {
    void *tree = NULL;
    char *own = strdup(text);
    bool good = own && plant(&tree, starter);
    for (size_t at = 0; good && text[at];) {
        const size_t length = strcspn(text + at, "\n");
        char *key = key_of(text + at, length);
        good = key != NULL;
        if (good && tfind(key, &tree, by_text))
            memset(own + at, ' ', length);
        free(key);
        at += length + (text[at + length] == '\n');
    }
    tdestroy(tree, free);
    return good ? own : (free(own), NULL);
}

bool similar_start_from(struct similar *similar, const char *starter) {
    similar->starter = strdup(starter);
    return similar->starter && given_add(&similar->given, starter) &&
           given_add(&similar->of_starter, starter);
}

bool similar_give(struct similar *similar, const char *text) { return given_add(&similar->given, text); }

// Takes the tokens out that stand in lines of the starter.
static void take_lines_out(struct tokens *tokens, const char *own) {
    size_t kept = 0;
    for (size_t i = 0; i < tokens->count; i++)
        if (own[tokens->place[i].begin] != ' ') {
            tokens->kind[kept] = tokens->kind[i];
            tokens->place[kept++] = tokens->place[i];
        }
    tokens->count = kept;
}

// What is left of a text without runs that were given and lines of the starter. Runs are looked for in the
// whole text: lines of the starter may stand in them.
static bool read_without(struct tokens *tokens, const char *text, const struct given *given, const char *own,
                         size_t *all) {
    if (!tokens_read(tokens, text))
        return false;
    *all = tokens->count;
    if (!given_take_out(given, tokens))
        return false;
    take_lines_out(tokens, own);
    return true;
}

static bool read_own(struct similar *similar, struct similar_file *file) {
    struct tokens beside = {.count = 0};
    size_t all = 0;
    char *own = similar_own_lines(file->text, similar->starter ? similar->starter : "");
    const bool good = own && read_without(&file->tokens, file->text, &similar->given, own, &all) &&
                      read_without(&beside, file->text, &similar->of_starter, own, &all);
    file->given = all - file->tokens.count;
    file->from_kit = good ? beside.count - file->tokens.count : 0;
    tokens_free(&beside);
    free(own);
    return good;
}

bool similar_add(struct similar *similar, const struct similar_text *text) {
    struct similar_file *files = room_for_one(similar->files, similar->file_count, sizeof *files);
    if (!files)
        return false;
    similar->files = files;
    const uint32_t number = (uint32_t)similar->file_count;
    struct similar_file *file = &files[similar->file_count++];
    *file = (struct similar_file){.student = strdup(text->student),
                                  .source = text->source ? strdup(text->source) : NULL,
                                  .earlier = text->source != NULL,
                                  .text = strdup(text->text)};
    return file->student && file->text && (file->source || !file->earlier) && read_own(similar, file) &&
           fingerprints_add(&similar->fingerprints, number, &file->tokens, 0, file->tokens.count);
}

void similar_free(struct similar *similar) {
    for (size_t i = 0; i < similar->file_count; i++) {
        free(similar->files[i].student);
        free(similar->files[i].source);
        free(similar->files[i].text);
        tokens_free(&similar->files[i].tokens);
    }
    free(similar->starter);
    given_free(&similar->given);
    given_free(&similar->of_starter);
    fingerprints_free(&similar->fingerprints);
    free(similar->files);
    free(similar->pairs);
    free(similar->regions);
    *similar = (struct similar){.file_count = 0};
}

static bool add_region(struct similar *similar, const struct similar_region *region) {
    struct similar_region *regions = room_for_one(similar->regions, similar->region_count, sizeof *regions);
    if (!regions)
        return false;
    similar->regions = regions;
    regions[similar->region_count++] = *region;
    return true;
}

static bool add_pair(struct similar *similar, const struct similar_pair *pair) {
    struct similar_pair *pairs = room_for_one(similar->pairs, similar->pair_count, sizeof *pairs);
    if (!pairs)
        return false;
    similar->pairs = pairs;
    pairs[similar->pair_count++] = *pair;
    return true;
}

// What a comparison of one submission with all others needs.
struct comparison {
    struct similar *similar;
    double least;
    size_t file;        // the one that is compared
    struct runs runs;   // of it
    uint32_t *common;   // fingerprints that each other file has in common with it
    uint8_t *taken;     // room for its tokens
    struct tile *tiles; // room for as many as there can be
};

static size_t smaller_of(const struct similar *similar, size_t a, size_t b) {
    const size_t one = similar->files[a].tokens.count, other = similar->files[b].tokens.count;
    return one < other ? one : other;
}

// How alike two are is judged by the smaller one: what is added to a copy does not make it less of one. The
// tiles' first text is `other`.
static bool keep(const struct comparison *comparison, size_t other, size_t count) {
    struct similar *similar = comparison->similar;
    const bool turned = similar->files[other].earlier;
    const size_t file[2] = {turned ? comparison->file : other, turned ? other : comparison->file};
    struct similar_pair pair = {
        .file = {file[0], file[1]}, .first_region = similar->region_count, .region_count = count};
    for (size_t i = 0; i < count; i++)
        pair.tokens += comparison->tiles[i].tokens;
    pair.share = (double)pair.tokens / (double)smaller_of(similar, file[0], file[1]);
    if (pair.share < comparison->least || pair.tokens < SIMILAR_LEAST_PAIR)
        return true;
    for (size_t i = 0; i < count; i++) {
        const struct tile *tile = &comparison->tiles[i];
        struct similar_region region = {.file = {file[0], file[1]}, .tokens = tile->tokens};
        for (int side = 0; side < 2; side++) {
            const struct token_place *place = similar->files[file[side]].tokens.place;
            region.at[side] = tile->at[side ^ turned];
            region.first[side] = place[region.at[side]].line;
            region.last[side] = place[region.at[side] + region.tokens - 1].line;
        }
        if (!add_region(similar, &region))
            return false;
    }
    return add_pair(similar, &pair);
}

// Adds to `common`, for each text, how many fingerprints of these tokens of a file it has; and to `all` how
// many there are.
static bool count_common(const struct similar *similar, size_t file, size_t from, size_t to, uint32_t *common,
                         uint32_t *all) {
    struct fingerprints own = {.count = 0};
    const bool good = fingerprints_add(&own, 0, &similar->files[file].tokens, from, to);
    if (good)
        fingerprints_sort(&own);
    for (size_t i = 0; good && i < own.count; i++) {
        size_t count;
        const struct fingerprint *found =
            fingerprints_find(&similar->fingerprints, own.items[i].hash, &count);
        for (size_t k = 0; k < count; k++)
            common[found[k].text] += own.items[i].count;
        *all += own.items[i].count;
    }
    fingerprints_free(&own);
    return good;
}

static bool count_common_of_file(const struct comparison *comparison) {
    const struct similar *similar = comparison->similar;
    const size_t file = comparison->file;
    uint32_t all = 0;
    memset(comparison->common, 0, similar->file_count * sizeof *comparison->common);
    return count_common(similar, file, 0, similar->files[file].tokens.count, comparison->common, &all);
}

// With those of other classes, and those of this one that came before it. What shares so few fingerprints
// cannot share as much as is asked for, and is not tiled.
static bool compare_file(struct comparison *comparison) {
    struct similar *similar = comparison->similar;
    const size_t b = comparison->file;
    bool good = runs_of(&comparison->runs, &similar->files[b].tokens, SIMILAR_LEAST_TOKENS) &&
                count_common_of_file(comparison);
    for (size_t a = 0; good && a < similar->file_count; a++) {
        const double wanted = comparison->least * (double)smaller_of(similar, a, b);
        if ((a >= b && !similar->files[a].earlier) || comparison->common[a] == 0 ||
            (double)comparison->common[a] * FINGERPRINT_MOST_APART < wanted)
            continue;
        const size_t count = tiles_find(&similar->files[a].tokens, &similar->files[b].tokens,
                                        &comparison->runs, comparison->taken, comparison->tiles);
        good = count == 0 || keep(comparison, a, count);
    }
    runs_free(&comparison->runs);
    return good;
}

static int most_alike_first(const void *left, const void *right) {
    const struct similar_pair *a = left, *b = right;
    if (a->share != b->share)
        return a->share > b->share ? -1 : 1;
    if (a->file[0] != b->file[0])
        return a->file[0] < b->file[0] ? -1 : 1;
    return a->file[1] < b->file[1] ? -1 : 1;
}

bool similar_compare(struct similar *similar, double least) {
    size_t most = 0;
    for (size_t i = 0; i < similar->file_count; i++)
        if (similar->files[i].tokens.count > most)
            most = similar->files[i].tokens.count;
    struct comparison comparison = {.similar = similar,
                                    .least = least,
                                    .common = calloc(similar->file_count + 1, sizeof *comparison.common),
                                    .taken = malloc(most + 1),
                                    .tiles =
                                        malloc((most / SIMILAR_LEAST_TOKENS + 1) * sizeof *comparison.tiles)};
    bool good = comparison.common && comparison.taken && comparison.tiles;
    fingerprints_sort(&similar->fingerprints);
    for (size_t b = 0; good && b < similar->file_count; b++) {
        comparison.file = b;
        good = similar->files[b].earlier || compare_file(&comparison);
    }
    free(comparison.common);
    free(comparison.taken);
    free(comparison.tiles);
    if (good && similar->pair_count > 1)
        qsort(similar->pairs, similar->pair_count, sizeof *similar->pairs, most_alike_first);
    return good;
}

bool similar_others(const struct similar *similar, const struct similar_region *region, size_t *others) {
    uint32_t *common = calloc(similar->file_count + 1, sizeof *common), all = 0;
    const bool good = common && count_common(similar, region->file[0], region->at[0],
                                             region->at[0] + region->tokens, common, &all);
    *others = 0;
    for (size_t i = 0; good && i < similar->file_count; i++)
        *others +=
            !similar->files[i].earlier && i != region->file[0] && i != region->file[1] && common[i] == all;
    free(common);
    return good;
}

bool similar_is_given(const struct similar_file *file) {
    const size_t beside = file->from_kit + file->tokens.count;
    return beside >= SIMILAR_LEAST_PAIR && 100 * file->from_kit >= SIMILAR_MOSTLY_GIVEN * beside;
}

bool similar_given_by(const struct similar_file *file, const char *text, size_t *tokens) {
    struct given given = {.count = 0};
    struct tokens all = {.count = 0};
    bool good = given_add(&given, text) && tokens_read(&all, file->text);
    const size_t count = all.count;
    good = good && given_take_out(&given, &all);
    *tokens = count - all.count;
    tokens_free(&all);
    given_free(&given);
    return good;
}
