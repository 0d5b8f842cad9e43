// The time at a size that is too large to be run on the engine: the launcher is called at two small sizes,
// then at that size with kernels noted only and memory that is addresses alone (simt.h).
#include <cjson/cJSON.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cpu.h"
#include "engine/memory/heap.h"
#include "engine/model/kernels.h"
#include "engine/report/errors.h"
#include "engine/report/kernel_name.h"
#include "engine/report/lines.h"
#include "engine/report/status.h"
#include "include/simt/simt.h"
#include "runner/driver.h"

/* Of the dry call, those that are looked at closely: more are alike. */
enum { MOST_LAUNCHES = 256 };

// Why there is no time.
struct reason {
    char text[512];
};

static bool refuse(struct reason *why, const char *words) {
    snprintf(why->text, sizeof why->text, "%s", words);
    return false;
}

// An error of the runs ends them, or leaves out what they were to do.
static bool is_clean(struct reason *why, size_t errors_before, int32_t n) {
    simt_status_report_unchecked();
    if (simt_error_count() > errors_before)
        snprintf(why->text, sizeof why->text, "n = %d: %.400s", n, simt_error_get(errors_before)->message);
    else if (simt_status_sticky())
        snprintf(why->text, sizeof why->text, "n = %d: a kernel ended early", n);
    else
        return true;
    return false;
}

// One of the small sizes. @return false if it did not come to its end
static bool run_at(const struct job *job, const struct call *call, int32_t n, const void *input, void *output,
                   struct reason *why) {
    const size_t errors = simt_error_count();
    struct cpu_buffers buffers;
    if (!cpu_make_buffers(&buffers, call, input, output))
        return refuse(why, "the engine has no memory for the buffers");
    cpu_call(driver_find(job->task), call, &buffers);
    cpu_copy_buffers(&buffers, call, CALL_WRITTEN, output);
    cpu_free_buffers(&buffers);
    simt_heap_reuse_addresses();
    return is_clean(why, errors, n);
}

// Addresses alone, also of no bytes. @return false if they do not fit into the device's memory
static bool make_dry(struct cpu_buffers *buffers, const struct call *call) {
    bool fits = true;
    *buffers = (struct cpu_buffers){{0}};
    for (uint32_t i = 0; i < call->count; i++)
        if (call_has(CALL_BUFFERS, &call->of[i]))
            fits = (buffers->at[i] = simt_heap_allocate(call->of[i].bytes, false, 0)) && fits;
    return fits;
}

static bool run_dry(const struct job *job, struct reason *why) {
    const struct job_dry *dry = &job->dry;
    const size_t errors = simt_error_count();
    simt_set_dry(true);
    struct cpu_buffers buffers;
    const bool fits = make_dry(&buffers, &dry->call);
    if (fits)
        cpu_call(driver_find(job->task), &dry->call, &buffers);
    const bool good = fits && is_clean(why, errors, dry->n);
    if (!fits)
        snprintf(why->text, sizeof why->text, "n = %d does not fit into the device's memory", dry->n);
    simt_set_dry(false);
    return good;
}

// @param ends receives how many launches there were after each of the three calls
static bool predict(const struct job *job, const void *input, void *output, struct simt_prediction *out,
                    struct reason *why, size_t ends[3]) {
    const char *smaller = (const char *)input + job_align(job->input_bytes);
    char *larger = (char *)output + job_align(job->output_bytes);
    if (!run_at(job, &job->dry.small, job->dry.n_small, smaller, output, why))
        return false;
    const int small = simt_part_end(job->dry.n_small);
    ends[0] = simt_kernel_count();
    if (!run_at(job, &job->call, job->n, input, larger, why))
        return false;
    const int large = simt_part_end(job->n);
    ends[1] = simt_kernel_count();
    if (!run_dry(job, why))
        return false;
    ends[2] = simt_kernel_count();
    return simt_predict(small, large, simt_part_end(job->dry.n), out, why->text, sizeof why->text);
}

// Sectors that a request of a warp takes of global memory, for all launches of a kernel in a part of the
// list.
static double sectors_of(const char *name, size_t from, size_t to) {
    double sectors = 0, requests = 0;
    for (size_t i = from; i < to; i++) {
        const struct simt_kernel_record *k = simt_kernel_get(i);
        if (strcmp(k->name, name) != 0)
            continue;
        sectors += (double)(k->counters.global_load.transactions + k->counters.global_store.transactions);
        requests += (double)(k->counters.global_load.requests + k->counters.global_store.requests);
    }
    return requests > 0 ? sectors / requests : 0;
}

