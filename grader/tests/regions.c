#include "regions.h"

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *read_text(const char *path) {
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s cannot be opened", path);
    char *text = NULL;
    size_t length = 0;
    FILE *copy = open_memstream(&text, &length);
    ck_assert_ptr_nonnull(copy);
    for (int c; (c = getc(file)) != EOF;)
        putc(c, copy);
    fclose(file);
    fclose(copy);
    return text;
}

// Where the line that holds `mark`, at or after `text`, begins; NULL if there is none.
static const char *line_with(const char *text, const char *mark) {
    const char *at = strstr(text, mark);
    while (at != NULL && at > text && at[-1] != '\n')
        at--;
    return at;
}

static bool blank(const char *text, size_t length) { return strspn(text, " \n") >= length; }

// Finds text[0..length) in the solution from `from` on; returns where it begins.
static const char *follow(const char *from, const char *text, size_t length, const char *path) {
    char *segment = strndup(text, length);
    const char *at = strstr(from, segment);
    ck_assert_msg(at != NULL, "%s: the solution does not have, or not in this order:\n%s", path, segment);
    free(segment);
    return at;
}

// The first number in brackets behind "TODO N": how many lines of code the solution has there.
static int declared_lines(const char *todo) {
    const char *bracket = strchr(todo, '(');
    ck_assert_ptr_nonnull(bracket);
    const char *digits = bracket + strcspn(bracket, "0123456789)");
    return atoi(digits);
}

static bool is_code(const char *line) {
    line += strspn(line, " ");
    return *line != '\n' && strncmp(line, "//", 2) != 0;
}

// Of TODOs that follow each other the solution's lines are cut by the numbers that the TODOs declare.
static void cut(struct regions *regions, size_t first, const int *lines, const char *end, const char *path) {
    for (size_t r = first; r < regions->count; r++) {
        const char *at = regions->list[first].begin;
        if (r > first)
            at = regions->list[r].begin = regions->list[r - 1].begin + regions->list[r - 1].length;
        const bool last = r + 1 == regions->count;
        for (int left = lines[r]; !last && left > 0 && at < end; at = strchr(at, '\n') + 1)
            left -= is_code(at);
        regions->list[r].length = (size_t)((last ? end : at) - regions->list[r].begin);
        ck_assert_msg(last || at < end, "%s: TODO %d declares too many lines", path, regions->list[r].number);
    }
}

void regions_find(const char *lab, struct regions *regions) {
    char starter_path[256], solution_path[256];
    snprintf(starter_path, sizeof starter_path, "labs/%s/%s.cu", lab, lab);
    snprintf(solution_path, sizeof solution_path, "solutions/%s/%s.cu", lab, lab);
    char *starter = read_text(starter_path), *solution = read_text(solution_path);
    *regions = (struct regions){.solution = solution};
    const char *at = starter, *in_solution = solution;
    size_t waiting = 0; // the first region that ends where the starter's next own lines begin
    int lines[REGIONS];
    for (const char *open; (open = line_with(at, "// TODO ")) != NULL;) {
        if (!blank(at, (size_t)(open - at))) {
            const char *found = follow(in_solution, at, (size_t)(open - at), starter_path);
            cut(regions, waiting, lines, found, starter_path);
            waiting = regions->count;
            in_solution = found + (open - at);
        }
        ck_assert_uint_lt(regions->count, REGIONS);
        lines[regions->count] = declared_lines(open);
        regions->list[regions->count].number = atoi(strstr(open, "TODO ") + 5);
        regions->list[regions->count++].begin = in_solution;
        const char *close = line_with(open, "END TODO ");
        ck_assert_msg(close != NULL, "%s: region %zu has no end", starter_path, regions->count);
        at = strchr(close, '\n') + 1;
    }
    ck_assert_msg(regions->count > 0, "%s leaves nothing to do", starter_path);
    const size_t rest = strlen(solution), tail = strlen(at);
    ck_assert_msg(rest >= tail && strcmp(solution + rest - tail, at) == 0, "%s: the end differs",
                  starter_path);
    cut(regions, waiting, lines, solution + rest - tail, starter_path);
    ck_assert_ptr_null(strstr(solution, "TODO"));
    free(starter);
}

void regions_free(struct regions *regions) { free(regions->solution); }
