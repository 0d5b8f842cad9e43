// What a student predicted, and what the CPU engine counts: compiles a lab's programs, runs each with the
// numbers that the seed gives it, and reads the engine's report.
#include "predictions.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "base/program.h"
#include "reports.h"

extern char **environ;

enum { MOST_SOURCE = 1 << 20, MOST_REPORT = 16 << 20, WARP = 32 };

// Where one lab's programs are built and run.
struct workplace {
    char folder[64], program[96], report[96], said[96];
};

static char *read_text(const char *path, size_t most, struct error *error) {
    char *bytes = NULL;
    size_t length = 0;
    if (!bytes_read(path, most, &bytes, &length, error->text, sizeof error->text))
        return NULL;
    char *text = realloc(bytes, length + 1);
    if (text)
        text[length] = '\0';
    else
        free(bytes);
    return text;
}

char *predictions_source(const struct spec *lab, const struct paths *paths, char *path, struct error *error) {
    char name[96];
    snprintf(name, sizeof name, "grader/course/%s/predict.cu", lab->name);
    return read_text(path_join(path, paths->top, name), MOST_SOURCE, error);
}

void predictions_compiler(const char **words, char room[3][PATH_MAX], const char *compiler,
                          const struct spec *lab, const struct paths *paths, const char *program) {
    char name[96];
    snprintf(name, sizeof name, "grader/course/%s/predict.cu", lab->name);
    const char *const made[] = {compiler, path_join(room[0], paths->top, name),
                                "-o",     program,
                                "-I",     path_join(room[1], paths->top, "grader"),
                                "-I",     path_join(room[2], paths->top, "labs/include"),
                                NULL};
    memcpy(words, made, sizeof made);
}

// The first line of what a program said.
static void tell(struct error *error, const struct workplace *at, const char *what) {
    struct error unreadable;
    char *said = read_text(at->said, MOST_SOURCE, &unreadable);
    error_set(error, "%s: %.*s", what, said ? (int)strcspn(said, "\n") : 0, said ? said : "");
    free(said);
}

static bool run(const struct workplace *at, const char *const *words, char *const *environment) {
    const int said = open(at->said, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const int code = program_run(words, environment, said);
    close(said);
    return code == 0;
}

static bool compile(const struct workplace *at, const struct predictions *predictions,
                    const struct paths *paths, struct error *error) {
    const char *words[PREDICTIONS_WORDS];
    char simtcc[PATH_MAX], room[3][PATH_MAX];
    path_join(simtcc, paths->build, "bin/simtcc");
    predictions_compiler(words, room, simtcc, predictions->lab, paths, at->program);
    if (run(at, words, environ))
        return true;
    tell(error, at, "the programs of the questions do not compile");
    return false;
}

static double product(const cJSON *list) {
    double product = 1;
    const cJSON *item;
    cJSON_ArrayForEach(item, list) product *= item->valuedouble;
    return product;
}

static bool read_report(const struct workplace *at, struct question_counts *counts, struct error *error) {
    char *text = read_text(at->report, MOST_REPORT, error);
    cJSON *report = text ? cJSON_Parse(text) : NULL;
    const cJSON *kernel;
    free(text);
    cJSON_ArrayForEach(kernel, cJSON_GetObjectItemCaseSensitive(report, "kernels")) {
        const double launches = counters_launches(kernel);
        const double blocks = product(cJSON_GetObjectItemCaseSensitive(kernel, "grid"));
        const double threads = product(cJSON_GetObjectItemCaseSensitive(kernel, "block"));
        counters_add(&counts->counters, kernel);
        counts->blocks += launches * blocks;
        counts->warps += launches * blocks * (double)(((int64_t)threads + WARP - 1) / WARP);
    }
    cJSON_Delete(report);
    return counts->counters.launches > 0 ||
           error_set(error, "the engine has counted nothing of the questions' programs");
}

static bool count(const struct workplace *at, const struct question_program *program,
                  struct question_counts *counts, struct error *error) {
    char numbers[QUESTION_PARAMETERS][16], setting[128];
    const char *words[QUESTION_PARAMETERS + 3] = {at->program, program->name};
    // Settings of the engine that somebody has exported are none of the questions' matter.
    snprintf(setting, sizeof setting, "SIMT_REPORT=%s", at->report);
    char *const environment[] = {setting, NULL};
    for (size_t i = 0; i < QUESTION_PARAMETERS && program->parameters[i].name; i++) {
        snprintf(numbers[i], sizeof numbers[i], "%d", counts->values[i]);
        words[2 + i] = numbers[i];
    }
    unlink(at->report);
    if (run(at, words, environment))
        return read_report(at, counts, error);
    tell(error, at, program->name);
    return false;
}

static bool make_workplace(struct workplace *at, struct error *error) {
    const char *temporary = getenv("TMPDIR");
    const bool fits = temporary && *temporary && strlen(temporary) < sizeof at->folder - 24;
    snprintf(at->folder, sizeof at->folder, "%s/warplab-predict-XXXXXX", fits ? temporary : "/tmp");
    if (!mkdtemp(at->folder))
        return error_set_system(error, "%s", at->folder);
    snprintf(at->program, sizeof at->program, "%s/predict", at->folder);
    snprintf(at->report, sizeof at->report, "%s/report.json", at->folder);
    snprintf(at->said, sizeof at->said, "%s/said", at->folder);
    return true;
}

static void remove_workplace(const struct workplace *at) {
    unlink(at->program);
    unlink(at->report);
    unlink(at->said);
    rmdir(at->folder);
}

bool predictions_count(struct predictions *predictions, const struct paths *paths) {
    struct workplace at;
    struct error *error = &predictions->error;
    if (!make_workplace(&at, error))
        return false;
    predictions->counted = compile(&at, predictions, paths, error);
    for (size_t p = 0; predictions->counted && p < predictions->lab->program_count; p++) {
        const struct question_program *program = &predictions->lab->programs[p];
        struct question_counts *counts = &predictions->counts[p];
        *counts = (struct question_counts){.blocks = 0};
        question_draw(program, predictions->seed, counts->values);
        predictions->counted = count(&at, program, counts, error);
    }
    remove_workplace(&at);
    return predictions->counted;
}

void predictions_of(struct predictions *predictions, const struct spec *lab, const char *text,
                    const struct paths *paths) {
    if (question_count(lab) == 0 || !question_find_line(text, &predictions->seed, predictions->answers))
        return;
    predictions->lab = lab;
    predictions_count(predictions, paths);
}

int64_t predictions_key(const struct predictions *predictions, size_t i) {
    size_t program;
    const struct question *question = question_at(predictions->lab, i, &program);
    return question_key(question->asks, &predictions->counts[program]);
}
