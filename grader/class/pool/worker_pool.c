// Runs workers in parallel, until every submission has its result.
//
// A submission is claimed before its worker starts. Its result, the end of the claim and the claim of the
// next one are one transaction. So the batch may be killed at any time: a submission without a result is then
// claimed by a process that has ended, and such a claim is void.
#include "class/pool/progress.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>

#include "base/gpus.h"
#include "base/interrupt.h"
#include "base/timestamp.h"
#include "base/work_directory.h"
#include "class/pool/worker.h"
#include "lab/spec.h"
#include "sandbox/sandbox.h"
#include "submission/build.h"

enum { TICK_MS = 1000, RENEW_S = 60, MAX_BUNDLES = 64 };

// The build inputs of a lab's submissions, laid out once for all of them. In the sandbox, submissions can
// only read them.
struct bundles {
    struct paths paths;
    struct {
        const struct spec *lab;
        struct work_directory stage;
    } items[MAX_BUNDLES];
    size_t count;
};

// The folder of a lab's bundle, created when first needed. NULL with a sentence in the error.
static const char *bundle_of(struct bundles *bundles, const char *name, struct error *error) {
    const struct spec *lab = spec_find(name);
    for (size_t i = 0; i < bundles->count; i++)
        if (bundles->items[i].lab == lab)
            return bundles->items[i].stage.bundle;
    if (!lab || bundles->count == MAX_BUNDLES) {
        error_set(error, "there is no %s", name);
        return NULL;
    }
    struct work_directory *stage = &bundles->items[bundles->count].stage;
    const struct build_setting setting = {.lab = lab, .paths = &bundles->paths, .stage = stage};
    if (!work_directory_create(stage, sandbox_uid(), error) || !build_make_bundle(&setting, error)) {
        work_directory_remove(stage);
        return NULL;
    }
    bundles->items[bundles->count++].lab = lab;
    return stage->bundle;
}

static void bundles_remove(struct bundles *bundles) {
    for (size_t i = 0; i < bundles->count; i++)
        work_directory_remove(&bundles->items[i].stage);
}

struct worker_pool {
    struct gradebook *book;
    const struct intake *intake;
    struct batch_progress *progress;
    struct worker *workers;
    struct bundles bundles;
    size_t jobs, active;
    size_t *waiting; // targets that another grader is working on
    size_t waiting_count, next;
    size_t in_a_row; // failures, in a row
    double renewed;
    bool broken; // no more work: `error` has the reason
    struct error *error;
};

static void give_up(struct worker_pool *pool, const char *sentence) {
    if (!pool->broken)
        error_set(pool->error, "%s", sentence);
    pool->broken = true;
}

static struct worker *free_worker(struct worker_pool *pool) {
    for (size_t i = 0; i < pool->jobs; i++)
        if (pool->workers[i].pid == 0)
            return &pool->workers[i];
    return NULL;
}

static bool start_worker(struct worker_pool *pool, struct gradebook_work *work, struct error *error) {
    char *bytes = NULL;
    size_t length;
    const char *bundle = bundle_of(&pool->bundles, work->lab, error);
    if (!bundle)
        return false;
    if (!gradebook_source(pool->book, work->terms.sha256, &bytes, &length))
        return error_set(error, "%s", gradebook_error(pool->book));
    const bool good =
        worker_start(free_worker(pool), work, bytes, length, bundle, &pool->bundles.paths, error);
    free(bytes);
    return good;
}

static void set_to_work(struct worker_pool *pool, struct gradebook_work *work) {
    struct error error = {""};
    if (start_worker(pool, work, &error)) {
        pool->active++;
        return;
    }
    give_up(pool, error.text);
    gradebook_release(pool->book, work, NULL);
    gradebook_work_free(work);
}

// Claims one target. @return false if another grader has it
static bool take(struct worker_pool *pool, size_t i) {
    struct gradebook_work work;
    const struct target *target = &pool->intake->targets[i];
    switch (target->earlier ? gradebook_claim_earlier(pool->book, target->student, target->lab,
                                                      target->earlier, version_of(target->lab), &work)
                            : gradebook_claim(pool->book, target->student, target->lab, &work)) {
    case GRADEBOOK_CLAIMED:
        set_to_work(pool, &work);
        return true;
    case GRADEBOOK_DONE:
        pool->progress->before++;
        return true;
    case GRADEBOOK_BUSY:
        return false;
    default:
        give_up(pool, gradebook_error(pool->book));
        return true;
    }
}

static bool may_start(const struct worker_pool *pool) {
    return pool->active < pool->jobs && !pool->broken && !stop_requested();
}

// Submissions claimed by other graders are tried again once per tick, after all others: those graders may
// have died.
static void look_at_waiting(struct worker_pool *pool) {
    size_t left = 0;
    for (size_t i = 0; i < pool->waiting_count; i++)
        if (!may_start(pool) || !take(pool, pool->waiting[i]))
            pool->waiting[left++] = pool->waiting[i];
    pool->waiting_count = left;
}

