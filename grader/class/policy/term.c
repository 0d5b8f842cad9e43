// All labs of one student.
#include "class/policy/term.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

struct reading {
    struct term *term;
    struct gradebook *book;
    const struct policy *policy;
    bool good;
};

// Labs have as many points as there can be, also where nothing was handed in.
enum { POINTS_OF_A_LAB = 100 };

static bool add(void *user, const struct gradebook_result *result) {
    struct reading *reading = user;
    struct term *term = reading->term;
    if (term->count == TERM_MAX_LABS)
        return true;
    struct term_lab *lab = &term->labs[term->count++];
    size_t length;
    *lab = (struct term_lab){.max_score = result->has_score ? result->max_score : POINTS_OF_A_LAB};
    snprintf(lab->lab, sizeof lab->lab, "%s", result->lab);
    FILE *out = open_memstream(&lab->explained, &length);
    reading->good = out &&
                    policy_apply(reading->policy, reading->book, result, &lab->final, POLICY_STAFF, out) &&
                    reading->good;
    if (out && fclose(out) != 0)
        reading->good = false;
    return reading->good;
}

static double share(const struct term_lab *lab) {
    return lab->final.counts ? lab->final.points / lab->max_score : -1;
}

static void drop_worst(struct term *term) {
    struct term_lab *worst = NULL;
    for (size_t i = 0; i < term->count; i++)
        if (!term->labs[i].dropped && (!worst || share(&term->labs[i]) < share(worst)))
            worst = &term->labs[i];
    if (worst)
        worst->dropped = true;
}

bool term_read(struct term *term, struct gradebook *book, const struct policy *policy, const char *student,
               struct error *error) {
    *term = (struct term){.count = 0};
    struct reading reading = {.term = term, .book = book, .policy = policy, .good = true};
    if (!gradebook_each(book, &(struct gradebook_filter){student, NULL}, add, &reading) || !reading.good) {
        term_free(term);
        return error_set(error, "%s", gradebook_error(book));
    }
    for (int i = 0; i < policy_drops(policy); i++)
        drop_worst(term);
    for (size_t i = 0; i < term->count; i++) {
        if (term->labs[i].dropped)
            continue;
        term->points += term->labs[i].final.points;
        term->open_points += term->labs[i].final.open;
        term->max_score += term->labs[i].max_score;
    }
    return true;
}

void term_free(struct term *term) {
    for (size_t i = 0; i < term->count; i++)
        free(term->labs[i].explained);
    term->count = 0;
}
