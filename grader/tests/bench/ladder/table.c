/* Models the ladder for 2^28 elements from runs of the engine at 2^20 and 2^22, and prints the result beside
 * the measured times, as a table in Markdown.
 *
 *   table MEASURED.csv     (what measure.cu printed: name, n, ms)
 *
 * Counters, grids and memory grow linearly with the number of elements, or not at all, so that two sizes tell
 * a third. Of each kernel the largest launch is taken: the later ones, over the sums of its blocks, work on
 * less than a hundredth of the data. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/model/kernels.h"
#include "engine/model/model.h"
#include "engine/report/kernel_name.h"
#include "ladder.h"

enum { MAX_STEPS = 64, MAX_KERNELS = 8, SMALL = 1 << 20, MIDDLE = 1 << 22, LARGE = 1 << 28 };

struct row {
    const char *name;
    double measured_ms, modelled_ms, gb;
    char bound_by[64];
};

static double volume(struct simt_dim3 d) { return (double)d.x * d.y * d.z; }

/** The largest launches of each kernel so far, at most MAX_KERNELS. @return how many */
static unsigned largest(struct simt_kernel_record *out) {
    unsigned count = 0;
    for (size_t i = 0; i < simt_kernel_count(); i++) {
        const struct simt_kernel_record *record = simt_kernel_get(i);
        unsigned k = 0;
        while (k < count && strcmp(out[k].name, record->name) != 0)
            k++;
        if (k == MAX_KERNELS)
            break;
        if (k == count)
            out[count++] = *record;
        else if (volume(record->grid) > volume(out[k].grid))
            out[k] = *record;
    }
    return count;
}

static void require(int fine, const char *what) {
    if (fine)
        return;
    fprintf(stderr, "table: %s\n", what);
    exit(2);
}

static unsigned run(const struct ladder_step *step, unsigned n, struct simt_kernel_record *out) {
    simt_kernels_clear();
    require(ladder_run_once(step, n), step->name);
    return largest(out);
}

/** What a figure is at LARGE that is @p small at SMALL and @p middle at MIDDLE. */
static double extend(double small, double middle) {
    double slope = (middle - small) / (MIDDLE - SMALL);
    return fmax(0, middle + slope * ((double)LARGE - MIDDLE));
}

static uint64_t extend_count(uint64_t small, uint64_t middle) {
    return (uint64_t)extend((double)small, (double)middle);
}

static struct simt_traffic extend_traffic(struct simt_traffic a, struct simt_traffic b) {
    return (struct simt_traffic){extend_count(a.requests, b.requests), extend_count(a.bytes, b.bytes),
                                 extend_count(a.transactions, b.transactions)};
}

static struct simt_kernel_record extend_record(const struct simt_kernel_record *a,
                                               const struct simt_kernel_record *b) {
    struct simt_kernel_record r = *b;
    const struct simt_counters *x = &a->counters, *y = &b->counters;
    struct simt_counters *c = &r.counters;
    r.grid.x = (unsigned)extend(a->grid.x, b->grid.x);
    r.device_bytes = extend_count(a->device_bytes, b->device_bytes);
    c->global_load = extend_traffic(x->global_load, y->global_load);
    c->global_store = extend_traffic(x->global_store, y->global_store);
    c->global_atomic = extend_traffic(x->global_atomic, y->global_atomic);
    c->shared_load = extend_traffic(x->shared_load, y->shared_load);
    c->shared_store = extend_traffic(x->shared_store, y->shared_store);
    c->shared_atomic = extend_traffic(x->shared_atomic, y->shared_atomic);
    c->load_waits = extend_count(x->load_waits, y->load_waits);
    c->barriers = extend_count(x->barriers, y->barriers);
    c->warp_instructions = extend_count(x->warp_instructions, y->warp_instructions);
    c->atomic_serialization = extend_count(x->atomic_serialization, y->atomic_serialization);
    return r;
}

static const struct simt_kernel_record *find(const struct simt_kernel_record *in, unsigned count,
                                             const char *name) {
    for (unsigned k = 0; k < count; k++)
        if (strcmp(in[k].name, name) == 0)
            return &in[k];
    return NULL;
}

