// One text of two: of what the preprocessor makes with __CUDA_ARCH__ and without.
//
// A function whose body differs has both, and asks at run time which one is to run: the host's or the
// device's. Kernels and device functions keep the device's. Outside of functions the device's text holds,
// with what the host's has beside it.
#include <string.h>

#include "translate.h"
#include "unit.h"

static bool is_same_word(const struct unit *a, uint32_t i, const struct unit *b, uint32_t k) {
    const struct token *left = &a->list.tokens[i], *right = &b->list.tokens[k];
    return left->length == right->length &&
           memcmp(a->list.text + left->start, b->list.text + right->start, left->length) == 0;
}

static uint32_t name_of(const struct unit *side, const struct region *function) {
    const uint32_t open = syntax_parameters(&side->list, function->first, function->body);
    return open == NO_TOKEN ? function->body : open - 1;
}

/* True if both are the same place of the source. */
static bool are_one(const struct unit *a, const struct region *of_a, const struct unit *b,
                    const struct region *of_b) {
    const struct token *left = &a->list.tokens[of_a->body], *right = &b->list.tokens[of_b->body];
    return of_a->kind == of_b->kind && left->line == right->line &&
           strcmp(a->list.files[left->file], b->list.files[right->file]) == 0 &&
           is_same_word(a, name_of(a, of_a), b, name_of(b, of_b));
}

static bool has_same_body(const struct unit *a, const struct region *of_a, const struct unit *b,
                          const struct region *of_b) {
    const uint32_t count = of_a->last - of_a->body;
    bool same = of_b->last - of_b->body == count;
    for (uint32_t i = 0; same && i < count; i++)
        same = is_same_word(a, of_a->body + i, b, of_b->body + i);
    return same;
}

/* One with a lambda of the device keeps the device's part: the lambda may differ, too. */
static bool may_run_on_host(const struct unit *side, const struct region *function) {
    bool host = !function->device && !function->kernel;
    for (uint32_t i = function->body; i < function->last; i++)
        host &= !token_is(&side->list, i, "__device__");
    for (uint32_t i = function->first; i < function->body; i++)
        host |= token_is(&side->list, i, "__host__");
    return host && function->kind == REGION_FUNCTION;
}

/* Tokens `first` to `last` of a side, before byte `at`, where the text goes on with token `next` of the
 * other. */
static void insert(struct unit *to, uint32_t at, const char *before, const struct unit *from, uint32_t first,
                   uint32_t last, const char *behind, uint32_t next) {
    const struct token *start = &from->list.tokens[first], *going_on = &to->list.tokens[next];
    edit_insert(&to->edits, at, "%s\n# %u \"%s\"%s\n%.*s%s\n# %u \"%s\"%s\n", before, start->line,
                from->list.files[start->file], start->system ? " 3" : "",
                (int)(token_end(&from->list, last) - start->start), from->list.text + start->start, behind,
                going_on->line, to->list.files[going_on->file], going_on->system ? " 3" : "");
}

/* The words behind token `d` and before `d_end`, and those of the host between `h` and `h_end`: where the
   host has all that the device has and more, the rest is put between. */
static void insert_host_only(struct unit *device, uint32_t d, uint32_t d_end, const struct unit *host,
                             uint32_t h, uint32_t h_end) {
    for (; d + 1 < d_end && h + 1 < h_end && is_same_word(device, d + 1, host, h + 1); d++)
        h++;
    for (; d + 1 < d_end && h + 1 < h_end && is_same_word(device, d_end - 1, host, h_end - 1); d_end--)
        h_end--;
    if (d + 1 == d_end && h + 1 < h_end)
        insert(device, device->list.tokens[d_end].start, "", host, h + 1, h_end - 1, "", d_end);
}

/* False if the device has one of them, too, at another place: a header is read where it is first included. */
static bool are_host_only(const struct unit *device, const struct unit *host, size_t first, size_t end) {
    for (; first < end; first++)
        for (size_t i = 0; i < device->outline.count; i++)
            if (are_one(device, &device->outline.regions[i], host, &host->outline.regions[first]))
                return false;
    return true;
}

static void merge(struct unit *device, const struct unit *host) {
    const struct region *all = device->outline.regions, *others = host->outline.regions;
    const size_t count = host->outline.count;
    size_t next = 0;
    uint32_t d = 0, h = 0; /* the last token of the region before */
    for (size_t i = 0; i < device->outline.count; i++) {
        size_t k = next;
        while (k < count && !are_one(device, &all[i], host, &others[k]))
            k++;
        if (k == count)
            continue;
        if (k > next && are_host_only(device, host, next, k))
            insert_host_only(device, d, all[i].first, host, h, others[k].first);
        if (may_run_on_host(device, &all[i]) && !has_same_body(device, &all[i], host, &others[k])) {
            edit_insert(&device->edits, device->list.tokens[all[i].body].start,
                        "{if(!__builtin_is_constant_evaluated()&&simt_on_device())");
            insert(device, token_end(&device->list, all[i].last), "else", host, others[k].body,
                   others[k].last, "}", all[i].last);
        }
        d = all[i].last;
        h = others[k].last;
        next = k + 1;
    }
    if (next < count && are_host_only(device, host, next, count))
        insert_host_only(device, d, device->list.count - 1, host, h, host->list.count - 1);
}

char *translate_sides(const char *device, size_t length, const char *host, size_t host_length,
                      size_t *out_length) {
    struct unit of_device, of_host;
    unit_begin(&of_device, device, length);
    unit_begin(&of_host, host, host_length);
    merge(&of_device, &of_host);
    char *text = edits_apply(&of_device.edits, device, length, out_length);
    unit_end(&of_device);
    unit_end(&of_host);
    return text;
}