static double blocks_of(const struct simt_kernel_record *k) { return (double)simt_volume(k->grid); }

// The launch of a kernel in a part of the list that has most blocks, or most threads; NULL without any.
static const struct simt_kernel_record *largest_of(const char *name, size_t from, size_t to,
                                                   double (*size)(const struct simt_kernel_record *)) {
    const struct simt_kernel_record *largest = NULL;
    for (size_t i = from; i < to; i++) {
        const struct simt_kernel_record *k = simt_kernel_get(i);
        if (strcmp(k->name, name) == 0 && (!largest || size(k) > size(largest)))
            largest = k;
    }
    return largest;
}

/* Elements that threads of a fixed grid are to have, some of which may come in one word; and how often they
 * are to go through a loop. */
enum { EACH = 8, ROUNDS = 2 };

// The least argument of a kernel that grows in proportion to the size: 0 without any.
static double growing_argument(const struct job *job, const struct simt_kernel_record *k1,
                               const struct simt_kernel_record *k2, const struct simt_kernel_record *dry) {
    const double grown = (double)job->n / job->dry.n_small, to_grow = (double)job->dry.n / job->n;
    double least = 0;
    for (uint32_t i = 0; i < k2->arguments.count; i++) {
        const double w1 = k1->arguments.words[i], w2 = k2->arguments.words[i], w = dry->arguments.words[i];
        if (w1 > 0 && fabs(w2 - grown * w1) <= 1 + grown && fabs(w - to_grow * w2) <= 1 + to_grow &&
            (least == 0 || w2 < least))
            least = w2;
    }
    return least;
}

// How much larger the sizes would have to be to show that a loop grows, 0 if it is not known to be hidden: a
// fixed grid does the same at both sizes, for there is one element at most for each of its threads, and is to
// have more. The elements, as the blocks whose sums are added up, are known by the argument.
static double wish_for_loop(const struct job *job, const struct simt_kernel_record *k1,
                            const struct simt_kernel_record *k2, const struct simt_kernel_record *dry) {
    const double threads = simt_threads_of(k2), elements = growing_argument(job, k1, k2, dry);
    const double i1 = (double)k1->counters.warp_instructions, i2 = (double)k2->counters.warp_instructions;
    const bool is_hidden = elements > 0 && elements <= threads && i2 < 1.05 * i1 &&
                           elements * job->dry.n / job->n > ROUNDS * threads;
    return is_hidden ? job->n * ROUNDS * threads / elements : 0;
}

// How much larger the small sizes would have to be to show what the dry one does with a kernel: one that
// they do not launch at all, a grid that grew between them and grows no more behind, a fixed one in which
// threads had hardly an element each, or accesses that drew apart between them, as those of threads do that
// have a stretch each. 0 if they show it. Small grids beside large ones matter little, but where a loop is to
// grow in them.
static double wish_for(const struct job *job, const char *name, const size_t ends[3], double heaviest) {
    const struct simt_kernel_record *k1 = largest_of(name, 0, ends[0], simt_threads_of),
                                    *k2 = largest_of(name, ends[0], ends[1], simt_threads_of),
                                    *k = largest_of(name, ends[1], ends[2], simt_threads_of);
    if (!k2)
        return DBL_MAX;
    const double small = k1 ? simt_threads_of(k1) : 0, large = simt_threads_of(k2), dry = simt_threads_of(k);
    const double growth = (double)job->dry.n / job->n;
    const bool is_fixed = small == large && large == dry;
    if (dry < 0.1 * heaviest)
        return is_fixed ? wish_for_loop(job, k1, k2, k) : 0;
    if (sectors_of(name, ends[0], ends[1]) > 1.1 * sectors_of(name, 0, ends[0]))
        return DBL_MAX;
    if (is_fixed)
        return EACH * large > job->n ? EACH * large : 0;
    return large > 1.5 * small && dry < 0.5 * growth * large ? 2 * job->n * fmax(1, dry / large) : 0;
}

// The size that would show all of it; 0 if the present ones do.
static double wish_of(const struct job *job, const size_t ends[3]) {
    double wish = 0, heaviest = 0;
    for (size_t i = ends[1]; i < ends[2]; i++)
        heaviest = fmax(heaviest, simt_threads_of(simt_kernel_get(i)));
    const size_t end = ends[2] - ends[1] < MOST_LAUNCHES ? ends[2] : ends[1] + MOST_LAUNCHES;
    for (size_t i = ends[1]; i < end; i++)
        wish = fmax(wish, wish_for(job, simt_kernel_get(i)->name, ends, heaviest));
    return fmin(wish, job->dry.n);
}

