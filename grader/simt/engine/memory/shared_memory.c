// Lays out the shared memory of the running launch and answers which variable an offset belongs to.
#include "engine/memory/shared_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/memory/bounds.h"
#include "engine/memory/device_range.h"
#include "engine/memory/poison.h"
#include "engine/memory/shadow.h"
#include "engine/report/settings.h"

/* Variables start at a multiple of all banks, so that red zones do not shift the banks of the next variable.
 * A red zone is as large as its variable, and no less than RED_ZONE. */
enum {
    ALIGN = 128,
    RED_ZONE = 128,
    MAX_VARIABLES = 256,
    STATIC_AT = 64 * 1024, /* so that a negative index is still an address in shared memory */
    DYNAMIC_AT = 512 * 1024,
    RESERVED_AT = SIMT_SHARED_SPAN - 4096,
    STATIC_LIMIT = 48 * 1024
};

struct variable {
    const char *name;
    uint64_t low, high;
};

static struct variable variables[MAX_VARIABLES];
static unsigned variable_count;
static bool reserved_is_used;
static uint64_t next_offset;
static size_t static_bytes, dynamic_size;

size_t simt_shared_static_bytes(void) { return static_bytes; }

static void poison(const struct variable *v) {
    simt_poison_again((char *)SIMT_DEVICE_BASE + v->low, v->high - v->low);
}

static void forget_written(const struct variable *v) {
    simt_mark_initialized(SIMT_DEVICE_BASE + v->low, v->high - v->low, false);
}

void simt_shared_begin_launch(size_t dynamic_bytes) {
    simt_bounds_changed();
    for (unsigned i = 0; i < variable_count; i++)
        forget_written(&variables[i]); /* the present launch may have no variable there */
    static_bytes = 0;
    next_offset = STATIC_AT;
    dynamic_size = dynamic_bytes;
    variables[0] = (struct variable){"dynamic shared memory", DYNAMIC_AT, DYNAMIC_AT + dynamic_bytes};
    variable_count = 1;
    reserved_is_used = false;
}

void simt_shared_begin_block(void) {
    for (unsigned i = 0; i < variable_count; i++) {
        poison(&variables[i]);
        forget_written(&variables[i]);
    }
}

/** A block's shared memory put aside: for each variable so far, its bytes and then a byte of state for each;
 * and who touched it. */
struct image {
    struct simt_shadow_image shadow;
    unsigned variables;
    size_t capacity;
    unsigned char bytes[];
};

static size_t image_size(void) {
    size_t size = 0;
    for (unsigned i = 0; i < variable_count; i++)
        size += 2 * (variables[i].high - variables[i].low);
    return size;
}

/** Keeps what checkers know of a variable. */
static void save_states(struct image *image, unsigned variable, unsigned char *to, uint32_t epoch) {
    const struct variable *v = &variables[variable];
    for (uint64_t at = v->low; at < v->high; at++)
        to[at - v->low] = simt_first_uninitialized(SIMT_DEVICE_BASE + at, 1) == 0;
    simt_shadow_image_add(&image->shadow, v->low, v->high, epoch);
}

void *simt_shared_save(void *old, uint32_t epoch) {
    struct image *image = old;
    size_t size = image_size();
    if (!image || image->capacity < size) {
        image = realloc(image, sizeof *image + size);
        if (image && !old)
            image->shadow = (struct simt_shadow_image){0};
        if (!image) {
            fprintf(stderr, "simt: no memory for the shared memory of another resident block\n");
            exit(2);
        }
        image->capacity = size;
    }
    image->variables = variable_count;
    simt_shadow_image_clear(&image->shadow);
    unsigned char *to = image->bytes;
    for (unsigned i = 0; i < variable_count; i++) {
        size_t length = variables[i].high - variables[i].low;
        memcpy(to, (char *)SIMT_DEVICE_BASE + variables[i].low, length);
        if (!simt_samples_alone())
            save_states(image, i, to + length, epoch);
        to += 2 * length;
    }
    return image;
}

void simt_shared_restore(const void *saved) {
    const struct image *image = saved;
    const unsigned char *from = image->bytes;
    simt_shared_begin_block();
    for (unsigned i = 0; i < image->variables; i++) {
        size_t length = variables[i].high - variables[i].low;
        memcpy((char *)SIMT_DEVICE_BASE + variables[i].low, from, length);
        for (size_t b = 0; b < length && !simt_samples_alone(); b++)
            if (from[length + b])
                simt_mark_initialized(SIMT_DEVICE_BASE + variables[i].low + b, 1, true);
        from += 2 * length;
    }
    simt_shadow_image_restore(&image->shadow);
}

void *simt_dynamic_shared(void) { return (char *)SIMT_DEVICE_BASE + DYNAMIC_AT; }

static const struct variable *add_variable(const char *name, uint64_t low, size_t size) {
    struct variable *v = &variables[variable_count++];
    *v = (struct variable){name, low, low + size};
    poison(v);
    forget_written(v);
    return v;
}

uint32_t simt_shared_lay_out(const char *name, size_t size) {
    if (variable_count >= MAX_VARIABLES - 1 ||
        static_bytes + size > STATIC_LIMIT) /* one is the reserved part */
        return 0;
    const struct variable *v = add_variable(name, next_offset, size);
    next_offset = (v->high + (size > RED_ZONE ? size : RED_ZONE) + ALIGN - 1) / ALIGN * ALIGN;
    static_bytes += size;
    return (uint32_t)v->low;
}

uint64_t simt_shared_reserved(void) {
    if (!reserved_is_used)
        add_variable("shared memory of the system", RESERVED_AT, SIMT_SHARED_RESERVED);
    reserved_is_used = true;
    return RESERVED_AT;
}

bool simt_shared_find(uint64_t offset, uint64_t *low, uint64_t *high) {
    for (unsigned i = 0; i < variable_count; i++)
        if (offset >= variables[i].low && offset < variables[i].high) {
            *low = variables[i].low;
            *high = variables[i].high;
            return true;
        }
    return false;
}

bool simt_shared_name(uint64_t offset, char *name, size_t size) {
    for (unsigned i = 1; i < variable_count; i++)
        if (offset >= variables[i].low && offset < variables[i].high) {
            snprintf(name, size, "%s", variables[i].name);
            return true;
        }
    return false;
}

const char *simt_shared_describe(uint64_t offset) {
    static char text[160];
    const struct variable *nearest = &variables[0];
    uint64_t best = UINT64_MAX;
    for (unsigned i = 0; i < variable_count; i++) {
        const struct variable *v = &variables[i];
        uint64_t distance = offset >= v->high ? offset - v->high : v->low > offset ? v->low - offset : 0;
        if (distance < best) {
            best = distance;
            nearest = v;
        }
    }
    snprintf(text, sizeof text, "out of bounds, at byte %lld of %s%s%s of %llu bytes",
             (long long)(offset - nearest->low), nearest == variables ? "" : "'", nearest->name,
             nearest == variables ? "" : "'", (unsigned long long)(nearest->high - nearest->low));
    return text;
}
