// Grades a batch on a cluster; the theory of operation is in the header.
#include "class/slurm/slurm.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/timestamp.h"
#include "class/slurm/slurm_round.h"

// MOST_TASKS: the largest array, by Slurm's default; more submissions go into larger packs. FRUITLESS_ROUNDS:
// how many rounds in a row may produce nothing, because Slurm may lose one array, but hardly the next.
enum { MOST_TASKS = 1000, FRUITLESS_ROUNDS = 2 };

struct cluster {
    struct gradebook *book;
    const char *db;
    const struct intake *intake;
    const struct slurm_terms *terms;
    struct batch_progress *progress;
    char folder[PATH_MAX];
    struct error *error;
};

static bool fail(struct cluster *cluster, const char *sentence) {
    return error_set(cluster->error, "%s", sentence);
}

// Counts the targets without a result and, on request, lists them; the caller frees *which.
static bool find_open(struct cluster *cluster, struct gradebook_filter **which, size_t *count) {
    const struct intake *intake = cluster->intake;
    *count = 0;
    if (which && !(*which = calloc(intake->count + 1, sizeof **which)))
        return fail(cluster, "memory is used up");
    for (size_t i = 0; i < intake->count; i++) {
        const struct gradebook_filter filter = {intake->targets[i].student, intake->targets[i].lab};
        struct gradebook_rows rows = gradebook_results(cluster->book, &filter);
        struct gradebook_result result;
        if (gradebook_next_result(&rows, &result) && result.pending) {
            if (which)
                (*which)[*count] = filter;
            ++*count;
        }
        if (!gradebook_rows_end(&rows))
            return fail(cluster, gradebook_error(cluster->book));
    }
    return true;
}

static bool merge(struct cluster *cluster, struct slurm_round *round, bool last, int *gained) {
    int count;
    if (!slurm_round_merge(round, cluster->book, last, &count, cluster->error))
        return false;
    *gained += count;
    const size_t most = cluster->progress->total - cluster->progress->before; // of this batch's own
    cluster->progress->graded += (size_t)count;
    if (cluster->progress->graded > most)
        cluster->progress->graded = most;
    progress_draw(cluster->progress);
    if (count > 0 && !cluster->progress->terminal) {
        printf("%zu/%zu graded\n", cluster->progress->before + cluster->progress->graded,
               cluster->progress->total);
        fflush(stdout);
    }
    return true;
}

// Sleeps, and returns on Ctrl-C. The pause grows with the time without events: controllers also serve other
// users.
static void pause_for(double quiet_s) {
    const double pause = quiet_s < 10 ? 0.5 : quiet_s < 300 ? 2 : 10;
    const struct timespec time = {(time_t)pause, (long)(1e9 * (pause - (double)(time_t)pause))};
    if (!stop_requested())
        nanosleep(&time, NULL);
}

static void print_connection(struct cluster *cluster, bool is_away, bool *away, const char *sentence) {
    if (is_away == *away)
        return;
    *away = is_away;
    progress_clear(cluster->progress);
    if (is_away)
        printf("Slurm does not answer (%s); waiting for it\n", sentence);
    else
        puts("Slurm answers again");
    fflush(stdout);
}

// Merges until the array has left Slurm's queue, and once more after that. Waits for a controller that does
// not answer.
static bool wait_for(struct cluster *cluster, struct slurm_round *round, int *gained) {
    struct error error = {""};
    bool away = false;
    double changed = clock_now();
    while (!stop_requested()) {
        const enum slurm_queue queue = slurm_look(round, &error);
        const int before = *gained;
        print_connection(cluster, queue == SLURM_NO_ANSWER, &away, error.text);
        if (!merge(cluster, round, queue == SLURM_GONE, gained))
            return false;
        if (queue == SLURM_GONE)
            return true;
        if (*gained > before)
            changed = clock_now();
        pause_for(clock_now() - changed);
    }
    return true;
}

// Submits a script of the round's folder. `number` gets the job's number.
static bool submit_script(struct cluster *cluster, const struct slurm_round *round, const char *name,
                          const char *log, struct slurm_job job, char number[32]) {
    char script[PATH_MAX], logs[PATH_MAX];
    if (snprintf(script, sizeof script, "%s/%s", round->folder, name) >= PATH_MAX ||
        snprintf(logs, sizeof logs, "%s/%s", round->folder, log) >= PATH_MAX)
        return fail(cluster, "the gradebook's path is too long");
    job.script = script;
    job.logs = logs;
    return slurm_submit(cluster->terms, &job, number, 32, cluster->error);
}

