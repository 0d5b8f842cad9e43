// One round: its parts, the script of its tasks, and merging its results.
//
// A round's folder gets its name in one step when it is complete; others were never submitted.
#include "class/slurm/slurm_round.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/work_directory.h"

static const char prefix[] = "round-", unfinished[] = "making";

static bool fail(struct error *error, const char *what, const char *path) {
    return error_set_system(error, "cannot %s %s", what, path);
}

static bool join(char *path, const char *folder, const char *name, struct error *error) {
    if (snprintf(path, PATH_MAX, "%s/%s", folder, name) < PATH_MAX)
        return true;
    return error_set(error, "the path %s is too long", folder);
}

bool slurm_rounds_path(const char *db, char *folder, struct error *error) {
    char full[PATH_MAX];
    if (!realpath(db, full))
        return fail(error, "find", db);
    if (snprintf(folder, PATH_MAX, "%s.parts", full) >= PATH_MAX)
        return error_set(error, "the path %s is too long", full);
    return true;
}

// Parts contain seeds, which only the owner of the batch may read.
bool slurm_rounds_folder(const char *db, char *folder, struct error *error) {
    if (!slurm_rounds_path(db, folder, error))
        return false;
    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        return fail(error, "make the folder", folder);
    return true;
}

static bool part_path(const char *folder, size_t part, char *path, struct error *error) {
    char name[32];
    snprintf(name, sizeof name, "%zu.db", part);
    return join(path, folder, name, error);
}

static void put_quoted(FILE *out, const char *text) {
    fputc('\'', out);
    for (; *text; text++)
        *text == '\'' ? fputs("'\\''", out) : fputc(*text, out);
    fputc('\'', out);
}

