// What is a student's own in a submission, and which submissions have it in common.
#include "similar.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "tiling.h"

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

char *similar_own_lines(const char *text, const char *starter) {
    void *tree = NULL;
    char *own = malloc(strlen(text) + 1), *end = own;
    bool good = own && plant(&tree, starter);
    for (const char *line = text; good && *line;) {
        const size_t length = strcspn(line, "\n");
        char *key = key_of(line, length);
        good = key != NULL;
        if (good && !tfind(key, &tree, by_text)) {
            memcpy(end, line, length);
            end += length;
        }
        free(key);
        if (line[length] == '\n')
            *end++ = '\n';
        line += length + (line[length] == '\n');
    }
    tdestroy(tree, free);
    if (own)
        *end = '\0';
    return good ? own : (free(own), NULL);
}

bool similar_add(struct similar *similar, const char *student, const char *text, const char *starter) {
    struct similar_file *files = realloc(similar->files, (similar->file_count + 1) * sizeof *files);
    if (!files)
        return false;
    similar->files = files;
    struct similar_file *file = &files[similar->file_count++];
    char *own = similar_own_lines(text, starter);
    *file = (struct similar_file){.student = strdup(student)};
    const bool good = file->student && own && tokens_read(&file->tokens, own);
    free(own);
    return good;
}

void similar_free(struct similar *similar) {
    for (size_t i = 0; i < similar->file_count; i++) {
        free(similar->files[i].student);
        tokens_free(&similar->files[i].tokens);
    }
    free(similar->files);
    free(similar->pairs);
    free(similar->regions);
    *similar = (struct similar){0};
}

// Room for one more than `count` items, which are moved when their number has doubled; NULL if memory is used
// up.
static void *room_for_one(void *items, size_t count, size_t size) {
    return (count & (count - 1)) == 0 ? reallocarray(items, count ? 2 * count : 1, size) : items;
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

// How alike two are is judged by the smaller one: what is added to a copy does not make it less of one.
static bool keep(struct similar *similar, size_t a, size_t b, const struct tile *tiles, size_t count) {
    const struct tokens *texts[2] = {&similar->files[a].tokens, &similar->files[b].tokens};
    const size_t smaller = texts[0]->count < texts[1]->count ? texts[0]->count : texts[1]->count;
    struct similar_pair pair = {.file = {a, b}, .first_region = similar->region_count, .region_count = count};
    for (size_t i = 0; i < count; i++) {
        struct similar_region region = {.file = {a, b}, .tokens = tiles[i].tokens};
        for (int side = 0; side < 2; side++) {
            region.first[side] = texts[side]->line[tiles[i].at[side]];
            region.last[side] = texts[side]->line[tiles[i].at[side] + tiles[i].tokens - 1];
        }
        pair.tokens += region.tokens;
        if (!add_region(similar, &region))
            return false;
    }
    pair.share = (double)pair.tokens / (double)smaller;
    return add_pair(similar, &pair);
}

// All that come later, with the one whose runs these are.
static bool compare_with(struct similar *similar, size_t b, const struct runs *runs, uint8_t *taken,
                         struct tile *tiles) {
    for (size_t a = 0; a < b; a++) {
        const size_t count =
            tiles_find(&similar->files[a].tokens, &similar->files[b].tokens, runs, taken, tiles);
        if (count > 0 && !keep(similar, a, b, tiles, count))
            return false;
    }
    return true;
}

static int most_alike_first(const void *left, const void *right) {
    const struct similar_pair *a = left, *b = right;
    if (a->share != b->share)
        return a->share > b->share ? -1 : 1;
    return a->first_region < b->first_region ? -1 : 1;
}

bool similar_compare(struct similar *similar) {
    size_t most = 0;
    for (size_t i = 0; i < similar->file_count; i++)
        if (similar->files[i].tokens.count > most)
            most = similar->files[i].tokens.count;
    uint8_t *taken = malloc(most + 1);
    struct tile *tiles = malloc((most / SIMILAR_LEAST_TOKENS + 1) * sizeof *tiles);
    bool good = taken && tiles;
    for (size_t b = 1; good && b < similar->file_count; b++) {
        struct runs runs;
        good = runs_of(&runs, &similar->files[b].tokens, SIMILAR_LEAST_TOKENS) &&
               compare_with(similar, b, &runs, taken, tiles);
        runs_free(&runs);
    }
    free(tiles);
    free(taken);
    if (good && similar->pair_count > 1)
        qsort(similar->pairs, similar->pair_count, sizeof *similar->pairs, most_alike_first);
    return good;
}
