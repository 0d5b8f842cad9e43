// What is a student's own in a submission, and what the similarity tester says of it.
#include "similar.h"

#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/host/stage.h"
#include "src/host/tool.h"

static const char tester[] = "/usr/bin/sim_c";

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
    *file = (struct similar_file){.student = strdup(student), .text = similar_own_lines(text, starter)};
    return file->student && file->text;
}

void similar_free(struct similar *similar) {
    for (size_t i = 0; i < similar->file_count; i++) {
        free(similar->files[i].student);
        free(similar->files[i].text);
    }
    free(similar->files);
    free(similar->pairs);
    free(similar->regions);
    *similar = (struct similar){0};
}

static char *read_back(const char *path) {
    char *text = NULL;
    size_t size = 0;
    FILE *in = fopen(path, "re");
    if (!in)
        return NULL;
    if (getdelim(&text, &size, '\0', in) < 0 && !ferror(in)) { // it found nothing
        free(text);
        text = strdup("");
    }
    fclose(in);
    return text;
}

// Files are 0.c, 1.c, ...: students' names are not for command lines.
static bool run_tester(const struct similar *similar, const struct stage *stage, char **argv, char *why,
                       size_t size) {
    static char each[] = "-e", not_self[] = "-s", positions[] = "-n", run[] = "-r", width[] = "-w",
                columns[] = "120", to[] = "-o", found[] = "found";
    char least[16], (*names)[32] = calloc(similar->file_count, sizeof *names), path[PATH_MAX];
    char *const options[] = {(char *)tester, each,  not_self, positions, run,
                             least,          width, columns,  to,        found};
    const size_t option_count = sizeof options / sizeof options[0];
    struct tool tool;
    bool good = names != NULL;
    snprintf(least, sizeof least, "%d", SIMILAR_LEAST_TOKENS);
    memcpy(argv, options, sizeof options);
    for (size_t i = 0; good && i < similar->file_count; i++) {
        snprintf(names[i], sizeof names[i], "%zu.c", i);
        argv[option_count + i] = names[i];
        const char *text = similar->files[i].text;
        good = stage_write(path_join(path, stage->box, names[i]), text, strlen(text), why, size);
    }
    if (good) {
        tool_start(&tool, stage, NULL, 600, (const char *const *)argv);
        good = tool_wait(&tool);
        if (!good)
            snprintf(why, size, "%s did not come to its end: %s", tester,
                     tool.process ? tool.result.message : tool.problem);
        tool_free(&tool);
    }
    free(names);
    return good;
}

static bool compare_in(struct similar *similar, const struct stage *stage, char *why, size_t size) {
    char path[PATH_MAX];
    char **argv = calloc(similar->file_count + 16, sizeof *argv);
    snprintf(why, size, "memory is used up");
    bool good = argv && run_tester(similar, stage, argv, why, size);
    free(argv);
    if (!good)
        return false;
    char *printed = read_back(path_join(path, stage->box, "found"));
    good = printed && similar_read(similar, printed);
    if (!good)
        snprintf(why, size, "cannot read what %s wrote", tester);
    free(printed);
    return good;
}

bool similar_compare(struct similar *similar, char *why, size_t size) {
    struct stage stage = {.root = ""};
    if (access(tester, X_OK) != 0) {
        snprintf(why, size, "this needs %s: install the package similarity-tester", tester);
        return false;
    }
    if (similar->file_count < 2)
        return true;
    const bool good = stage_create(&stage, why, size) && compare_in(similar, &stage, why, size);
    stage_remove(&stage);
    return good;
}
