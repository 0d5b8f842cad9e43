// What the similarity tester prints, read: how large each file is, and which lines of which two are alike.
//   File 0.c: 118 tokens, 18 lines
//   0.c: line 8-37          |3.c: line 8-37          [192]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "similar.h"

static bool add_region(struct similar *similar, const struct similar_region *region) {
    if ((similar->region_count & (similar->region_count - 1)) == 0) {
        const size_t room = similar->region_count ? 2 * similar->region_count : 1;
        struct similar_region *regions = realloc(similar->regions, room * sizeof *regions);
        if (!regions)
            return false;
        similar->regions = regions;
    }
    similar->regions[similar->region_count++] = *region;
    return true;
}

static bool read_line(struct similar *similar, const char *line) {
    struct similar_region region;
    size_t file, tokens;
    if (sscanf(line, "File %zu.c: %zu tokens", &file, &tokens) == 2) {
        if (file >= similar->file_count)
            return false;
        similar->files[file].tokens = tokens;
        return true;
    }
    if (sscanf(line, "%zu.c: line %d-%d |%zu.c: line %d-%d [%zu]", &region.file[0], &region.first[0],
               &region.last[0], &region.file[1], &region.first[1], &region.last[1], &region.tokens) != 7)
        return !strstr(line, ".c: line "); // totals and blank lines
    return region.file[0] < similar->file_count && region.file[1] < similar->file_count &&
           region.file[0] != region.file[1] && add_region(similar, &region);
}

static int by_files(const void *left, const void *right) {
    const struct similar_region *a = left, *b = right;
    for (int i = 0; i < 2; i++)
        if (a->file[i] != b->file[i])
            return a->file[i] < b->file[i] ? -1 : 1;
    return a->first[0] - b->first[0];
}

// How alike two are is judged by the smaller one: what is added to a copy does not make it less of one.
static double share_of(const struct similar *similar, const struct similar_pair *pair) {
    const size_t a = similar->files[pair->file[0]].tokens, b = similar->files[pair->file[1]].tokens;
    const size_t smaller = a < b ? a : b;
    return smaller == 0 || pair->tokens > smaller ? 1 : (double)pair->tokens / (double)smaller;
}

// Regions of the same two files stand together, and are a pair.
static bool make_pairs(struct similar *similar) {
    similar->pairs = calloc(similar->region_count + 1, sizeof *similar->pairs);
    if (!similar->pairs)
        return false;
    for (size_t i = 0; i < similar->region_count; i++) {
        const struct similar_region *region = &similar->regions[i];
        struct similar_pair *pair = similar->pairs + similar->pair_count - 1;
        if (i == 0 || memcmp(pair->file, region->file, sizeof pair->file) != 0) {
            pair = &similar->pairs[similar->pair_count++];
            *pair = (struct similar_pair){.file = {region->file[0], region->file[1]}, .first_region = i};
        }
        pair->region_count++;
        pair->tokens += region->tokens;
        pair->share = share_of(similar, pair);
    }
    return true;
}

static int most_alike_first(const void *left, const void *right) {
    const struct similar_pair *a = left, *b = right;
    if (a->share != b->share)
        return a->share > b->share ? -1 : 1;
    return a->first_region < b->first_region ? -1 : 1;
}

bool similar_read(struct similar *similar, const char *printed) {
    char line[512];
    for (const char *at = printed; *at;) {
        const size_t length = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)(length < sizeof line ? length : sizeof line - 1), at);
        if (!read_line(similar, line))
            return false;
        at += length + (at[length] == '\n');
    }
    if (similar->region_count > 1)
        qsort(similar->regions, similar->region_count, sizeof *similar->regions, by_files);
    if (!make_pairs(similar))
        return false;
    if (similar->pair_count > 1)
        qsort(similar->pairs, similar->pair_count, sizeof *similar->pairs, most_alike_first);
    return true;
}
