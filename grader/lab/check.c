// A check's names, and the four verdicts it can get.
#include "check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "base/utf8.h"

static const struct {
    const char *name, *title;
} ids[CHECK_ID_COUNT] = {
    [CHECK_BUILD] = {"build", "compilation"},
    [CHECK_SYMBOLS] = {"symbols", "interface"},
    [CHECK_CORRECT] = {"correct", "answers"},
    [CHECK_MEMORY] = {"memory", "memory accesses"},
    [CHECK_INIT] = {"init", "uninitialised reads"},
    [CHECK_RACES] = {"races", "races"},
    [CHECK_SYNC] = {"sync", "barriers"},
    [CHECK_API] = {"api", "CUDA calls"},
    [CHECK_TECHNIQUE] = {"technique", "technique"},
    [CHECK_BANDWIDTH] = {"bandwidth", "effective bandwidth"},
    [CHECK_LIMITS] = {"limits", "limits"},
    [CHECK_PREDICTED] = {"predict", "numbers predicted"},
    [CHECK_EXPLAINED] = {"explain", "the kernel explained"},
};

static const struct {
    const char *name, *title;
    enum check_id last;
} questions[QUESTION_COUNT] = {
    [QUESTION_RIGHT] = {"right", "Is it right?", CHECK_CORRECT},
    [QUESTION_SAFE] = {"safe", "Is it safe?", CHECK_API},
    [QUESTION_TECHNIQUE] = {"technique", "Is it the technique?", CHECK_TECHNIQUE},
    [QUESTION_FAST] = {"fast", "Is it fast?", CHECK_BANDWIDTH},
    [QUESTION_LIMITS] = {"limits", "Did it keep to the limits?", CHECK_LIMITS},
    [QUESTION_PREDICTED] = {"predicted", "Was it predicted?", CHECK_PREDICTED},
    [QUESTION_EXPLAINED] = {"explained", "Is it understood?", CHECK_EXPLAINED},
};

static const char *const status_names[] = {
    [CHECK_PASSED] = "passed",
    [CHECK_FAILED] = "failed",
    [CHECK_SKIPPED] = "skipped",
    [CHECK_OPEN] = "open",
};

const char *check_id_name(enum check_id id) { return ids[id].name; }
const char *check_title(enum check_id id) { return ids[id].title; }
const char *check_question_name(enum check_question question) { return questions[question].name; }
const char *check_question_title(enum check_question question) { return questions[question].title; }

enum check_id check_id_named(const char *name) {
    enum check_id id = 0;
    while (id < CHECK_ID_COUNT && strcmp(name, ids[id].name) != 0)
        id++;
    return id;
}

enum check_question check_question_of(enum check_id id) {
    enum check_question question = 0;
    while (question < QUESTION_COUNT - 1 && id > questions[question].last)
        question++;
    return question;
}

const char *check_status_name(enum check_status status) { return status_names[status]; }

struct check check_make(enum check_id id, const char *task, int max_points) {
    return (struct check){
        .id = id, .task = task, .backend = "cpu", .status = CHECK_SKIPPED, .max_points = max_points};
}

void check_conclude(struct check *check, enum check_status status, int points, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    check->status = status;
    check->points = points;
    vsnprintf(check->message, sizeof check->message, language_of(format), arguments);
    va_end(arguments);
    utf8_escape(check->message, sizeof check->message);
}

bool check_is_of(const struct check *check, const char *task) {
    return check->task == task || (check->task && task && strcmp(check->task, task) == 0);
}

int check_open_points(const struct check *check) {
    return check->status == CHECK_OPEN ? check->max_points : 0;
}

static void keep_name(char to[128], const char *file) {
    snprintf(to, 128, "%s", file);
    utf8_escape_line(to, 128);
}

void check_blame(struct check *check, const char *file, int line) {
    keep_name(check->file, file);
    check->line = line;
}

void check_blame_other(struct check *check, const char *file, int line) {
    keep_name(check->other_file, file);
    check->other_line = line;
}