// Opens a script that ends by executing this program: "exec /.../grade batch".
static FILE *open_script(const char *making, const char *name, struct error *error) {
    char script[PATH_MAX], grader[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", grader, sizeof grader - 1);
    if (length < 0) {
        fail(error, "find", "the grader itself");
        return NULL;
    }
    grader[length] = '\0';
    if (!join(script, making, name, error))
        return NULL;
    FILE *out = fopen(script, "we");
    if (!out) {
        fail(error, "write", script);
        return NULL;
    }
    fputs("#!/bin/sh\nexec ", out);
    put_quoted(out, grader);
    fputs(" batch", out);
    return out;
}

static bool close_script(FILE *out, const char *making, const struct slurm_terms *terms,
                         struct error *error) {
    fprintf(out, " -j %zu", terms->jobs);
    if (terms->container)
        fputs(" --sandbox container", out);
    if (terms->tier)
        fprintf(out, " --require-tier %c", terms->tier);
    fputc('\n', out);
    const bool good = !ferror(out);
    return (fclose(out) == 0 && good) || fail(error, "write scripts in", making);
}

// The task finds its part by the future name of the folder.
static bool write_task(const char *making, const char *folder, const struct slurm_terms *terms,
                       struct error *error) {
    FILE *out = open_script(making, "task.sh", error);
    if (!out)
        return false;
    fputs(" --part ", out);
    put_quoted(out, folder);
    fputs("/\"$SLURM_ARRAY_TASK_ID\".db", out);
    if (terms->tier)
        fprintf(out, " --backend %s", terms->backend);
    return close_script(out, making, terms, error);
}

// The last job requests the next round from Slurm with the same options as this one.
static bool write_last(const char *making, const char *db, const struct slurm_terms *terms,
                       struct error *error) {
    char full[PATH_MAX];
    if (!realpath(db, full))
        return fail(error, "find", db);
    FILE *out = open_script(making, "last.sh", error);
    if (!out)
        return false;
    fprintf(out, " --collect --pack %zu --backend %s --db ", terms->pack, terms->backend);
    put_quoted(out, full);
    for (size_t i = 0; i < terms->option_count; i++) {
        fprintf(out, " %s=", terms->options[i].name ? terms->options[i].name : "--sbatch");
        put_quoted(out, terms->options[i].value);
    }
    return close_script(out, making, terms, error);
}

static bool fill(const char *making, const char *folder, struct gradebook *book, const char *db,
                 const struct gradebook_filter *which, size_t count, size_t pack,
                 const struct slurm_terms *terms, struct error *error) {
    char path[PATH_MAX];
    for (size_t from = 0, part = 0; from < count; from += pack, part++) {
        const size_t share = count - from < pack ? count - from : pack;
        if (!part_path(making, part, path, error))
            return false;
        if (!gradebook_split(book, path, which + from, share))
            return error_set(error, "%s", gradebook_error(book));
    }
    return write_task(making, folder, terms, error) &&
           (!terms->detach || write_last(making, db, terms, error));
}

static bool start(struct slurm_round *round, size_t parts) {
    round->parts = parts;
    round->seen = calloc(parts + 1, sizeof *round->seen);
    const char *name = strrchr(round->folder, '/') + 1;
    snprintf(round->name, sizeof round->name, "warplab-%s", name + strlen(prefix));
    return round->seen != NULL;
}

bool slurm_round_make(struct slurm_round *round, const char *folder, struct gradebook *book, const char *db,
                      const struct gradebook_filter *which, size_t count, size_t pack,
                      const struct slurm_terms *terms, struct error *error) {
    char making[PATH_MAX], name[64];
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(name, sizeof name, "%s%llx-%lx-%x", prefix, (unsigned long long)now.tv_sec, now.tv_nsec,
             (unsigned)getpid());
    *round = (struct slurm_round){.parts = 0};
    if (!join(making, folder, unfinished, error) || !join(round->folder, folder, name, error))
        return false;
    work_directory_remove_tree(making);
    if (mkdir(making, 0700) != 0)
        return fail(error, "make the folder", making);
    bool good = fill(making, round->folder, book, db, which, count, pack, terms, error);
    if (good && rename(making, round->folder) != 0)
        good = fail(error, "make the folder", round->folder);
    if (good && !start(round, (count + pack - 1) / pack))
        good = error_set(error, "memory is used up");
    if (!good) {
        work_directory_remove_tree(making);
        slurm_round_remove(round);
    }
    return good;
}

// The highest part number plus one: unreadable parts may be missing.
static size_t count_parts(const char *folder) {
    size_t parts = 0, part;
    char end;
    DIR *directory = opendir(folder);
    for (const struct dirent *entry; directory && (entry = readdir(directory));)
        if (sscanf(entry->d_name, "%zu.d%c", &part, &end) == 2 && end == 'b' && part >= parts)
            parts = part + 1;
    if (directory)
        closedir(directory);
    return parts;
}

bool slurm_round_find(struct slurm_round *round, const char *folder, bool *found, struct error *error) {
    DIR *directory = opendir(folder);
    *found = false;
    *round = (struct slurm_round){.parts = 0};
    if (!directory)
        return fail(error, "read", folder);
    bool good = true;
    for (const struct dirent *entry; good && !*found && (entry = readdir(directory));)
        if (strncmp(entry->d_name, prefix, strlen(prefix)) == 0)
            *found = good = join(round->folder, folder, entry->d_name, error);
    closedir(directory);
    if (!good || !*found)
        return good;
    return start(round, count_parts(round->folder)) || error_set(error, "memory is used up");
}

static bool has_changed(struct timespec *seen, const struct timespec *now) {
    const bool changed = seen->tv_sec != now->tv_sec || seen->tv_nsec != now->tv_nsec;
    *seen = *now;
    return changed;
}

// Opened separately, to distinguish the part's errors from the gradebook's.
static bool is_readable(const char *path, struct error *error) {
    struct gradebook *part = gradebook_open(path, GRADEBOOK_READ, error);
    gradebook_close(part);
    return part != NULL;
}

static bool merge_part(const char *path, struct gradebook *book, bool last, int *count, struct error *error) {
    *count = 0;
    if (!is_readable(path, error)) {
        if (!last) // it may be in use by a writer
            return true;
        printf("%s; what it had is graded again\n", error->text);
        return unlink(path) == 0 || fail(error, "remove", path);
    }
    if (gradebook_merge(book, path, count))
        return true;
    return error_set(error, "%s", gradebook_error(book));
}

bool slurm_round_merge(struct slurm_round *round, struct gradebook *book, bool last, int *count,
                       struct error *error) {
    char path[PATH_MAX];
    struct stat status;
    *count = 0;
    for (size_t i = 0; i < round->parts; i++) {
        int some;
        if (!part_path(round->folder, i, path, error))
            return false;
        if (stat(path, &status) != 0 || (!has_changed(&round->seen[i], &status.st_mtim) && !last))
            continue;
        if (!merge_part(path, book, last, &some, error))
            return false;
        *count += some;
    }
    return true;
}

void slurm_round_free(struct slurm_round *round) {
    free(round->seen);
    round->seen = NULL;
}

void slurm_round_remove(struct slurm_round *round) {
    if (round->folder[0])
        work_directory_remove_tree(round->folder);
    slurm_round_free(round);
}

// Adds the counts of a part. @return false if it cannot be read
static bool count_part(const struct slurm_round *round, size_t part, struct slurm_standing *standing) {
    char path[PATH_MAX];
    struct gradebook *book =
        part_path(round->folder, part, path, NULL) ? gradebook_open(path, GRADEBOOK_READ, NULL) : NULL;
    if (!book)
        return false;
    struct gradebook_rows rows = gradebook_results(book, &(struct gradebook_filter){NULL, NULL});
    struct gradebook_result result;
    for (; gradebook_next_result(&rows, &result); standing->handed++)
        standing->graded += !result.pending;
    const bool read = gradebook_rows_end(&rows);
    gradebook_close(book);
    return read;
}

bool slurm_round_part_is_pending(const struct slurm_round *round, size_t part) {
    struct slurm_standing standing = {.handed = 0};
    return !count_part(round, part, &standing) || standing.graded < standing.handed;
}

void slurm_round_count(const struct slurm_round *round, struct slurm_standing *standing) {
    for (size_t i = 0; i < round->parts; i++)
        count_part(round, i, standing);
}
