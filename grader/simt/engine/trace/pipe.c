// The ring of batches between the lanes' thread and the one that reads their log.
#include "engine/trace/pipe.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/check/checks.h"
#include "engine/guard/guard.h"
#include "engine/record/record.h"
#include "engine/run/ahead.h"
#include "engine/trace/round.h"
#include "engine/trace/stored.h"
#include "engine/trace/trace.h"
#include "engine/trace/tracing.h"

/* WAKE: a thread that waits is woken when there is so much to do for it, or when the other one waits */
enum { BATCHES = 4, WAKE = BATCHES / 2, MOST_POSTS = 256, MOST_ROUNDS = 128 };

/** Posts, and what they speak of. */
struct batch {
    struct simt_trace table __attribute__((aligned(64)));
    unsigned post_count, round_count;
    struct simt_post posts[MOST_POSTS];
    struct simt_round rounds[MOST_ROUNDS];
};

bool simt_piped;

static struct simt_trace own_table __attribute__((aligned(64)));
static struct simt_round own_round;

static struct batch *ring; /* NULL: one thread is all there is */
static struct batch *open_batch;
static bool stopped; /* for good, in this launch */
static uint64_t *stores[TRACE_ROWS * SIMT_WARP];
/** The thread is reading the log: what it finds has its place already. */
static _Thread_local bool taking;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER, less = PTHREAD_COND_INITIALIZER;
/* Under the lock: batches closed and taken so far, whether the second thread is there, and who waits; the
 * lanes' thread until so many are left. */
static unsigned long closed, taken, left_wanted;
static bool started, reader_waits, writer_waits;

static void take_all(const struct batch *batch) {
    taking = true;
    for (unsigned i = 0; i < batch->post_count; i++)
        simt_checked_take(&batch->posts[i]);
    taking = false;
}

/* ---- the second thread ---- */

static void wait_for_more(void) {
    while (closed == taken) {
        reader_waits = true;
        pthread_cond_wait(&more, &lock);
    }
    reader_waits = false;
}

static void *read_log(void *nothing) {
    pthread_mutex_lock(&lock);
    for (;;) {
        wait_for_more();
        const struct batch *batch = &ring[taken % BATCHES];
        pthread_mutex_unlock(&lock);
        take_all(batch);
        pthread_mutex_lock(&lock);
        taken++;
        if (writer_waits && closed - taken <= left_wanted)
            pthread_cond_signal(&less);
    }
    return nothing;
}

