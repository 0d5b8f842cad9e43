// Which launch of one run is the same as a launch of another run, at another size.
#include "engine/predict/alike.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** The logarithms of threads and of each argument. A block is another one if its size is. */
enum { OF_GRID, OF_BLOCK, OF_ARGUMENTS, MEASURES = OF_ARGUMENTS + SIMT_ARGUMENT_WORDS };

struct member {
    unsigned series;
    unsigned measures;
    float measure[MEASURES];
};

struct simt_series {
    size_t count; /* launches */
    struct member *members;
    const struct simt_kernel_record **first; /* of each series */
    unsigned series_count;
};

static void *no_memory_unless(void *room) {
    if (!room) {
        fprintf(stderr, "simt: no memory for the list of launches\n");
        exit(2);
    }
    return room;
}

/** How alike two kernels are: launched from the same place, the same, of one template. */
enum likeness { SAME_TEMPLATE, SAME_KERNEL, SAME_PLACE, LIKENESSES };

static bool is_like(const struct simt_kernel_record *a, const struct simt_kernel_record *b,
                    enum likeness likeness) {
    if (likeness == SAME_TEMPLATE) {
        const size_t length = strcspn(a->name, "<[");
        return length == strcspn(b->name, "<[") && strncmp(a->name, b->name, length) == 0;
    }
    return (a->name == b->name || strcmp(a->name, b->name) == 0) &&
           (likeness == SAME_KERNEL || a->launched_at == b->launched_at);
}

static unsigned series_of(struct simt_series *s, const struct simt_kernel_record *record) {
    for (unsigned i = 0; i < s->series_count; i++)
        if (is_like(s->first[i], record, SAME_PLACE))
            return i;
    s->first[s->series_count] = record;
    return s->series_count++;
}

static struct member member_of(struct simt_series *s, const struct simt_kernel_record *record) {
    const struct simt_arguments *arguments = &record->arguments;
    struct member member = {.series = series_of(s, record), .measures = OF_ARGUMENTS + arguments->count};
    member.measure[OF_GRID] = (float)log2(simt_threads_of(record));
    member.measure[OF_BLOCK] = (float)log2((double)simt_volume(record->block));
    for (uint32_t i = 0; i < arguments->count; i++)
        member.measure[OF_ARGUMENTS + i] = (float)log2(1 + (double)arguments->words[i]);
    return member;
}

struct simt_series *simt_series_new(void) {
    struct simt_series *s = no_memory_unless(calloc(1, sizeof *s));
    s->count = simt_kernel_count();
    s->members = no_memory_unless(calloc(s->count + 1, sizeof *s->members));
    s->first = no_memory_unless(calloc(s->count + 1, sizeof *s->first));
    for (size_t i = 0; i < s->count; i++)
        s->members[i] = member_of(s, simt_kernel_get(i));
    return s;
}

void simt_series_free(struct simt_series *s) {
    if (!s)
        return;
    free(s->members);
    free(s->first);
    free(s);
}

static size_t length_in(const struct simt_series *s, unsigned series, struct simt_launch_range range) {
    size_t length = 0;
    for (size_t i = range.from; i < range.to; i++)
        length += s->members[i].series == series;
    return length;
}

/** The series that has launches in the range, and is most like another one; the same one, if it has some.
 * @return false if none is like it */
static bool nearest_series(const struct simt_series *s, struct simt_launch_range in, unsigned *series) {
    const struct simt_kernel_record *wanted = s->first[*series];
    for (int likeness = LIKENESSES - 1; likeness >= 0; likeness--)
        for (size_t i = in.from; i < in.to; i++)
            if (is_like(s->first[s->members[i].series], wanted, (enum likeness)likeness)) {
                *series = s->members[i].series;
                return true;
            }
    return false;
}

static double distance_of(const struct member *a, const struct member *b) {
    double distance = 0;
    for (unsigned i = 0; i < a->measures && i < b->measures; i++)
        distance += fabsf(a->measure[i] - b->measure[i]);
    return distance;
}

/** The i-th launch of a series in a range, or its last. */
static size_t numbered(const struct simt_series *s, unsigned series, struct simt_launch_range in, size_t i) {
    size_t found = SIZE_MAX;
    for (size_t k = in.from; k < in.to; k++)
        if (s->members[k].series == series) {
            found = k;
            if (i-- == 0)
                break;
        }
    return found;
}

/** The nearest launch of a series in a range; of those that are equally near the one whose number in its
 * series is nearest. */
static size_t nearest(const struct simt_series *s, unsigned series, struct simt_launch_range in,
                      size_t launch, size_t number) {
    size_t found = SIZE_MAX, i = 0, far = 0;
    double least = INFINITY;
    for (size_t k = in.from; k < in.to; k++) {
        if (s->members[k].series != series)
            continue;
        const double distance = distance_of(&s->members[k], &s->members[launch]);
        const size_t apart = i > number ? i - number : number - i;
        if (distance < least || (distance == least && apart < far)) {
            found = k;
            least = distance;
            far = apart;
        }
        i++;
    }
    return found;
}

size_t simt_launch_alike(const struct simt_series *s, size_t launch, struct simt_launch_range of,
                         struct simt_launch_range in, enum simt_found *how) {
    unsigned series = s->members[launch].series;
    const size_t number = length_in(s, series, (struct simt_launch_range){of.from, launch});
    const size_t length = length_in(s, series, of);
    if (!nearest_series(s, in, &series))
        return SIZE_MAX;
    const size_t same = numbered(s, series, in, number);
    const bool is_same = length_in(s, series, in) == length &&
                         s->members[same].measure[OF_BLOCK] == s->members[launch].measure[OF_BLOCK];
    *how = series != s->members[launch].series ? SIMT_FOUND_ELSEWHERE
           : is_same                           ? SIMT_FOUND_SAME
                                               : SIMT_FOUND_NEAREST;
    return *how == SIMT_FOUND_SAME ? same : nearest(s, series, in, launch, number);
}

// An argument that grows slower than this power of the size counts levels; one that grows faster is none.
static const double SLOWEST = 0.3, FASTEST = 3;

double simt_size_by_arguments(const struct simt_sizes *s, const struct simt_arguments *at1,
                              const struct simt_arguments *at2, const struct simt_arguments *to_come) {
    double size = 0, least = INFINITY;
    for (uint32_t i = 0; i < at1->count && i < at2->count && i < to_come->count; i++) {
        const double power = simt_power(s->n1, at1->words[i], s->n2, at2->words[i]);
        if (at1->words[i] == 0 || at2->words[i] == 0 || to_come->words[i] == 0 || power < SLOWEST ||
            power > FASTEST)
            continue;
        struct simt_sizes said = *s;
        said.n = fmin(s->n, s->n2 * pow((double)to_come->words[i] / at2->words[i], 1 / power));
        const double apart = fabs(log(simt_threads_expected(&said) / s->threads));
        if (apart < least - 1e-6 || (apart < least + 1e-6 && said.n > size)) {
            least = fmin(apart, least);
            size = said.n;
        }
    }
    return size;
}