static bool submit(struct cluster *cluster, const struct slurm_round *round, size_t pack, char number[32]) {
    const struct slurm_job job = {.name = round->name, .tasks = round->parts, .cores = cluster->terms->jobs};
    if (!submit_script(cluster, round, "task.sh", "%a.log", job, number))
        return false;
    progress_clear(cluster->progress);
    printf("job %s: %zu tasks of at most %zu submissions (%s)\n", number, round->parts, pack, round->name);
    fflush(stdout);
    return true;
}

// Submits the job that starts when the array has ended, with any outcome.
static bool submit_last(struct cluster *cluster, const struct slurm_round *round, const char *array) {
    char name[sizeof round->name + 8], number[32];
    snprintf(name, sizeof name, "%s-last", round->name);
    const struct slurm_job job = {.name = name, .after = array, .cores = 1};
    return submit_script(cluster, round, "last.sh", "last.log", job, number);
}

// The number of submissions per task with which Slurm accepts them as one array.
static size_t pack_of(const struct cluster *cluster, size_t count) {
    const size_t least = (count + MOST_TASKS - 1) / MOST_TASKS;
    return cluster->terms->pack > least ? cluster->terms->pack : least;
}

// Runs one round: *gained gets the number of results, *again whether Slurm did not accept it.
static bool one_round(struct cluster *cluster, const struct gradebook_filter *open, size_t count, int *gained,
                      bool *again) {
    struct slurm_round round;
    char number[32];
    const size_t pack = pack_of(cluster, count);
    if (!slurm_round_make(&round, cluster->folder, cluster->book, cluster->db, open, count, pack,
                          cluster->terms, cluster->error))
        return false;
    // A lost answer is not a refusal: Slurm's queue shows whether it has the array.
    *again = !submit(cluster, &round, pack, number);
    if (*again && slurm_look(&round, NULL) == SLURM_GONE) {
        const bool taken = merge(cluster, &round, true, gained) && *gained > 0;
        slurm_round_remove(&round);
        return taken;
    }
    const bool good = wait_for(cluster, &round, gained);
    if (good && !stop_requested())
        slurm_round_remove(&round);
    slurm_round_free(&round);
    return good;
}

// How to take over a round that an earlier batch has left.
enum taking { TAKE_WAITING, TAKE_IF_ENDED, TAKE_AS_ENDED };

// Merges the existing rounds. *busy: one has not ended.
static bool take_rounds(struct cluster *cluster, enum taking how, int *gained, bool *busy) {
    struct slurm_round round;
    bool found = true, good = true;
    *busy = false;
    while (good && !*busy) {
        good = slurm_round_find(&round, cluster->folder, &found, cluster->error);
        if (!good || !found)
            break;
        if (how == TAKE_WAITING) {
            good = wait_for(cluster, &round, gained);
            *busy = stop_requested();
        } else {
            *busy = how == TAKE_IF_ENDED && slurm_look(&round, cluster->error) != SLURM_GONE;
            good = merge(cluster, &round, !*busy, gained);
        }
        if (good && !*busy)
            slurm_round_remove(&round);
        slurm_round_free(&round);
    }
    return good;
}

// Runs rounds until everything has a result, or several in a row have produced nothing.
static bool all_rounds(struct cluster *cluster) {
    struct gradebook_filter *open = NULL;
    size_t count = 0;
    bool good = find_open(cluster, &open, &count);
    int fruitless = 0;
    while (good && count > 0 && fruitless < FRUITLESS_ROUNDS && !stop_requested()) {
        int gained = 0;
        bool again;
        good = one_round(cluster, open, count, &gained, &again);
        fruitless = gained > 0 ? 0 : fruitless + !again;
        free(open);
        open = NULL;
        good = good && find_open(cluster, &open, &count);
    }
    free(open);
    if (!good)
        return false;
    // A round of an earlier batch may have had other submissions.
    cluster->progress->graded = cluster->progress->total - cluster->progress->before - count;
    cluster->progress->failed = stop_requested() ? 0 : count;
    return true;
}

// Counts the targets that already have a result.
static bool count_before(struct cluster *cluster) {
    size_t count;
    const bool good = find_open(cluster, NULL, &count);
    cluster->progress->before = cluster->progress->total - count;
    return good;
}

// Only one batch at a time waits for a gradebook's arrays.
static int lock(struct cluster *cluster) {
    char path[PATH_MAX + 8];
    snprintf(path, sizeof path, "%s/lock", cluster->folder);
    const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0)
        return file;
    if (errno == EWOULDBLOCK)
        fail(cluster, "another ./grade batch --slurm is at work on this gradebook");
    else
        error_set_system(cluster->error, "cannot lock %s", path);
    if (file >= 0)
        close(file);
    return -1;
}