/** Signals are for the program's own threads, but for those that tell of a fault. */
static bool start(void) {
    pthread_t thread;
    sigset_t all, before;
    sigfillset(&all);
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(&all, faults[i]);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool good = pthread_create(&thread, NULL, read_log, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (good)
        pthread_detach(thread);
    return good;
}

/** A child has one thread, and begins with nothing to read. */
static void begin_child(void) {
    pthread_mutex_init(&lock, NULL);
    pthread_cond_init(&more, NULL);
    pthread_cond_init(&less, NULL);
    closed = taken = 0;
    started = reader_waits = writer_waits = false;
}

/* ---- the lanes' thread ---- */

static unsigned threads_wanted(void) {
    const char *word = getenv("SIMT_THREADS");
    if (!word || !*word)
        return 1;
    char *end;
    unsigned long threads = strtoul(word, &end, 10);
    if (*end || threads == 0 || word[0] == '-') {
        fprintf(stderr, "simt: SIMT_THREADS=%s: use 1 or 2\n", word);
        exit(2);
    }
    return threads > 1 ? 2 : 1;
}

/** What nobody trusts runs in one thread, which is all that its guard knows of. */
static void make_ring(void) {
    static bool known;
    if (known || simt_guard_armed)
        return;
    known = true;
    if (!simt_two_threads())
        return;
    void *memory = mmap(NULL, BATCHES * sizeof *ring, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return;
    ring = memory;
    pthread_atfork(NULL, NULL, begin_child);
}

static void log_into(struct simt_trace *table) {
    simt_log_start = simt_tracing ? &table->key[0][0] : SIMT_LOG_NOTHING;
}

static void open_next(void) {
    open_batch = &ring[closed % BATCHES];
    open_batch->post_count = open_batch->round_count = 0;
    log_into(&open_batch->table);
}

bool simt_two_threads(void) {
    static unsigned wanted;
    if (!wanted)
        wanted = threads_wanted();
    return wanted > 1;
}

bool simt_pipe_has_thread(void) { return started; }

void simt_pipe_begin_alone(void) {
    stopped = false;
    simt_piped = false;
    simt_log_stores = NULL;
    log_into(&own_table);
}

void simt_pipe_join_launch(void) {
    if (!stopped)
        simt_pipe_begin_launch();
}

void simt_pipe_begin_launch(void) {
    make_ring();
    simt_piped = ring && simt_tracing && !simt_recording && !simt_guard_armed;
    simt_log_stores = simt_piped ? stores : NULL;
    simt_check_on(SIMT_CHECK_RACE); /* read once, before two threads ask */
    if (simt_piped)
        open_next();
    else
        log_into(&own_table);
}

/** Waits until the second thread has taken so many batches that no more than @p left are left. */
static void wait_for_reader(unsigned long left) {
    while (closed - taken > left) {
        writer_waits = true;
        left_wanted = left;
        if (reader_waits)
            pthread_cond_signal(&more);
        pthread_cond_wait(&less, &lock);
    }
    writer_waits = false;
}

void simt_pipe_flush(void) {
    simt_ahead_give_up();
    if (!simt_piped || taking)
        return;
    pthread_mutex_lock(&lock);
    wait_for_reader(0);
    pthread_mutex_unlock(&lock);
    /* The open batch stays so, for lanes may be logging in its table. */
    take_all(open_batch);
    open_batch->post_count = open_batch->round_count = 0;
}

void simt_pipe_stop(void) {
    simt_ahead_give_up();
    stopped = true;
    if (!simt_piped || taking)
        return;
    simt_pipe_flush();
    simt_piped = false;
    simt_log_stores = NULL;
}

/** Closes the open batch and opens the next, once there is one. */
static void close_batch(void) {
    pthread_mutex_lock(&lock);
    if (!started)
        started = start();
    if (!started) {
        pthread_mutex_unlock(&lock);
        simt_pipe_stop();
        ring = NULL;
        log_into(&own_table);
        return;
    }
    closed++;
    if (reader_waits && closed - taken >= WAKE)
        pthread_cond_signal(&more);
    if (closed - taken == BATCHES)
        wait_for_reader(BATCHES - WAKE);
    pthread_mutex_unlock(&lock);
    open_next();
}

/** Behind the records of a round that was posted. */
static void make_room_behind(const struct simt_round *round) {
    simt_log_start += (size_t)round->rows * SIMT_WARP;
    open_batch->round_count++;
    size_t used = (size_t)(simt_log_start - &open_batch->table.key[0][0]) / SIMT_WARP;
    if (used > BATCH_ROWS || open_batch->round_count == MOST_ROUNDS ||
        open_batch->post_count > MOST_POSTS / 2)
        close_batch();
}

void simt_post(const struct simt_post *post) {
    if (!simt_piped) {
        simt_checked_take(post);
        return;
    }
    if (open_batch->post_count == MOST_POSTS)
        simt_pipe_flush(); /* nor is it closed here, for some lanes' records may be held up */
    open_batch->posts[open_batch->post_count++] = *post;
    if (post->kind == POST_ROUND)
        make_room_behind(post->round);
}

struct simt_round *simt_pipe_room(void) {
    return simt_piped ? &open_batch->rounds[open_batch->round_count] : &own_round;
}

void simt_pipe_settle(struct simt_round *round) {
    simt_settle(round, stores, simt_log_stores);
    simt_pipe_unsettle();
}

void simt_pipe_unsettle(void) {
    if (simt_piped)
        simt_log_stores = stores;
}
