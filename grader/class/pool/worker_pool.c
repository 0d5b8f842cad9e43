// Workers side by side, until every submission has its result.
//
// A submission is claimed before its worker starts. Its result, the end of the claim and the claim of the
// next are one transaction. So at any moment the batch may be killed: what was not recorded is claimed by
// nobody who lives.
#include "class/pool/worker_pool.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "class/pool/toolchain_bundle.h"
#include "class/pool/worker.h"

enum { TICK_MS = 1000, RENEW_S = 60 };

struct crew {
    struct gradebook *book;
    const struct intake *intake;
    struct board *board;
    struct worker *workers;
    struct kits *kits;
    size_t jobs, active;
    size_t *waiting; // targets that another grader works on
    size_t waiting_count, next;
    size_t in_a_row; // troubles, one after the other
    double renewed;
    bool broken; // no more work: `why` says the reason
    char *why;
    size_t size;
};

static void give_up(struct crew *crew, const char *why) {
    if (!crew->broken)
        snprintf(crew->why, crew->size, "%s", why);
    crew->broken = true;
}

static struct worker *free_worker(struct crew *crew) {
    for (size_t i = 0; i < crew->jobs; i++)
        if (crew->workers[i].pid == 0)
            return &crew->workers[i];
    return NULL;
}

static bool start_worker(struct crew *crew, struct gradebook_work *work, char *why, size_t size) {
    char *bytes = NULL;
    size_t length;
    const char *kit = kits_of(crew->kits, work->lab, why, size);
    if (!kit)
        return false;
    if (!gradebook_source(crew->book, work->terms.sha256, &bytes, &length)) {
        snprintf(why, size, "%s", gradebook_problem(crew->book));
        return false;
    }
    const bool good =
        worker_start(free_worker(crew), work, bytes, length, kit, kits_places(crew->kits), why, size);
    free(bytes);
    return good;
}

static void set_to_work(struct crew *crew, struct gradebook_work *work) {
    char why[640];
    if (start_worker(crew, work, why, sizeof why)) {
        crew->active++;
        return;
    }
    give_up(crew, why);
    gradebook_release(crew->book, work, NULL);
    gradebook_work_free(work);
}

// Claims one target. @return false if another grader has it
static bool take(struct crew *crew, size_t i) {
    struct gradebook_work work;
    const struct target *target = &crew->intake->targets[i];
    switch (gradebook_claim(crew->book, target->student, target->lab, &work)) {
    case GRADEBOOK_CLAIMED:
        set_to_work(crew, &work);
        return true;
    case GRADEBOOK_DONE:
        crew->board->before++;
        return true;
    case GRADEBOOK_BUSY:
        return false;
    default:
        give_up(crew, gradebook_problem(crew->book));
        return true;
    }
}

static bool may_start(const struct crew *crew) {
    return crew->active < crew->jobs && !crew->broken && !stop_requested();
}

// What others have is looked at again when there is nothing else, once a tick: they may have died.
static void look_at_waiting(struct crew *crew) {
    size_t left = 0;
    for (size_t i = 0; i < crew->waiting_count; i++)
        if (!may_start(crew) || !take(crew, crew->waiting[i]))
            crew->waiting[left++] = crew->waiting[i];
    crew->waiting_count = left;
}

static void start_all(struct crew *crew) {
    while (may_start(crew) && crew->next < crew->intake->count) {
        if (!take(crew, crew->next))
            crew->waiting[crew->waiting_count++] = crew->next;
        crew->next++;
    }
    if (crew->next == crew->intake->count)
        look_at_waiting(crew);
    crew->board->elsewhere = crew->waiting_count;
}

// When the grader fails this often without a success between, it is not the submissions.
static void count_trouble(struct crew *crew, const char *trouble) {
    char why[800];
    if (++crew->in_a_row < crew->jobs + 2)
        return;
    snprintf(why, sizeof why, "%zu in a row could not be graded; the last: %s", crew->in_a_row, trouble);
    give_up(crew, why);
}

