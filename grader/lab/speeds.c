// Looks up recorded speeds in a lab's table of lines.
#include "speeds.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const speed_way_names[WAY_COUNT] = {[WAY_REFERENCE] = "reference", [WAY_NAIVE] = "naive"};

static bool is_positive(double value) { return value > 0 && isfinite(value); }

static bool is_part(double value) { return value >= 0 && isfinite(value); }

static bool read_profile(const char *line, struct speed_profile *p) {
    return sscanf(line, "profile %31s %lf %lf %lf", p->name, &p->multiprocessors, &p->clock_mhz,
                  &p->copy_gbps) == 4 &&
           is_positive(p->multiprocessors) && is_positive(p->clock_mhz) && is_positive(p->copy_gbps);
}

bool speeds_profile(const char *const *table, size_t i, struct speed_profile *profile) {
    for (; table && *table; table++)
        if (read_profile(*table, profile) && i-- == 0)
            return true;
    return false;
}

// The rest of the line that begins with these words; NULL if there is none.
__attribute__((format(printf, 2, 3))) static const char *find(const char *const *table, const char *format,
                                                              ...) {
    char words[192];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    const size_t length = strlen(words);
    for (; table && *table; table++)
        if (strncmp(*table, words, length) == 0 && (*table)[length] == ' ')
            return *table + length;
    return NULL;
}

bool speeds_are_of(const char *const *table, const char *sum) {
    const char *recorded = find(table, "spec");
    return !recorded || strcmp(recorded + 1, sum) == 0;
}

static bool read_speed(const char *text, struct speed *s) {
    if (sscanf(text, "%d %lf %lf %lf %lf %lf %23s %lf %lf", &s->n, &s->us, &s->kernels_us, &s->launches_us,
               &s->copies_us, &s->host_us, s->bound, &s->share, &s->instructions) != 9)
        return false;
    const double sum = s->kernels_us + s->launches_us + s->copies_us + s->host_us;
    return s->n > 0 && is_positive(s->us) && is_part(s->kernels_us) && is_part(s->launches_us) &&
           is_part(s->copies_us) && is_part(s->host_us) && fabs(sum - s->us) <= 0.01 * s->us &&
           s->share >= 0 && s->share <= 1 && is_part(s->instructions);
}

bool speeds_find(const char *const *table, const char *task, enum speed_way way, const char *profile,
                 struct speed *speed) {
    const char *text = find(table, "speed %s %s %s", task, speed_way_names[way], profile);
    return text && read_speed(text, speed);
}

double speeds_measured(const char *const *table, const char *task, enum speed_way way, const char *profile,
                       int32_t n) {
    const char *text = find(table, "measured %s %s %s %d", task, speed_way_names[way], profile, n);
    double us;
    return text && sscanf(text, "%lf", &us) == 1 && is_positive(us) ? us : 0;
}

double speeds_instructions(const char *const *table, const char *task, int32_t n) {
    struct speed_profile profile;
    struct speed speed;
    double most = 0;
    for (enum speed_way way = 0; way < WAY_COUNT && speeds_profile(table, 0, &profile); way++)
        if (speeds_find(table, task, way, profile.name, &speed) && speed.n == n)
            most = fmax(most, speed.instructions);
    return most;
}

bool speeds_counted(const char *const *table, const char *task, enum speed_way way, struct speed_counted *c) {
    const char *text = find(table, "counted %s %s", task, speed_way_names[way]);
    return text && sscanf(text, "%d %lf %lf %lf %lf %lf %lf", &c->n, &c->launches, &c->sectors,
                          &c->wavefronts, &c->atomics, &c->barriers, &c->instructions) == 7;
}