static void start_all(struct worker_pool *pool) {
    while (may_start(pool) && pool->next < pool->intake->count) {
        if (!take(pool, pool->next))
            pool->waiting[pool->waiting_count++] = pool->next;
        pool->next++;
    }
    if (pool->next == pool->intake->count)
        look_at_waiting(pool);
    pool->progress->claimed_by_others = pool->waiting_count;
}

// After this many failures without a success in between, the submissions are not to blame.
static void count_failure(struct worker_pool *pool, const char *sentence) {
    struct error error;
    if (++pool->in_a_row < pool->jobs + 2)
        return;
    error_set(&error, "%zu in a row could not be graded; the last: %s", pool->in_a_row, sentence);
    give_up(pool, error.text);
}

// Records a submission's result and claims the next in one transaction, because each has to reach the disk.
static bool settle(struct worker_pool *pool, const struct gradebook_work *work,
                   const struct worker_answer *answer, const char *error) {
    if (!gradebook_begin(pool->book))
        return false;
    const bool good = answer->graded ? gradebook_record(pool->book, work, &answer->outcome)
                                     : gradebook_release(pool->book, work, error);
    if (good)
        start_all(pool);
    return gradebook_end(pool->book, good);
}

static void finish(struct worker_pool *pool, struct worker *worker) {
    struct worker_answer answer;
    struct gradebook_work work = worker->work;
    const double taken_s = clock_now() - worker->begin;
    worker_finish(worker, &answer);
    pool->active--;
    const bool stopped = !answer.graded && stop_requested();
    const char *error = answer.graded || stopped ? NULL : answer.error;
    if (error)
        count_failure(pool, error);
    else
        pool->in_a_row = 0;
    if (!settle(pool, &work, &answer, error))
        give_up(pool, gradebook_error(pool->book));
    else if (!stopped)
        progress_add(pool->progress, work.student, work.lab, answer.outcome.score, answer.outcome.max_score,
                     taken_s, error);
    worker_answer_free(&answer);
    gradebook_work_free(&work);
}

static void tell_workers(const struct worker_pool *pool) {
    for (size_t i = 0; i < pool->jobs; i++)
        if (pool->workers[i].pid > 0)
            kill(pool->workers[i].pid, SIGTERM);
}

static void wait_for_some(struct worker_pool *pool, struct pollfd *polls) {
    size_t count = 0;
    for (size_t i = 0; i < pool->jobs; i++)
        if (pool->workers[i].pid > 0)
            polls[count++] = (struct pollfd){.fd = pool->workers[i].pidfd, .events = POLLIN};
    if (poll(polls, count, TICK_MS) <= 0)
        return;
    for (size_t i = 0; i < pool->jobs; i++)
        for (size_t k = 0; pool->workers[i].pid > 0 && k < count; k++)
            if (polls[k].fd == pool->workers[i].pidfd && polls[k].revents != 0) {
                finish(pool, &pool->workers[i]);
                break;
            }
}

static void renew(struct worker_pool *pool) {
    if (clock_now() - pool->renewed < RENEW_S)
        return;
    pool->renewed = clock_now();
    if (!gradebook_renew(pool->book))
        give_up(pool, gradebook_error(pool->book));
}

static void work_through(struct worker_pool *pool, struct pollfd *polls) {
    bool told = false;
    pool->renewed = clock_now();
    for (;;) {
        start_all(pool);
        const bool ending = pool->broken || stop_requested();
        if (pool->active == 0 && (ending || (pool->next == pool->intake->count && pool->waiting_count == 0)))
            return;
        if (stop_requested() && !told) {
            tell_workers(pool);
            told = true;
        }
        progress_draw(pool->progress);
        wait_for_some(pool, polls);
        renew(pool);
    }
}

bool worker_pool_grade(struct gradebook *book, const struct intake *intake, size_t jobs,
                       struct batch_progress *progress, struct error *error) {
    struct worker_pool pool = {
        .book = book, .intake = intake, .progress = progress, .jobs = jobs, .error = error};
    struct pollfd *polls = calloc(jobs, sizeof *polls);
    gpus_here(); // queried here, once for all workers
    pool.workers = calloc(jobs, sizeof *pool.workers);
    pool.waiting = calloc(intake->count + 1, sizeof *pool.waiting);
    if (!polls || !pool.workers || !pool.waiting)
        give_up(&pool, "memory is used up");
    else if (!paths_find(&pool.bundles.paths, error->text, sizeof error->text))
        pool.broken = true;
    else
        work_through(&pool, polls);
    bundles_remove(&pool.bundles);
    free(polls);
    free(pool.workers);
    free(pool.waiting);
    return !pool.broken;
}