/* A kernel that the smaller size did not need has next to nothing to do. */
static void model_step(const struct ladder_step *step, struct row *row) {
    struct simt_kernel_record small[MAX_KERNELS], middle[MAX_KERNELS];
    unsigned count = run(step, SMALL, small), middle_count = run(step, MIDDLE, middle);
    row->gb = (double)LARGE * step->bytes_per_element / 1e9;
    row->modelled_ms = 0;
    for (unsigned k = 0; k < count; k++) {
        const struct simt_kernel_record *other = find(middle, middle_count, small[k].name);
        require(other != NULL, "the sizes launch different kernels");
        struct simt_kernel_record record = extend_record(&small[k], other);
        struct simt_model model = simt_model(&record, simt_profile());
        size_t length = strlen(row->bound_by);
        row->modelled_ms += model.total / 1000;
        snprintf(row->bound_by + length, sizeof row->bound_by - length, "%s%s", length ? ", " : "",
                 model.bound_by);
        if (getenv("TABLE_DETAILS"))
            fprintf(stderr,
                    "%s [%u]: memory %.3f port %.3f issue %.3f shared %.3f atomics %.3f blocks %.3f latency "
                    "%.3f ms; "
                    "%.1f M warp instructions, %.1f M waits, occupancy %.2f\n",
                    step->name, k, model.memory / 1e3, model.port / 1e3, model.issue / 1e3,
                    model.shared / 1e3, model.atomics / 1e3, model.blocks / 1e3, model.latency / 1e3,
                    (double)record.counters.warp_instructions / 1e6, (double)record.counters.load_waits / 1e6,
                    model.occupancy);
    }
}

/** The measured time of a step. */
static double find_measured(FILE *csv, const char *name) {
    char line[512], found[256];
    double ms;
    rewind(csv);
    while (fgets(line, sizeof line, csv))
        if (sscanf(line, "\"%255[^\"]\",%*u,%lf", found, &ms) == 2 && strcmp(found, name) == 0)
            return ms;
    fprintf(stderr, "table: no measured time for '%s'\n", name);
    exit(2);
}

/** Rank among the values, from 1; equal ones share the mean of theirs. */
static double rank_of(double value, const struct row *rows, unsigned count, int modelled) {
    unsigned less = 0, equal = 0;
    for (unsigned i = 0; i < count; i++) {
        double other = rows[i].gb / (modelled ? rows[i].modelled_ms : rows[i].measured_ms);
        less += other < value;
        equal += other == value;
    }
    return less + (equal + 1) / 2.0;
}

/** Spearman's rank correlation of modelled and measured bandwidth: Pearson's, of the ranks. */
static double spearman(const struct row *rows, unsigned count) {
    double mean = (count + 1) / 2.0, xy = 0, xx = 0, yy = 0;
    for (unsigned i = 0; i < count; i++) {
        double x = rank_of(rows[i].gb / rows[i].modelled_ms, rows, count, 1) - mean;
        double y = rank_of(rows[i].gb / rows[i].measured_ms, rows, count, 0) - mean;
        xy += x * y;
        xx += x * x;
        yy += y * y;
    }
    return xy / sqrt(xx * yy);
}

static void print(const struct row *rows, unsigned count) {
    unsigned within = 0;
    printf("| kernel | measured, ms | modelled, ms | measured, GB/s | modelled, GB/s | ratio | bound by |\n"
           "| --- | --- | --- | --- | --- | --- | --- |\n");
    for (unsigned i = 0; i < count; i++) {
        const struct row *r = &rows[i];
        double ratio = r->measured_ms / r->modelled_ms;
        int fine = ratio <= 1.5 && ratio >= 1 / 1.5;
        within += (unsigned)fine;
        printf("| %s | %.3f | %.3f | %.1f | %.1f | %.2f%s | %s |\n", r->name, r->measured_ms, r->modelled_ms,
               r->gb / r->measured_ms * 1e3, r->gb / r->modelled_ms * 1e3, ratio, fine ? "" : " (!)",
               r->bound_by);
    }
    printf("\nProfile: %s%s. Rank correlation (Spearman) of the bandwidths: %.3f. Within a factor of 1.5: %u "
           "of %u.\n",
           simt_profile()->name, simt_profile()->measured ? "" : " (not measured)", spearman(rows, count),
           within, count);
}

int main(int argc, char **argv) {
    static struct row rows[MAX_STEPS];
    FILE *csv = argc == 2 ? fopen(argv[1], "r") : NULL;
    require(csv != NULL, "usage: table MEASURED.csv");
    require(ladder_steps <= MAX_STEPS, "too many steps");
    for (unsigned i = 0; i < ladder_steps; i++) {
        rows[i].name = ladder[i].name;
        rows[i].measured_ms = find_measured(csv, rows[i].name);
        model_step(&ladder[i], &rows[i]);
    }
    fclose(csv);
    print(rows, ladder_steps);
    return 0;
}
