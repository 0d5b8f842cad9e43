// The recorded speeds of all labs as one table: for each device the naive way, the mark and the reference.
#include "table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "run/timing.h"

enum { MAX_LABS = 64 };

static const char introduction[] =
    "# What speed is judged by\n"
    "\n"
    "Made by `make references`. It is about each lab's solution and its naive way. All figures are GB/s: "
    "bytes\n"
    "that the problem has to move, over the time for so many elements. Points for speed begin at the naive\n"
    "way's. From the mark on, %.1f of the reference's, there are all of them, and between them they follow "
    "the\n"
    "logarithm ([fairness.md](../../fairness.md)).\n";

static const struct {
    enum backend backend;
    const char *heading;
} sections[] = {
    {BACKEND_CPU, "\n## Without a GPU\n\nModelled, as the submission's own speed is.\n"},
    {BACKEND_GPU,
     "\n## On a GPU\n\nMeasured on such a GPU ([measured.csv](measured.csv)). A grading scales them to "
     "the bandwidth and the\nclock that it finds. What is in italics was not measured on that device yet, "
     "and is modelled.\n"},
};

// 3 digits, as far as they are there.
static void print_gbps(FILE *out, double gbps, bool in_italics) {
    const char *mark = in_italics ? "*" : "";
    const int decimals = gbps < 10 ? 2 : gbps < 100 ? 1 : 0;
    fprintf(out, " %s%.*f%s |", mark, decimals, gbps, mark);
}

static int32_t elements(const struct spec_task *task, enum backend backend) {
    return backend == BACKEND_GPU ? task->bandwidth.n : spec_modelled_n(task);
}

// On a GPU a way is judged by its modelled time as long as nobody has measured it.
static bool is_unmeasured(const struct spec *lab, const struct spec_task *task, enum speed_way way,
                          enum backend backend, const struct speed_profile *p) {
    return backend == BACKEND_GPU &&
           speeds_measured(lab->speeds, task->name, way, p->name, task->bandwidth.n) <= 0;
}

static bool print_device(FILE *out, const struct spec *lab, const struct spec_task *task,
                         enum backend backend, const struct speed_profile *p, struct error *error) {
    struct calibration device = {.known = true,
                                 .multiprocessors = p->multiprocessors,
                                 .clock_mhz = p->clock_mhz,
                                 .copy_gbps = p->copy_gbps};
    struct timing_scale scale;
    snprintf(device.device, sizeof device.device, "%s", p->name);
    if (!timing_scale(lab, task, elements(task, backend), backend, &device, &scale, error))
        return false;
    const bool reference = is_unmeasured(lab, task, WAY_REFERENCE, backend, p);
    print_gbps(out, scale.zero_gbps, is_unmeasured(lab, task, WAY_NAIVE, backend, p));
    print_gbps(out, scale.full_gbps, reference);
    print_gbps(out, scale.reference_gbps, reference);
    return true;
}

static bool print_task(FILE *out, const struct spec *lab, const struct spec_task *task, enum backend backend,
                       struct error *error) {
    struct speed_profile p;
    bool good = true;
    fprintf(out, "| %s | `%s` | %d |", lab->name, task->name, elements(task, backend));
    for (size_t i = 0; good && speeds_profile(lab->speeds, i, &p); i++)
        good = print_device(out, lab, task, backend, &p, error);
    fputs("\n", out);
    return good;
}

// The devices are those of every lab: `make references` records all of them at once.
static void print_head(FILE *out, const struct spec *lab) {
    struct speed_profile p;
    fputs("\n| lab | task | elements |", out);
    for (size_t i = 0; speeds_profile(lab->speeds, i, &p); i++) {
        for (char *c = p.name; *c; c++)
            *c = (char)toupper((unsigned char)*c);
        fprintf(out, " %s: naive | mark | reference |", p.name);
    }
    fputs("\n| --- | --- | --- |", out);
    for (size_t i = 0; speeds_profile(lab->speeds, i, &p); i++)
        fputs(" --- | --- | --- |", out);
    fputs("\n", out);
}

static int by_name(const void *a, const void *b) {
    return strverscmp((*(const struct spec *const *)a)->name, (*(const struct spec *const *)b)->name);
}

// Those that are judged by speed. @return how many
static size_t list_labs(const struct spec **labs, size_t room) {
    size_t count = 0;
    for (size_t i = 0; i < spec_count() && count < room; i++)
        if (!spec_get(i)->challenge)
            labs[count++] = spec_get(i);
    qsort(labs, count, sizeof *labs, by_name);
    return count;
}

static bool print_section(FILE *out, const struct spec *const *labs, size_t count, enum backend backend,
                          struct error *error) {
    for (size_t i = 0; i < count; i++) {
        if (i == 0)
            print_head(out, labs[i]);
        for (size_t t = 0; t < labs[i]->task_count; t++)
            if (labs[i]->tasks[t].points[CHECK_BANDWIDTH] > 0 &&
                !print_task(out, labs[i], &labs[i]->tasks[t], backend, error))
                return false;
    }
    return true;
}

bool table_print(FILE *out, struct error *error) {
    const struct spec *labs[MAX_LABS];
    const size_t count = list_labs(labs, MAX_LABS);
    fprintf(out, introduction, timing_full_share);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        fputs(sections[i].heading, out);
        if (!print_section(out, labs, count, sections[i].backend, error))
            return false;
    }
    return true;
}