// Records what came of a submission and claims the next in one transaction: each has to reach the disk.
static bool settle(struct crew *crew, const struct gradebook_work *work, const struct worker_answer *answer,
                   const char *trouble) {
    if (!gradebook_begin(crew->book))
        return false;
    const bool good = answer->graded ? gradebook_record(crew->book, work, &answer->outcome)
                                     : gradebook_release(crew->book, work, trouble);
    if (!good) {
        gradebook_rollback(crew->book);
        return false;
    }
    start_all(crew);
    return gradebook_commit(crew->book);
}

static void finish(struct crew *crew, struct worker *worker) {
    struct worker_answer answer;
    struct gradebook_work work = worker->work;
    const double taken_s = clock_now() - worker->begin;
    worker_finish(worker, &answer);
    crew->active--;
    const bool stopped = !answer.graded && stop_requested();
    const char *trouble = answer.graded || stopped ? NULL : answer.trouble;
    if (trouble)
        count_trouble(crew, trouble);
    else
        crew->in_a_row = 0;
    if (!settle(crew, &work, &answer, trouble))
        give_up(crew, gradebook_problem(crew->book));
    else if (!stopped)
        board_add(crew->board, work.student, work.lab, answer.outcome.score, answer.outcome.max_score,
                  taken_s, trouble);
    worker_answer_free(&answer);
    gradebook_work_free(&work);
}

static void tell_workers(const struct crew *crew) {
    for (size_t i = 0; i < crew->jobs; i++)
        if (crew->workers[i].pid > 0)
            kill(crew->workers[i].pid, SIGTERM);
}

static void wait_for_some(struct crew *crew, struct pollfd *polls) {
    size_t count = 0;
    for (size_t i = 0; i < crew->jobs; i++)
        if (crew->workers[i].pid > 0)
            polls[count++] = (struct pollfd){.fd = crew->workers[i].pidfd, .events = POLLIN};
    if (poll(polls, count, TICK_MS) <= 0)
        return;
    for (size_t i = 0; i < crew->jobs; i++)
        for (size_t k = 0; crew->workers[i].pid > 0 && k < count; k++)
            if (polls[k].fd == crew->workers[i].pidfd && polls[k].revents != 0) {
                finish(crew, &crew->workers[i]);
                break;
            }
}

static void renew(struct crew *crew) {
    if (clock_now() - crew->renewed < RENEW_S)
        return;
    crew->renewed = clock_now();
    if (!gradebook_renew(crew->book))
        give_up(crew, gradebook_problem(crew->book));
}

static void work_through(struct crew *crew, struct pollfd *polls) {
    bool told = false;
    crew->renewed = clock_now();
    for (;;) {
        start_all(crew);
        const bool ending = crew->broken || stop_requested();
        if (crew->active == 0 && (ending || (crew->next == crew->intake->count && crew->waiting_count == 0)))
            return;
        if (stop_requested() && !told) {
            tell_workers(crew);
            told = true;
        }
        board_tick(crew->board);
        wait_for_some(crew, polls);
        renew(crew);
    }
}

bool crew_grade(struct gradebook *book, const struct intake *intake, size_t jobs, struct board *board,
                char *why, size_t size) {
    struct crew crew = {
        .book = book, .intake = intake, .board = board, .jobs = jobs, .why = why, .size = size};
    struct pollfd *polls = calloc(jobs, sizeof *polls);
    crew.workers = calloc(jobs, sizeof *crew.workers);
    crew.waiting = calloc(intake->count + 1, sizeof *crew.waiting);
    if (!polls || !crew.workers || !crew.waiting)
        give_up(&crew, "memory is used up");
    else if (!(crew.kits = kits_create(why, size)))
        crew.broken = true;
    else
        work_through(&crew, polls);
    kits_remove(crew.kits);
    free(polls);
    free(crew.workers);
    free(crew.waiting);
    return !crew.broken;
}
