// Claims: two graders on one gradebook do not do the same work.
//
// A claim holds as long as its holder lives. If that cannot be looked up, because the holder is on another
// machine or in another container, it holds for a lease that the holder renews; a lease that ends later than
// any lease can was written before the clock was set back, and is void. A claim that is taken away by mistake
// costs only time: the same terms have one result, whichever grader reached it.
//
// A number alone does not name a process: numbers are used again, and two containers have the same ones. So a
// holder is named by the system's boot and the process namespace, too, and by when it was started.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "class/gradebook/internal.h"
#include "class/gradebook/store.h"

enum { LEASE_S = 600, CLOCKS_DIFFER_S = 300 };

// HOLDER_UNKNOWN: it is not of this system, or of another process namespace.
enum holder_life { HOLDER_ALIVE, HOLDER_DEAD, HOLDER_UNKNOWN };

enum { PLACE_SIZE = 128 };

// This system since it was started, and the process namespace: "BOOT NAMESPACE".
static void here(char *place) {
    char boot[64] = "", space[48] = "";
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "re");
    if (!file || fscanf(file, "%63s", boot) != 1)
        snprintf(boot, sizeof boot, "unknown-%ld", gethostid());
    if (file)
        fclose(file);
    if (readlink("/proc/self/ns/pid", space, sizeof space - 1) < 0)
        snprintf(space, sizeof space, "none");
    snprintf(place, PLACE_SIZE, "%s %s", boot, space);
}

// The start time of a process, in clock ticks after boot: the 22nd word of its stat, counted after the name,
// which may contain blanks and brackets. 0 if there is no such process, or only a zombie.
static unsigned long long started(long pid) {
    char path[40], text[512], state;
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *file = fopen(path, "re");
    if (!file)
        return 0;
    const size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    const char *after_name = strrchr(text, ')');
    unsigned long long ticks = 0;
    if (!after_name ||
        sscanf(after_name + 1,
               " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu", &state,
               &ticks) != 2 ||
        state == 'Z' || state == 'X')
        return 0;
    return ticks;
}

// This process: "BOOT NAMESPACE PID START".
static char *holder_self(void) {
    char place[PLACE_SIZE], *holder = NULL;
    here(place);
    if (asprintf(&holder, "%s %ld %llu", place, (long)getpid(), started(getpid())) < 0)
        return NULL;
    return holder;
}

static enum holder_life holder_life(const char *holder) {
    char place[PLACE_SIZE];
    here(place);
    const size_t length = strlen(place);
    long pid;
    unsigned long long ticks;
    if (strncmp(holder, place, length) != 0 || sscanf(holder + length, " %ld %llu", &pid, &ticks) != 2)
        return HOLDER_UNKNOWN;
    return started(pid) == ticks && ticks != 0 ? HOLDER_ALIVE : HOLDER_DEAD;
}

void gradebook_work_free(struct gradebook_work *work) {
    free(work->student);
    free(work->lab);
    free(work->origin);
    free((char *)work->terms.sha256);
    free((char *)work->terms.version);
    free((char *)work->terms.seed);
    free((char *)work->terms.backend);
    memset(work, 0, sizeof *work);
}

static bool void_claim(const char *holder, long long until) {
    const long long now = time(NULL);
    switch (holder_life(holder)) {
    case HOLDER_ALIVE:
        return false;
    case HOLDER_DEAD:
        return true;
    default:
        return until < now || until > now + LEASE_S + CLOCKS_DIFFER_S;
    }
}

static const char *own_name(struct gradebook *book) {
    if (!book->holder)
        book->holder = holder_self();
    return book->holder ? book->holder : "nobody";
}

// Whether another process works on it; a claim of a process that has ended is ignored.
static bool look_for_claim(struct gradebook *book, const char *student, const char *lab, bool *busy) {
    sqlite3_stmt *statement = gradebook_prepare(
        book, "SELECT holder, until FROM claim WHERE student = ?1 AND lab = ?2", "tt", student, lab);
    *busy = sqlite3_step(statement) == SQLITE_ROW &&
            !void_claim((const char *)sqlite3_column_text(statement, 0), sqlite3_column_int64(statement, 1));
    return gradebook_have_read(book, statement);
}

static char *copy(sqlite3_stmt *row, int column) {
    const char *text = (const char *)sqlite3_column_text(row, column);
    return strdup(text ? text : "");
}

// Selects the current text of a submission for grading, unless it has its result.
static const char current_text[] =
    "SELECT student, lab, origin, sha256, version, seed, backend, attempt FROM submission s"
    " WHERE student = ?1 AND lab = ?2 AND sha256 IS NOT NULL AND NOT EXISTS"
    " (SELECT 1 FROM result r WHERE r.student = s.student AND r.lab = s.lab"
    "   AND r.sha256 = s.sha256 AND r.version = s.version AND r.seed = s.seed"
    "   AND r.backend = s.backend AND r.attempt = s.attempt)"
    " AND EXISTS (" GRADEBOOK_TEXT_OF("s") ")";

