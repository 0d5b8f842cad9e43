// The findings of a grading, as places in files.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/language.h"
#include "base/utf8.h"
#include "judge/judge.h"
#include "report.h"

const char *finding_level_name(enum finding_level level) {
    static const char *const names[] = {
        [FINDING_ERROR] = "error", [FINDING_WARNING] = "warning", [FINDING_NOTE] = "note"};
    return names[level];
}

static enum finding_level level_of(const struct check *check) {
    const enum check_question question = check_question_of(check->id);
    if (check->cause == CAUSE_NOT_STARTED || check->status == CHECK_OPEN)
        return FINDING_NOTE;
    return question == QUESTION_TECHNIQUE || question == QUESTION_FAST ? FINDING_WARNING : FINDING_ERROR;
}

// Finds a file by its name: the submission, or a header that it may include.
static void find_file(char path[PATH_MAX], const struct grading *grading, const char *name) {
    char folder[PATH_MAX], labs[PATH_MAX];
    path_join(labs, grading->paths.top, "labs");
    snprintf(path, PATH_MAX, "%s", grading->submission.path);
    if (strcmp(name, grading->submission.name) == 0)
        return;
    const char *const folders[] = {grading->lab->name, "include"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char header[PATH_MAX];
        if (access(path_join(header, path_join(folder, labs, folders[i]), name), R_OK) == 0) {
            memcpy(path, header, PATH_MAX);
            return;
        }
    }
}

// Counts characters of UTF-8, in which all bytes but the first are 10xxxxxx.
static int characters(const char *text, size_t bytes) {
    int count = 0;
    for (size_t i = 0; i < bytes; i++)
        count += (text[i] & 0xc0) != 0x80;
    return count;
}

// The columns of the line's text without surrounding blanks. A line that a runner names may not exist.
static void find_columns(struct finding_place *place, const struct submission *submission) {
    size_t length;
    const char *at = submission_line(submission, place->line, &length);
    if (!at)
        return;
    while (length > 0 && (at[length - 1] == ' ' || at[length - 1] == '\t'))
        length--;
    size_t indent = 0;
    while (indent < length && (at[indent] == ' ' || at[indent] == '\t'))
        indent++;
    place->end = characters(at, length) + 1;
    place->column = (int)indent + 1;
}

static void find_place(struct finding_place *place, const struct grading *grading, const char *file,
                       int line) {
    find_file(place->path, grading, file);
    place->line = line;
    place->column = 1;
    if (strcmp(place->path, grading->submission.path) == 0)
        find_columns(place, &grading->submission);
}

// The only line for a task that is not started is the first of its launcher.
static int launcher_line(const struct grading *grading, const struct check *check) {
    const struct build *build = grading->cpu.asked ? &grading->cpu.build : &grading->gpu.build;
    const int line =
        check->task ? build->symbols.launcher_lines[spec_task_number(grading->lab, check->task)] : 0;
    return line > 0 ? line : 1;
}

static void add(struct findings *findings, const struct grading *grading, const struct check *check) {
    struct finding *finding = &findings->list[findings->count++];
    *finding = (struct finding){.check = check, .level = level_of(check)};
    snprintf(finding->rule, sizeof finding->rule, "%s%s%s", check_id_name(check->id),
             check->cause == CAUSE_NONE ? "" : "/",
             check->cause == CAUSE_NONE ? "" : cause_name(check->cause));
    if (check->line > 0)
        find_place(&finding->place, grading, check->file, check->line);
    else
        find_place(&finding->place, grading, grading->submission.name, launcher_line(grading, check));
    if (check->other_line > 0)
        find_place(&finding->other, grading, check->other_file, check->other_line);
}

struct findings *findings_of(const struct grading *grading) {
    const struct check *first = judge_first_cause(grading);
    struct findings *findings = calloc(1, sizeof *findings);
    if (!findings)
        return NULL;
    if (first)
        add(findings, grading, first);
    for (size_t i = 0; i < grading->check_count; i++) {
        const struct check *check = &grading->checks[i];
        const bool about_source = check->id < CHECK_PREDICTED;
        if (check != first && about_source &&
            (check->status == CHECK_FAILED || check->status == CHECK_OPEN ||
             check->cause == CAUSE_NOT_STARTED))
            add(findings, grading, check);
    }
    return findings;
}

/* The findings in the form of a compiler's messages, which every editor turns into a list of places. */

static void print_line(FILE *out, const struct finding_place *place, const char *level, const char *message) {
    fprintf(out, "%s:%d:%d: %s: %s", utf8_line(place->path).text, place->line, place->column, level,
            utf8_line(message).text);
}

bool lines_print(FILE *out, const struct grading *grading) {
    struct findings *findings = findings_of(grading);
    for (size_t i = 0; findings && i < findings->count; i++) {
        const struct finding *finding = &findings->list[i];
        print_line(out, &finding->place, finding_level_name(finding->level), finding->check->message);
        fprintf(out, " [%s]\n", finding->rule);
        if (finding->other.line == 0)
            continue;
        print_line(out, &finding->other, "note", language_of("the other side is here"));
        fputc('\n', out);
    }
    free(findings);
    return findings != NULL;
}