// Removes the folder of the rounds, with the lock's file.
static void remove_rounds(const struct cluster *cluster) {
    char path[PATH_MAX + 8];
    snprintf(path, sizeof path, "%s/lock", cluster->folder);
    unlink(path);
    rmdir(cluster->folder);
}

// Submits a round that was made, and the job that merges it.
static bool submit_detached(struct cluster *cluster, struct slurm_round *round, size_t pack) {
    char number[32];
    if (!submit(cluster, round, pack, number)) {
        // After a lost answer the round is kept: the array may exist, and is found by its name.
        if (slurm_look(round, NULL) == SLURM_GONE)
            slurm_round_remove(round);
        return false;
    }
    if (submit_last(cluster, round, number))
        return true;
    const struct error why = *cluster->error;
    return error_set(
        cluster->error,
        "the array was submitted, and the job that merges its results was not (%.300s): the same "
        "command without --detach waits for it",
        why.text);
}

// Submits everything without a result. *count gets the number.
static bool detach_round(struct cluster *cluster, size_t *count) {
    struct gradebook_filter *open = NULL;
    struct slurm_round round;
    bool good = find_open(cluster, &open, count);
    if (good && *count > 0) {
        const size_t pack = pack_of(cluster, *count);
        good = slurm_round_make(&round, cluster->folder, cluster->book, cluster->db, open, *count, pack,
                                cluster->terms, cluster->error);
        if (good) {
            good = submit_detached(cluster, &round, pack);
            slurm_round_free(&round);
        }
    }
    free(open);
    return good;
}

static bool detach(struct cluster *cluster) {
    int gained = 0;
    size_t count = 0;
    bool busy;
    if (!take_rounds(cluster, TAKE_IF_ENDED, &gained, &busy) || (!busy && !detach_round(cluster, &count)))
        return false;
    if (busy || count > 0)
        puts(busy ? "an array is at work on this gradebook: ./grade status says how far it is"
                  : "./grade status says how far it is; a last job merges the results");
    else
        remove_rounds(cluster);
    return true;
}

bool slurm_grade(struct gradebook *book, const char *db, const struct intake *intake,
                 const struct slurm_terms *terms, struct batch_progress *progress, struct error *error) {
    struct cluster cluster = {
        .book = book, .db = db, .intake = intake, .terms = terms, .progress = progress, .error = error};
    if (!slurm_is_there(error) || !slurm_rounds_folder(db, cluster.folder, error))
        return false;
    const int locked = lock(&cluster);
    if (locked < 0)
        return false;
    bool good = count_before(&cluster);
    if (good && terms->detach) {
        good = detach(&cluster);
        close(locked);
        return good;
    }
    int gained = 0; // from rounds of earlier batches
    bool busy;
    good = good && take_rounds(&cluster, TAKE_WAITING, &gained, &busy) && all_rounds(&cluster);
    if (good && progress->failed > 0)
        printf("%zu have no result: ./grade status says why, and the same command tries again\n",
               progress->failed);
    if (good && !stop_requested())
        remove_rounds(&cluster);
    close(locked);
    return good;
}

bool slurm_collect(struct gradebook *book, const char *db, const struct slurm_terms *terms,
                   struct error *error) {
    struct intake intake = {.count = 0};
    struct batch_progress progress;
    struct cluster cluster = {
        .book = book, .db = db, .intake = &intake, .terms = terms, .progress = &progress, .error = error};
    if (!slurm_rounds_folder(db, cluster.folder, error))
        return false;
    const int locked = lock(&cluster);
    if (locked < 0)
        return false;
    int gained = 0;
    size_t open = 0;
    bool busy;
    bool good = slurm_targets(book, &intake, error);
    progress_begin(&progress, intake.count);
    good = good && count_before(&cluster) && take_rounds(&cluster, TAKE_AS_ENDED, &gained, &busy);
    if (good && gained > 0)
        good = detach_round(&cluster, &open);
    else if (good && progress.before < progress.total)
        good = error_set(error, "the array brought no result: ./grade status says what has none");
    if (good && open == 0)
        remove_rounds(&cluster);
    close(locked);
    intake_free(&intake);
    return good;
}

void slurm_stand(const char *db, struct slurm_standing *standing) {
    struct slurm_round round = {.parts = 0};
    struct error error;
    char folder[PATH_MAX];
    bool found = false;
    *standing = (struct slurm_standing){.handed = 0};
    if (!slurm_rounds_path(db, folder, &error) || access(folder, F_OK) != 0 ||
        !slurm_round_find(&round, folder, &found, &error) || !found)
        return;
    snprintf(standing->name, sizeof standing->name, "%s", round.name);
    slurm_round_count(&round, standing);
    slurm_round_free(&round);
}
