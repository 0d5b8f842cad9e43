// Both ends of the points for speed: recorded speeds, scaled to a device.
#include "timing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const double timing_full_share = 0.8;

// A difference of this factor or more is caused by other programs.
static const double TOO_NOISY = 1.25;

static double kernel_rate(double multiprocessors, double clock_mhz) { return multiprocessors * clock_mhz; }

// The distance between devices: factors of bandwidth and of the rate of their multiprocessors count equally.
static double distance(const struct speed_profile *p, const struct calibration *device) {
    return fabs(log(device->copy_gbps / p->copy_gbps)) +
           fabs(log(kernel_rate(device->multiprocessors, device->clock_mhz) /
                    kernel_rate(p->multiprocessors, p->clock_mhz)));
}

// Whether a profile's name is a word of the device's: h200 is one of "NVIDIA H200".
static bool is_named(const struct speed_profile *p, const struct calibration *device) {
    const char *at = strcasestr(device->device, p->name);
    return at && !(at > device->device && (unsigned char)at[-1] > ' ') &&
           strspn(at + strlen(p->name), "0123456789") == 0;
}

// @return false if the table has no profile
static bool find_profile(const struct spec *lab, const struct calibration *device,
                         struct speed_profile *found, bool *same) {
    struct speed_profile p;
    bool any = *same = false;
    for (size_t i = 0; !*same && speeds_profile(spec_speeds(lab), i, &p); i++) {
        *same = is_named(&p, device);
        if (*same || !any || distance(&p, device) < distance(found, device))
            *found = p;
        any = true;
    }
    return any;
}

// Microseconds of a solution on this device.
static double scaled_us(const struct speed *s, int32_t n, const struct speed_profile *p,
                        const struct calibration *device) {
    const double part = (double)n / s->n;
    const double in_memory = strcmp(s->bound, "memory") == 0 ? s->share : 0;
    const double by_memory = p->copy_gbps / device->copy_gbps;
    const double by_kernel = kernel_rate(p->multiprocessors, p->clock_mhz) /
                             kernel_rate(device->multiprocessors, device->clock_mhz);
    return part * s->kernels_us * (in_memory * by_memory + (1 - in_memory) * by_kernel) + s->launches_us +
           part * (s->copies_us + s->host_us);
}

// The parameters of a speed.
struct speed_question {
    const struct spec *lab;
    const struct spec_task *task;
    int32_t n;
    enum backend backend;
    const struct calibration *device;
};

// The factor by which a GPU is slower than the model for a solution; 1 if not requested or unknown.
static double correction(const struct speed_question *q, enum speed_way way, const struct speed_profile *p,
                         const struct speed *s) {
    if (q->backend != BACKEND_GPU)
        return 1;
    const int32_t n = q->task->bandwidth.n;
    const struct calibration same = {
        .multiprocessors = p->multiprocessors, .clock_mhz = p->clock_mhz, .copy_gbps = p->copy_gbps};
    const double us = speeds_measured(q->lab->speeds, q->task->name, way, p->name, n);
    return us > 0 ? us / scaled_us(s, n, p, &same) : 1;
}

static bool way_gbps(const struct speed_question *q, enum speed_way way, const struct speed_profile *p,
                     double *gbps, struct error *error) {
    const struct spec_task *task = q->task;
    struct speed s;
    if (!speeds_find(q->lab->speeds, task->name, way, p->name, &s))
        return error_set(error, "no speed of the %s way of %s is recorded for %s (make references)",
                         speed_way_names[way], task->name, p->name);
    if (s.n != spec_modelled_n(task))
        return error_set(error, "the speeds of %s are recorded for n = %d, and not for %d (make references)",
                         task->name, s.n, spec_modelled_n(task));
    const double us = correction(q, way, p, &s) * scaled_us(&s, q->n, p, q->device);
    *gbps = task->bandwidth.bytes_per_element * q->n / us / 1e3;
    return true;
}

bool timing_scale(const struct spec *lab, const struct spec_task *task, int32_t n, enum backend backend,
                  const struct calibration *device, struct timing_scale *scale, struct error *error) {
    const struct speed_question question = {lab, task, n, backend, device};
    struct speed_profile p;
    *scale = (struct timing_scale){0};
    if (!device->known)
        return error_set(error, "it is not known what the device can do");
    if (!find_profile(lab, device, &p, &scale->same_device))
        return error_set(error, "no speeds are recorded for this spec of %s (make references LAB=%s)",
                         lab->name, lab->name);
    if (!way_gbps(&question, WAY_REFERENCE, &p, &scale->reference_gbps, error) ||
        !way_gbps(&question, WAY_NAIVE, &p, &scale->zero_gbps, error))
        return false;
    scale->full_gbps = timing_full_share * scale->reference_gbps;
    snprintf(scale->profile, sizeof scale->profile, "%s", p.name);
    return scale->zero_gbps < scale->full_gbps ||
           error_set(error, "the recorded naive way of %s is as fast as its reference", task->name);
}

double timing_undisturbed(const struct calibration *device, const struct bandwidth *b) {
    const double us = b->bytes / b->gbps / 1e3;
    double gbps = b->best_gbps > TOO_NOISY * b->gbps ? b->best_gbps : b->gbps;
    if (device->turn.shared || device->store.shared)
        gbps = fmax(gbps, b->claimed_gbps);
    if (device->slowed > TOO_NOISY && us > device->short_us)
        gbps = fmax(gbps, b->gbps * device->slowed);
    return gbps;
}

int timing_points(const struct timing_scale *scale, double gbps, int max_points) {
    if (gbps >= scale->full_gbps)
        return max_points;
    if (!(gbps > scale->zero_gbps))
        return 0;
    const double part = log(gbps / scale->zero_gbps) / log(scale->full_gbps / scale->zero_gbps);
    return (int)floor(max_points * part + 1e-9);
}
