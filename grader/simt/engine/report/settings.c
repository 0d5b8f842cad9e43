// Reads SIMT_CHECK and SIMT_COUNT.
#include "engine/report/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simt/simt.h"

extern char simt_unchecked_code __attribute__((weak)); /* of simt/translated.h */

static bool embedded;

void simt_set_embedded(void) { embedded = true; }
bool simt_is_embedded(void) { return embedded; }
bool simt_is_unchecked(void) { return &simt_unchecked_code && !embedded; }

static unsigned mask_of(const char *word, size_t length) {
    static const struct {
        const char *word;
        unsigned mask;
    } known[] = {{"all", SIMT_CHECK_RACE | SIMT_CHECK_MEMORY | SIMT_CHECK_INIT | SIMT_CHECK_SYNC},
                 {"none", 0},
                 {"race", SIMT_CHECK_RACE},
                 {"memory", SIMT_CHECK_MEMORY},
                 {"init", SIMT_CHECK_INIT},
                 {"sync", SIMT_CHECK_SYNC}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].word) == length && strncmp(known[i].word, word, length) == 0)
            return known[i].mask;
    fprintf(stderr,
            "simt: SIMT_CHECK: unknown word '%.*s': use all, none, or some of race,memory,init,sync\n",
            (int)length, word);
    exit(2);
}

static unsigned read_mask(void) {
    const char *words = getenv("SIMT_CHECK");
    unsigned mask = 0;
    if (!words || !*words)
        words = "all";
    for (;;) {
        size_t length = strcspn(words, ",");
        mask |= mask_of(words, length);
        if (!words[length])
            return mask;
        words += length + 1;
    }
}

bool simt_check_on(enum simt_check check) {
    static bool known;
    static unsigned mask;
    if (simt_samples_alone())
        return false;
    if (!known) {
        mask = read_mask();
        if (simt_is_unchecked())
            mask = 0;
        known = true;
    }
    return (mask & check) != 0;
}

enum counting { COUNT_UNKNOWN, COUNT_NOTHING, COUNT_SAMPLED, COUNT_ALL };

static bool keeps_samples;
static uint64_t secret;

static enum counting wanted_counters(void) {
    const char *word = getenv("SIMT_COUNT");
    if (!word || !*word || strcmp(word, "all") == 0)
        return COUNT_ALL;
    if (strcmp(word, "sampled") == 0)
        return COUNT_SAMPLED;
    if (strcmp(word, "none") == 0)
        return COUNT_NOTHING;
    fprintf(stderr, "simt: SIMT_COUNT=%s: use all, sampled or none\n", word);
    exit(2);
}

static enum counting counting(void) {
    static enum counting known;
    if (keeps_samples)
        return COUNT_SAMPLED;
    if (known == COUNT_UNKNOWN)
        known = wanted_counters();
    if (simt_is_unchecked())
        known = COUNT_NOTHING;
    return known;
}

bool simt_counting(void) { return counting() == COUNT_ALL; }

bool simt_samples_alone(void) { return counting() == COUNT_SAMPLED; }

void simt_sample_launches(uint64_t drawn_from) {
    keeps_samples = true;
    secret = drawn_from;
}

bool simt_keeps_samples(void) { return keeps_samples; }

uint64_t simt_sample_secret(void) { return secret; }

static bool times_asked;

void simt_want_times(void) { times_asked = true; }

bool simt_times_wanted(void) {
    const char *report = getenv("SIMT_REPORT");
    return !simt_is_embedded() && (times_asked || (report && *report));
}

bool simt_sampling(void) { return simt_samples_alone() || (simt_counting() && simt_times_wanted()); }
