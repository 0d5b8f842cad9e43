// ./grade status: the grading progress of a class, a line per lab.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/machine_load.h"
#include "base/utf8.h"
#include "class/commands/commands.h"
#include "class/export/export.h"
#include "class/gradebook/store.h"
#include "class/pool/progress.h"
#include "class/slurm/slurm.h"

enum { MAX_LABS = 64, CHANGE_SETS = 2 * CHANGE_KIT, WORDS = 200 };

struct lab_count {
    char name[32];
    int submissions, graded, stale, not_gradable, late, open;
    double score, max_score;
    struct {
        int count;
        double seconds;     // that grading them took
    } changed[CHANGE_SETS]; // outdated scores, by what has changed since
};

struct class_count {
    struct lab_count labs[MAX_LABS];
    size_t lab_count;
    int errors, in_container, open;
    bool name_stale;
};

static struct lab_count *count_of(struct class_count *class, const char *lab) {
    for (size_t i = 0; i < class->lab_count; i++)
        if (strcmp(class->labs[i].name, lab) == 0)
            return &class->labs[i];
    if (class->lab_count == MAX_LABS)
        return NULL;
    struct lab_count *new = &class->labs[class->lab_count++];
    snprintf(new->name, sizeof new->name, "%s", lab);
    return new;
}

static void add_stale(const struct class_count *class, struct lab_count *lab,
                      const struct gradebook_result *result) {
    const unsigned changes = export_changes(result);
    char words[WORDS];
    if (class->name_stale)
        printf("%s %s: %s: %s\n", utf8_line(result->student).text, result->lab,
               gradebook_score_words(result->score, result->max_score, result->open_points).text,
               gradebook_change_words(changes, words, sizeof words));
    lab->stale++;
    lab->changed[changes].count++;
    lab->changed[changes].seconds += result->seconds;
}

static void add(struct class_count *class, const struct gradebook_result *result) {
    struct lab_count *lab = count_of(class, result->lab);
    if (!lab)
        return;
    lab->submissions++;
    lab->late += result->late;
    if (result->has_score) {
        lab->graded++;
        if (export_is_stale(result))
            add_stale(class, lab, result);
        class->in_container += strstr(result->report_json, "\"sandbox\":\"container\"") != NULL;
        lab->open += result->open_points > 0;
        class->open += result->open_points > 0;
        lab->score += result->score;
        lab->max_score = result->max_score;
    } else if (strcmp(result->status, "not_gradable") == 0) {
        lab->not_gradable++;
    }
    if (result->pending && result->reason) {
        class->errors++;
        printf("%s %s: not graded: %s\n", utf8_line(result->student).text, result->lab,
               utf8_line(result->reason).text);
    }
}

static int by_number(const void *a, const void *b) {
    const struct lab_count *one = a, *two = b;
    const size_t lengths[] = {strlen(one->name), strlen(two->name)};
    return lengths[0] != lengths[1] ? (lengths[0] > lengths[1]) - (lengths[0] < lengths[1])
                                    : strcmp(one->name, two->name);
}

static void print_lab(const struct lab_count *lab) {
    printf("%-8s %5d graded of %d", lab->name, lab->graded, lab->submissions);
    if (lab->graded > 0)
        printf(", on average %.1f of %g points", lab->score / lab->graded, lab->max_score);
    if (lab->not_gradable > 0)
        printf("; %d not gradable", lab->not_gradable);
    const int left = lab->submissions - lab->graded - lab->not_gradable;
    if (left > 0)
        printf("; %d still to grade", left);
    if (lab->stale > 0)
        printf("; %d stale: to be graded again", lab->stale);
    if (lab->open > 0)
        printf("; %d with open points", lab->open);
    if (lab->late > 0)
        printf("; %d late", lab->late);
    putchar('\n');
}

// Why scores are outdated, and how to have them graded again.
static void print_stale(const struct class_count *class) {
    double seconds = 0;
    int count = 0;
    char words[WORDS], duration[32];
    for (const struct lab_count *lab = class->labs; lab < class->labs + class->lab_count; lab++)
        for (unsigned changes = 0; changes < CHANGE_SETS; changes++) {
            if (lab->changed[changes].count > 0)
                printf("%s: %d stale: %s\n", lab->name, lab->changed[changes].count,
                       gradebook_change_words(changes, words, sizeof words));
            count += lab->changed[changes].count;
            seconds += lab->changed[changes].seconds;
        }
    if (count == 0)
        return;
    progress_duration(seconds / (double)machine_cores(), duration, sizeof duration);
    printf("./grade batch --only-changed grades them again: %s, if they take as long as before\n", duration);
}

// The results of a cluster reach the gradebook when they are merged.
static void print_cluster(const char *path) {
    struct slurm_standing standing;
    slurm_stand(path, &standing);
    if (standing.name[0])
        printf("on the cluster (%s): %zu of %zu graded, merged when its array has ended\n", standing.name,
               standing.graded, standing.handed);
}

static int print_status(const char *path, bool name_stale) {
    static struct class_count class;
    class = (struct class_count){.name_stale = name_stale};
    int busy = 0;
    struct gradebook *book = command_open(path, GRADEBOOK_READ);
    if (!book)
        return EXIT_OWN_FAULT;
    printf("gradebook: %s\n", path);
    struct gradebook_rows rows = gradebook_results(book, &(struct gradebook_filter){NULL, NULL});
    for (struct gradebook_result result; gradebook_next_result(&rows, &result);)
        add(&class, &result);
    const bool good = gradebook_rows_end(&rows) && gradebook_busy(book, &busy);
    qsort(class.labs, class.lab_count, sizeof class.labs[0], by_number);
    for (size_t i = 0; good && i < class.lab_count; i++)
        print_lab(&class.labs[i]);
    if (good)
        print_stale(&class);
    if (good && class.open > 0)
        printf("%d with open points: ./grade batch --only-open grades them again\n", class.open);
    if (good && class.in_container > 0)
        printf("%d graded in a container, without a sandbox of the grader's own\n", class.in_container);
    if (good && busy > 0)
        printf("%d being graded now\n", busy);
    if (good)
        print_cluster(path);
    const int code = good ? 0 : command_failed(gradebook_error(book));
    gradebook_close(book);
    return code;
}

struct options {
    const char *db;
    bool stale;
};

static const struct option table[] = {
    COMMAND_DB(struct options),
    OPTION_SWITCH(struct options, stale, "--stale",
                  .help = "names every score that is an earlier one, and why"),
    {.names = NULL},
};

static int run(int count, char **arguments) {
    struct options options = {.db = COMMAND_GRADEBOOK};
    int code;
    return command_read(&status_command, &options, count, arguments, &code)
               ? print_status(options.db, options.stale)
               : code;
}

const struct command status_command = {.typed = "./grade status",
                                       .run = run,
                                       .options = table,
                                       .summary = "how far the class is, a line per lab",
                                       .text = "Shows how far the grading of a class is, a line per lab.\n"};