static double share_idle(const struct simt_kernel_record *k) {
    return (double)k->counters.blocks_without_loads / (double)simt_volume(k->grid);
}

/* Of fewer blocks a part says little. */
enum { LEAST_BLOCKS = 8 };

// Whether most of a kernel's blocks load nothing, and will not at the size to come either: it is so at both
// small sizes, and the grid grows with the size. A fixed grid is larger than a small input needs.
static bool is_idle(const struct simt_kernel_record *k1, const struct simt_kernel_record *k2,
                    const struct simt_kernel_record *dry, double growth) {
    if (!k1 || !k2 || simt_volume(k2->grid) < LEAST_BLOCKS)
        return false;
    const double grown = (double)simt_volume(dry->grid) / (double)simt_volume(k2->grid);
    return share_idle(k1) >= 0.5 && share_idle(k2) >= 0.5 && share_idle(k2) < 1 && grown > 0.9 * growth;
}

static void add_idle(cJSON *predicted, const struct job *job, const size_t ends[3]) {
    const double growth = (double)job->dry.n / job->n;
    const struct simt_kernel_record *most = NULL;
    struct simt_line line;
    for (size_t i = ends[1]; i < ends[2] && i < ends[1] + MOST_LAUNCHES; i++) {
        const struct simt_kernel_record *dry = simt_kernel_get(i);
        const struct simt_kernel_record *k1 = largest_of(dry->name, 0, ends[0], blocks_of),
                                        *k2 = largest_of(dry->name, ends[0], ends[1], blocks_of);
        if (is_idle(k1, k2, dry, growth) && (!most || simt_volume(k2->grid) > simt_volume(most->grid)))
            most = k2;
    }
    cJSON *idle = most ? cJSON_AddObjectToObject(predicted, "idle") : NULL;
    if (!idle)
        return;
    char name[256];
    simt_kernel_name(most->name, name, sizeof name);
    const bool placed = simt_line_of(most->launched_at, &line);
    cJSON_AddStringToObject(idle, "kernel", name);
    cJSON_AddNumberToObject(idle, "n", job->n);
    cJSON_AddNumberToObject(idle, "blocks", (double)simt_volume(most->grid));
    cJSON_AddNumberToObject(idle, "idle", (double)most->counters.blocks_without_loads);
    cJSON_AddStringToObject(idle, "file", placed ? line.file : "");
    cJSON_AddNumberToObject(idle, "line", placed ? line.line : 0);
}

// @param p the prediction; NULL if there is none, for the reason
static char *json_of(const struct job *job, const size_t ends[3], const struct simt_prediction *p,
                     const struct reason *why) {
    cJSON *json = cJSON_CreateObject(), *object;
    const double wish = ends[2] > 0 ? wish_of(job, ends) : 0;
    if (wish > 0)
        cJSON_AddNumberToObject(json, "wish", wish);
    if (!p)
        cJSON_AddStringToObject(json, "why", why->text);
    else if ((object = cJSON_AddObjectToObject(json, "predicted"))) {
        cJSON_AddNumberToObject(object, "us", p->us);
        cJSON_AddNumberToObject(object, "kernels_us", p->kernels_us);
        cJSON_AddNumberToObject(object, "launches_us", p->launches_us);
        cJSON_AddNumberToObject(object, "copies_us", p->copies_us);
        cJSON_AddNumberToObject(object, "host_us", p->host_us);
        cJSON_AddStringToObject(object, "bound", p->bound);
        cJSON_AddNumberToObject(object, "share", p->share);
        cJSON_AddStringToObject(object, "file", p->file);
        cJSON_AddNumberToObject(object, "line", p->line);
        cJSON_AddNumberToObject(object, "without_us", p->without_us);
        cJSON_AddNumberToObject(object, "touched_bytes", p->touched);
        add_idle(object, job, ends);
    }
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    return text;
}

enum job_status driver_predict(const struct job *job, const void *input, void *output, char **json) {
    struct simt_prediction prediction;
    struct reason why = {""};
    simt_embed();
    simt_set_sampling(true);
    simt_set_schedule("");
    simt_set_multiprocessors(0);
    simt_reset();
    if (!cpu_confine()) {
        *json = cpu_sentence("the engine cannot find the submission's functions");
        return JOB_DEVICE_ERROR;
    }
    size_t ends[3] = {0};
    const bool known = predict(job, input, output, &prediction, &why, ends);
    *json = json_of(job, ends, known ? &prediction : NULL, &why);
    return JOB_DONE;
}
