// What a batch has to do: how many, why, and how long; and afterwards, whose score has become another.
#include "class/commands/forecast.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/utf8.h"
#include "class/gradebook/gradebook.h"
#include "class/pool/progress.h"
#include "lab/spec.h"

enum { MAX_REASONS = 32, WORDS = 200 };

static bool look(void *user, const struct gradebook_result *result) {
    struct forecast_item *item = user;
    *item = (struct forecast_item){.pending = result->pending,
                                   .has_score = result->has_score,
                                   .score = result->score,
                                   .seconds = result->seconds,
                                   .open_points = result->open_points > 0,
                                   .changes = gradebook_changes(result, version_of(result->lab))};
    return false;
}

// An earlier text, among a student's attempts.
struct earlier {
    const struct target *target;
    struct forecast_item *item;
};

static unsigned attempt_changes(const char *lab, const struct gradebook_attempt *attempt) {
    const struct gradebook_result as_result = {
        .has_score = true, .text_removed = attempt->text_removed, .version = attempt->version};
    return gradebook_changes(&as_result, version_of(lab));
}

static bool look_for_earlier(void *user, const struct gradebook_attempt *attempt) {
    const struct earlier *earlier = user;
    const unsigned changes = attempt_changes(earlier->target->lab, attempt);
    if (strcmp(attempt->sha256, earlier->target->earlier) != 0)
        return true;
    *earlier->item = (struct forecast_item){.pending = changes != 0 || attempt->open_points > 0,
                                            .has_score = true,
                                            .score = attempt->score,
                                            .seconds = attempt->seconds,
                                            .changes = changes};
    return false;
}

static bool look_at(struct gradebook *book, const struct target *target, struct forecast_item *item,
                    struct error *error) {
    struct earlier earlier = {target, item};
    *item = (struct forecast_item){.pending = false};
    const bool good =
        target->earlier
            ? gradebook_attempts(book, target->student, target->lab, look_for_earlier, &earlier)
            : gradebook_each(book, &(struct gradebook_filter){target->student, target->lab}, look, item);
    return good || error_set(error, "%s", gradebook_error(book));
}

// What was never graded takes as long as others of its lab did; 0 if that is unknown.
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
    unsigned seen[MAX_REASONS];
    size_t count = 0;
    char words[WORDS];
    for (size_t i = 0; i < forecast->count; i++) {
        const unsigned changes = forecast->items[i].changes;
        size_t known = 0, same = 0;
        while (known < count && seen[known] != changes)
            known++;
        if (!forecast->items[i].pending || !forecast->items[i].has_score || known < count ||
            count == MAX_REASONS)
            continue;
        seen[count++] = changes;
        for (size_t k = i; k < forecast->count; k++)
            same += forecast->items[k].pending && forecast->items[k].has_score &&
                    forecast->items[k].changes == changes;
        printf("  %zu again: %s\n", same, gradebook_change_words(changes, words, sizeof words));
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

struct taking {
    enum forecast_again again;
    struct intake *intake;
    struct gradebook *book;
    const struct policy *policy;          // whose best attempt counts; NULL: no student's
    const struct gradebook_result *whose; // attempts are looked at
    bool good;
};

static bool add_target(struct taking *taking, const char *student, const char *lab, const char *earlier) {
    struct intake *intake = taking->intake;
    intake->students +=
        intake->count == 0 || strcmp(intake->targets[intake->count - 1].student, student) != 0;
    return taking->good = intake_add(intake, student, lab, earlier);
}

static bool take_earlier(void *user, const struct gradebook_attempt *attempt) {
    struct taking *taking = user;
    const char *current = taking->whose->submission_sha256, *lab = taking->whose->lab;
    const bool wanted =
        taking->again == FORECAST_OPEN ? attempt->open_points > 0 : attempt_changes(lab, attempt) != 0;
    if (!wanted || (current && strcmp(attempt->sha256, current) == 0))
        return true;
    return add_target(taking, taking->whose->student, spec_find(lab)->name, attempt->sha256);
}

static bool take(void *user, const struct gradebook_result *result) {
    struct taking *taking = user;
    const struct spec *lab = spec_find(result->lab);
    if (!lab)
        return true;
    const bool wanted = taking->again == FORECAST_OPEN
                            ? result->open_points > 0 && !result->text_removed
                            : gradebook_changes(result, version_of(result->lab)) != 0;
    if (wanted && !add_target(taking, result->student, lab->name, NULL))
        return false;
    taking->whose = result;
    if (policy_best_counts(taking->policy, result->lab))
        taking->good = gradebook_attempts(taking->book, result->student, result->lab, take_earlier, taking) &&
                       taking->good;
    return taking->good;
}

// What has open points has a result on its terms: only when it is sent back is it graded again.
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
    for (size_t i = kept; i < intake->count; i++) // of what was just handed in, none is an earlier text
        free(intake->targets[i].student);
    intake->count = kept;
    return true;
}

bool forecast_take(enum forecast_again again, struct intake *intake, struct gradebook *book, const char *lab,
                   const struct policy *policy, struct error *error) {
    struct taking taking = {.again = again, .intake = intake, .book = book, .policy = policy, .good = true};
    if (!gradebook_each(book, &(struct gradebook_filter){NULL, lab}, take, &taking))
        return error_set(error, "%s", gradebook_error(book));
    if (!taking.good)
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
