// The forecast of a batch: how many submissions, why, and how long; and afterwards the scores that changed.
#include "class/commands/forecast.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/utf8.h"
#include "class/gradebook/gradebook.h"
#include "class/pool/progress.h"
#include "lab/spec.h"

enum { CHANGE_SETS = 2 * CHANGE_KIT, WORDS = 200 };

// Looks up a target's result: the current one, or that of an earlier text among the student's attempts.
static bool look_at(struct gradebook *book, const struct target *target, struct forecast_item *item,
                    struct error *error) {
    struct gradebook_rows rows =
        target->earlier ? gradebook_attempts(book, target->student, target->lab)
                        : gradebook_results(book, &(struct gradebook_filter){target->student, target->lab});
    *item = (struct forecast_item){.pending = false};
    for (struct gradebook_result result; gradebook_next_result(&rows, &result);) {
        const bool open = result.open_points > 0;
        const unsigned changes = gradebook_changes(&result, version_of(target->lab));
        if (!target->earlier || strcmp(result.submission_sha256, target->earlier) == 0)
            *item = (struct forecast_item){.pending = target->earlier ? changes != 0 || open : result.pending,
                                           .has_score = result.has_score,
                                           .score = result.score,
                                           .seconds = result.seconds,
                                           .open_points = open,
                                           .changes = changes};
    }
    return gradebook_rows_end(&rows) || error_set(error, "%s", gradebook_error(book));
}

// Submissions without a result take as long as others of the same lab did; 0 if that is unknown.
static double seconds_of(const struct forecast *forecast, const struct intake *intake, size_t i) {
    double seconds = 0;
    size_t count = 0;
    if (forecast->items[i].has_score)
        return forecast->items[i].seconds;
    for (size_t k = 0; k < forecast->count; k++)
        if (forecast->items[k].has_score && strcmp(intake->targets[k].lab, intake->targets[i].lab) == 0) {
            seconds += forecast->items[k].seconds;
            count++;
        }
    return count > 0 ? seconds / (double)count : 0;
}

bool forecast_make(struct forecast *forecast, struct gradebook *book, const struct intake *intake,
                   struct error *error) {
    bool known = true;
    *forecast = (struct forecast){.items = calloc(intake->count + 1, sizeof *forecast->items)};
    if (!forecast->items)
        return error_set(error, "memory is used up");
    for (; forecast->count < intake->count; forecast->count++)
        if (!look_at(book, &intake->targets[forecast->count], &forecast->items[forecast->count], error))
            return false;
    for (size_t i = 0; i < forecast->count; i++) {
        if (!forecast->items[i].pending)
            continue;
        const double seconds = seconds_of(forecast, intake, i);
        forecast->pending++;
        forecast->seconds += seconds;
        known = known && seconds > 0;
    }
    forecast->seconds = known ? forecast->seconds : 0;
    return true;
}

// "12: the lab's spec has changed", each reason once.
static void print_reasons(const struct forecast *forecast) {
    size_t again[CHANGE_SETS] = {0};
    char words[WORDS];
    for (size_t i = 0; i < forecast->count; i++)
        again[forecast->items[i].changes] += forecast->items[i].pending && forecast->items[i].has_score;
    for (size_t i = 0; i < forecast->count; i++) { // in the order of the targets
        const unsigned changes = forecast->items[i].changes;
        if (again[changes] > 0)
            printf("  %zu again: %s\n", again[changes], gradebook_change_words(changes, words, sizeof words));
        again[changes] = 0;
    }
}

void forecast_print(const struct forecast *forecast, size_t jobs) {
    size_t scores = 0;
    char duration[32];
    for (size_t i = 0; i < forecast->count; i++)
        scores += forecast->items[i].has_score;
    if (scores == 0)
        return;
    const size_t lanes = jobs < forecast->pending ? jobs : forecast->pending;
    printf("to grade: %zu of %zu", forecast->pending, forecast->count);
    if (forecast->seconds > 0 && lanes > 0) {
        progress_duration(forecast->seconds / (double)lanes, duration, sizeof duration);
        printf("; as long as they took before, %s", duration);
    }
    putchar('\n');
    print_reasons(forecast);
    fflush(stdout);
}

