// How long a part of the launches takes that was noted only. A launch takes as long as the same launch of the
// larger part that ran, times the ratio of the sizes if it is one of the large ones, or of the grids.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/model/kernels.h"
#include "engine/model/model.h"
#include "engine/model/parts.h"
#include "simt/simt.h"

enum { MOST_PARTS = 16, SMALL_PART = 64 };

struct part {
    double n;
    size_t from, to; /* its launches */
};

static struct part parts[MOST_PARTS];
static int part_count;

void simt_parts_clear(void) { part_count = 0; }

int simt_part_end(double n) {
    if (part_count == MOST_PARTS)
        return -1;
    parts[part_count] =
        (struct part){.n = n, .from = part_count ? parts[part_count - 1].to : 0, .to = simt_kernel_count()};
    return part_count++;
}

/** The i-th launch of that kernel in a part, or its last one; NULL if it has none. */
static const struct simt_kernel_record *launch_of(const struct part *part, const char *name, size_t i) {
    const struct simt_kernel_record *found = NULL;
    for (size_t k = part->from; k < part->to; k++) {
        const struct simt_kernel_record *record = simt_kernel_get(k);
        if (strcmp(record->name, name) == 0) {
            found = record;
            if (i-- == 0)
                break;
        }
    }
    return found;
}

static size_t launches_before(const struct part *part, size_t k) {
    size_t before = 0;
    for (size_t i = part->from; i < k; i++)
        before += strcmp(simt_kernel_get(i)->name, simt_kernel_get(k)->name) == 0;
    return before;
}

static bool refuse(char *why, size_t why_size, const char *words) {
    snprintf(why, why_size, "%s", words);
    return false;
}

static const struct part *part_at(int i) { return i >= 0 && i < part_count ? &parts[i] : NULL; }

static double threads_of(const struct simt_kernel_record *r) {
    return (double)r->grid.x * r->grid.y * r->grid.z * r->block.x * r->block.y * r->block.z;
}

static double most_threads(const struct part *part) {
    double most = 0;
    for (size_t k = part->from; k < part->to; k++)
        most = fmax(most, threads_of(simt_kernel_get(k)));
    return most;
}

/** For a launch whose kernel the small runs do not show, as that of a level which they do not need: the one
 * with the most similar number of threads. NULL if it is large, for then it matters what it does. */
static const struct simt_kernel_record *similar(const struct part *from, const struct part *to,
                                                const struct simt_kernel_record *launch) {
    const struct simt_kernel_record *best = NULL;
    if (threads_of(launch) > most_threads(to) / SMALL_PART)
        return NULL;
    for (size_t k = from->from; k < from->to; k++) {
        const struct simt_kernel_record *record = simt_kernel_get(k);
        if (!best || fabs(log(threads_of(record) / threads_of(launch))) <
                         fabs(log(threads_of(best) / threads_of(launch))))
            best = record;
    }
    return best;
}

/** Adds a launch's time, and keeps the heaviest. */
static void add(struct simt_prediction *out, const struct simt_kernel_record *like, double ratio,
                double *heaviest) {
    const struct simt_model model = simt_model(like, simt_profile());
    out->kernels_us += model.total * ratio;
    if (model.total * ratio <= *heaviest)
        return;
    *heaviest = model.total * ratio;
    out->bound = model.bound_by;
}

bool simt_predict(int small, int large, int dry, struct simt_prediction *out, char *why, size_t why_size) {
    const struct part *from = part_at(large), *to = part_at(dry);
    double heaviest = 0;
    *out = (struct simt_prediction){.bound = "nothing", .file = ""};
    if (!part_at(small) || !from || !to || !(from->n > 0))
        return refuse(why, why_size, "a run is missing");
    const double most = most_threads(from);
    for (size_t k = to->from; k < to->to; k++) {
        const struct simt_kernel_record *like =
            launch_of(from, simt_kernel_get(k)->name, launches_before(to, k));
        if (!like)
            like = similar(from, to, simt_kernel_get(k));
        if (!like)
            return refuse(why, why_size, "a kernel is launched that the small runs do not launch");
        if (!(like->modelled_us > 0))
            return refuse(why, why_size, "a launch of the small runs ended early");
        const double by_grid = threads_of(simt_kernel_get(k)) / threads_of(like);
        add(out, like, threads_of(like) >= most / 4 ? to->n / from->n : by_grid, &heaviest);
    }
    if (!(out->kernels_us > 0))
        return refuse(why, why_size, "no kernel is launched");
    out->us = out->without_us = out->kernels_us;
    out->share = heaviest / out->us;
    return true;
}