// Selects an earlier text for grading, if its latest result is from another version, or has open points.
static const char earlier_text[] =
    "SELECT r.student, r.lab, s.origin, r.sha256, ?4, r.seed, r.backend,"
    "  r.attempt + (r.version = ?4) FROM result r"
    " JOIN submission s USING (student, lab) JOIN attempt a USING (student, lab, sha256)"
    " WHERE r.student = ?1 AND r.lab = ?2 AND r.sha256 = ?3"
    "   AND (r.version <> ?4 OR " GRADEBOOK_OPEN_POINTS " > 0)"
    "   AND r.rowid = (SELECT max(o.rowid) FROM result o"
    "     WHERE o.student = r.student AND o.lab = r.lab AND o.sha256 = r.sha256)"
    "   AND EXISTS (" GRADEBOOK_TEXT_OF("r") ")";

// The text to claim: the current one, or an earlier one, to be graded with a version.
struct wanted {
    const char *student, *lab, *sha256, *version;
};

// Finds the work; *found is false if it has its result, or cannot be graded.
static bool look_for_work(struct gradebook *book, const struct wanted *wanted, bool *found,
                          struct gradebook_work *work) {
    sqlite3_stmt *statement =
        gradebook_prepare(book, wanted->sha256 ? earlier_text : current_text, wanted->sha256 ? "tttt" : "tt",
                          wanted->student, wanted->lab, wanted->sha256, wanted->version);
    *found = sqlite3_step(statement) == SQLITE_ROW;
    if (*found)
        *work = (struct gradebook_work){.student = copy(statement, 0),
                                        .lab = copy(statement, 1),
                                        .origin = copy(statement, 2),
                                        .terms = {.sha256 = copy(statement, 3),
                                                  .version = copy(statement, 4),
                                                  .seed = copy(statement, 5),
                                                  .backend = copy(statement, 6),
                                                  .attempt = sqlite3_column_int(statement, 7)}};
    return gradebook_have_read(book, statement);
}

static bool put_claim(struct gradebook *book, const char *student, const char *lab) {
    return gradebook_change(
        book, "INSERT OR REPLACE INTO claim (student, lab, holder, until) VALUES (?1, ?2, ?3, ?4)", "ttti",
        student, lab, own_name(book), (long long)time(NULL) + LEASE_S);
}

static enum gradebook_claim claim(struct gradebook *book, const struct wanted *wanted,
                                  struct gradebook_work *work) {
    bool found = false, busy = false;
    memset(work, 0, sizeof *work);
    if (!gradebook_begin(book))
        return GRADEBOOK_ERROR;
    bool good = look_for_work(book, wanted, &found, work) &&
                (!found || look_for_claim(book, wanted->student, wanted->lab, &busy)) &&
                (!found || busy || put_claim(book, wanted->student, wanted->lab));
    good = gradebook_end(book, good);
    if (!good || !found || busy)
        gradebook_work_free(work);
    return !good ? GRADEBOOK_ERROR : !found ? GRADEBOOK_DONE : busy ? GRADEBOOK_BUSY : GRADEBOOK_CLAIMED;
}

enum gradebook_claim gradebook_claim(struct gradebook *book, const char *student, const char *lab,
                                     struct gradebook_work *work) {
    return claim(book, &(struct wanted){.student = student, .lab = lab}, work);
}

enum gradebook_claim gradebook_claim_earlier(struct gradebook *book, const char *student, const char *lab,
                                             const char *sha256, const char *version,
                                             struct gradebook_work *work) {
    return claim(book, &(struct wanted){student, lab, sha256, version}, work);
}

bool gradebook_renew(struct gradebook *book) {
    return gradebook_change(book, "UPDATE claim SET until = ?2 WHERE holder = ?1", "ti", own_name(book),
                            (long long)time(NULL) + LEASE_S);
}

static bool drop_claim(struct gradebook *book, const struct gradebook_work *work) {
    return gradebook_change(book, "DELETE FROM claim WHERE student = ?1 AND lab = ?2 AND holder = ?3", "ttt",
                            work->student, work->lab, own_name(book));
}

static bool note_error(struct gradebook *book, const struct gradebook_work *work, const char *error) {
    return gradebook_change(
        book, "UPDATE submission SET trouble = ?3 WHERE student = ?1 AND lab = ?2 AND sha256 = ?4", "tttt",
        work->student, work->lab, error, work->terms.sha256);
}

bool gradebook_release(struct gradebook *book, const struct gradebook_work *work, const char *error) {
    return gradebook_begin(book) &&
           gradebook_end(book, drop_claim(book, work) && (!error || note_error(book, work, error)));
}

bool gradebook_busy(struct gradebook *book, int *count) {
    sqlite3_stmt *statement = gradebook_prepare(book, "SELECT holder, until FROM claim", "");
    *count = 0;
    while (sqlite3_step(statement) == SQLITE_ROW)
        *count +=
            !void_claim((const char *)sqlite3_column_text(statement, 0), sqlite3_column_int64(statement, 1));
    return gradebook_have_read(book, statement);
}