bool forecast_print_changes(const struct forecast *forecast, struct gradebook *book,
                            const struct intake *intake, size_t *changed, struct error *error) {
    char words[WORDS];
    *changed = 0;
    for (size_t i = 0; i < forecast->count; i++) {
        const struct forecast_item *then = &forecast->items[i];
        struct forecast_item now;
        if (!then->pending || !then->has_score)
            continue;
        if (!look_at(book, &intake->targets[i], &now, error))
            return false;
        if (now.pending || now.score == then->score)
            continue;
        printf("changed: %s %s%s: %g, was %g (%s)\n", utf8_line(intake->targets[i].student).text,
               intake->targets[i].lab, intake->targets[i].earlier ? ", an earlier text" : "", now.score,
               then->score, gradebook_change_words(then->changes, words, sizeof words));
        ++*changed;
    }
    return true;
}

void forecast_free(struct forecast *forecast) {
    free(forecast->items);
    forecast->items = NULL;
}

static bool add_target(struct intake *intake, const char *student, const char *lab, const char *earlier) {
    intake->students +=
        intake->count == 0 || strcmp(intake->targets[intake->count - 1].student, student) != 0;
    return intake_add(intake, student, lab, earlier);
}

static bool is_wanted(enum forecast_again again, const struct gradebook_result *result, const char *lab) {
    return again == FORECAST_OPEN ? result->open_points > 0 && !result->text_removed
                                  : gradebook_changes(result, version_of(lab)) != 0;
}

// A student's earlier texts.
static bool take_earlier(enum forecast_again again, struct intake *intake, struct gradebook *book,
                         const char *lab, const struct gradebook_result *now) {
    struct gradebook_rows rows = gradebook_attempts(book, now->student, lab);
    struct gradebook_result earlier;
    const char *current = now->submission_sha256 ? now->submission_sha256 : "";
    bool good = true;
    while (good && gradebook_next_result(&rows, &earlier))
        if (is_wanted(again, &earlier, lab) && strcmp(earlier.submission_sha256, current) != 0)
            good = add_target(intake, now->student, lab, earlier.submission_sha256);
    return gradebook_rows_end(&rows) && good;
}

static bool take(enum forecast_again again, struct intake *intake, struct gradebook *book,
                 const struct policy *policy, const struct gradebook_result *result) {
    const struct spec *lab = spec_find(result->lab);
    if (!lab)
        return true;
    return (!is_wanted(again, result, lab->name) || add_target(intake, result->student, lab->name, NULL)) &&
           (!policy_best_counts(policy, lab->name) || take_earlier(again, intake, book, lab->name, result));
}

// A submission with open points has a result on its terms, so it is graded again only after it is sent back.
static bool send_back(enum forecast_again again, struct gradebook *book, const struct target *target) {
    int count;
    return again != FORECAST_OPEN || target->earlier ||
           gradebook_regrade(book, &(struct gradebook_filter){target->student, target->lab}, &count);
}

bool forecast_keep(enum forecast_again again, struct intake *intake, struct gradebook *book,
                   struct error *error) {
    size_t kept = 0;
    for (size_t i = 0; i < intake->count; i++) {
        struct forecast_item item;
        if (!look_at(book, &intake->targets[i], &item, error))
            return false;
        if (again == FORECAST_OPEN ? !item.open_points : !item.pending || !item.has_score)
            continue;
        if (!send_back(again, book, &intake->targets[i]))
            return error_set(error, "%s", gradebook_error(book));
        const struct target target = intake->targets[kept];
        intake->targets[kept++] = intake->targets[i];
        intake->targets[i] = target;
    }
    for (size_t i = kept; i < intake->count; i++) // just handed in, so never an earlier text
        free(intake->targets[i].student);
    intake->count = kept;
    return true;
}

bool forecast_take(enum forecast_again again, struct intake *intake, struct gradebook *book, const char *lab,
                   const struct policy *policy, struct error *error) {
    struct gradebook_rows rows = gradebook_results(book, &(struct gradebook_filter){NULL, lab});
    struct gradebook_result result;
    bool taken = true;
    while (taken && gradebook_next_result(&rows, &result))
        taken = take(again, intake, book, policy, &result);
    if (!gradebook_rows_end(&rows))
        return error_set(error, "%s", gradebook_error(book));
    if (!taken)
        return error_set(error, "memory is used up");
    const bool began = gradebook_begin(book);
    bool good = began;
    for (size_t i = 0; good && i < intake->count; i++)
        good = intake->targets[i].earlier ||
               (gradebook_bring_up_to_date(book, intake->targets[i].student, intake->targets[i].lab,
                                           version_of(intake->targets[i].lab)) &&
                send_back(again, book, &intake->targets[i]));
    return (began && gradebook_end(book, good)) || error_set(error, "%s", gradebook_error(book));
}
