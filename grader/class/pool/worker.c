// Grades one submission in a separate process.
#include "class/pool/worker.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "base/timestamp.h"
#include "judge/flow.h"
#include "lab/spec.h"
#include "report/report.h"
#include "run/reports.h"

static char *report_text(const struct grading *grading) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    report_print(out, grading, true);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

// Writes a worker's answer, one JSON object that is only read if it is complete, and frees it.
static bool answer_with(int file, cJSON *object) {
    char *text = cJSON_PrintUnformatted(object);
    const bool good = text && bytes_write(file, text, strlen(text));
    cJSON_free(text);
    cJSON_Delete(object);
    return good;
}

static bool answer_graded(int file, struct grading *grading, const struct gradebook_work *work) {
    // Students read it: they must not see where the instructor keeps their files.
    const char *slash = strrchr(work->origin, '/'), *entry = strstr(work->origin, ": ");
    const char *name = slash && slash > entry ? slash + 1 : entry ? entry + 2 : work->origin;
    snprintf(grading->submission.path, sizeof grading->submission.path, "%s", name);
    cJSON *root = json_of(grading), *answer = cJSON_CreateObject();
    char *json = root ? cJSON_PrintUnformatted(root) : NULL, *text = report_text(grading);
    cJSON_Delete(root);
    cJSON_AddNumberToObject(answer, "score", grading->score);
    cJSON_AddNumberToObject(answer, "max_score", grading->max_score);
    cJSON_AddNumberToObject(answer, "seconds", grading->seconds);
    const bool good =
        cJSON_AddStringToObject(answer, "json", json) && cJSON_AddStringToObject(answer, "text", text);
    cJSON_free(json);
    free(text);
    return answer_with(file, answer) && good;
}

static bool answer_error(int file, const char *sentence) {
    cJSON *answer = cJSON_CreateObject();
    cJSON_AddStringToObject(answer, "error", sentence);
    return answer_with(file, answer);
}

static bool grade(int answer, int source, const char *bundle, const struct paths *paths,
                  const struct gradebook_work *work) {
    char path[32];
    struct error error = {""};
    // One runner, because other workers use the other cores.
    struct flow_request request = {
        .lab = work->lab, .submission = path, .bundle = bundle, .paths = paths, .seeded = true, .runners = 1};
    const char *version = version_of(work->lab);
    if (!version || strcmp(version, work->terms.version) != 0)
        return answer_error(answer, "the grader has changed since this was planned: run the batch again");
    struct grading *grading = calloc(1, sizeof *grading);
    if (!grading || !request_read_backend(work->terms.backend, &request.backends) ||
        !request_read_seed(work->terms.seed, &request.seed))
        return answer_error(answer, "the gradebook's entry makes no sense");
    snprintf(path, sizeof path, "/proc/self/fd/%d", source);
    const bool graded = flow_grade(grading, &request, &error);
    if (graded)
        grading_tell_cost(grading);
    const bool good = graded ? answer_graded(answer, grading, work) : answer_error(answer, error.text);
    grading_free(grading);
    free(grading);
    return good;
}

static _Noreturn void become_worker(const struct worker *worker, int source, const char *bundle,
                                    const struct paths *paths, pid_t batch) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != batch)
        _exit(1); // the batch ended before prctl()
    _exit(grade(worker->answer, source, bundle, paths, &worker->work) ? 0 : 1);
}

static bool open_memory(const char *name, int *file, struct error *error) {
    *file = memfd_create(name, MFD_CLOEXEC);
    if (*file < 0)
        error_set_system(error, "cannot get memory for a worker");
    return *file >= 0;
}

static bool start(struct worker *worker, int source, const char *bundle, const struct paths *paths,
                  struct error *error) {
    const pid_t batch = getpid();
    fflush(NULL);
    worker->pid = fork();
    if (worker->pid == 0)
        become_worker(worker, source, bundle, paths, batch);
    if (worker->pid > 0)
        worker->pidfd = (int)syscall(SYS_pidfd_open, worker->pid, 0);
    if (worker->pid > 0 && worker->pidfd >= 0)
        return true;
    error_set_system(error, "cannot start a worker");
    if (worker->pid > 0) {
        kill(worker->pid, SIGTERM);
        waitpid(worker->pid, NULL, 0);
    }
    worker->pid = 0;
    return false;
}

bool worker_start(struct worker *worker, const struct gradebook_work *work, const char *bytes, size_t length,
                  const char *bundle, const struct paths *paths, struct error *error) {
    int source;
    *worker = (struct worker){.work = *work, .begin = clock_now()};
    if (!open_memory("submission", &source, error))
        return false;
    bool good = open_memory("answer", &worker->answer, error);
    if (good && !bytes_write(source, bytes, length)) {
        error_set_system(error, "cannot get memory for a worker");
        good = false;
    }
    good = good && start(worker, source, bundle, paths, error);
    if (!good && worker->answer > 0)
        close(worker->answer);
    close(source);
    return good;
}

static bool read_answer(const struct worker *worker, struct worker_answer *answer) {
    struct stat status;
    char *bytes = fstat(worker->answer, &status) == 0 ? malloc((size_t)status.st_size + 1) : NULL;
    const ssize_t length = bytes ? pread(worker->answer, bytes, (size_t)status.st_size, 0) : 0;
    const cJSON *object = answer->memory = length > 0 ? cJSON_ParseWithLength(bytes, (size_t)length) : NULL;
    free(bytes);
    const char *error = reports_string(object, "error");
    snprintf(answer->error, sizeof answer->error, "%s", error ? error : "");
    answer->outcome = (struct gradebook_outcome){.score = reports_number(object, "score"),
                                                 .max_score = reports_number(object, "max_score"),
                                                 .seconds = reports_number(object, "seconds"),
                                                 .report_json = reports_string(object, "json"),
                                                 .report_text = reports_string(object, "text")};
    answer->graded = answer->outcome.report_json && answer->outcome.report_text;
    return answer->graded || error;
}

static void explain_end(struct worker_answer *answer, int status) {
    answer->graded = false;
    if (WIFSIGNALED(status))
        snprintf(answer->error, sizeof answer->error, "the grading process was ended by signal %d (%s)",
                 WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(answer->error, sizeof answer->error, "the grading process ended without an answer");
}

void worker_finish(struct worker *worker, struct worker_answer *answer) {
    int status = 0;
    memset(answer, 0, sizeof *answer);
    while (waitpid(worker->pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || !read_answer(worker, answer))
        explain_end(answer, status);
    close(worker->pidfd);
    close(worker->answer);
    worker->pid = 0;
}

void worker_answer_free(struct worker_answer *answer) {
    cJSON_Delete(answer->memory);
    answer->memory = NULL;
}
