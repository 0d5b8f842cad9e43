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
    if (!known) {
        mask = read_mask();
        if (simt_is_unchecked())
            mask = 0;
        known = true;
    }
    return (mask & check) != 0;
}

static bool wants_counters(void) {
    const char *word = getenv("SIMT_COUNT");
    if (!word || !*word || strcmp(word, "all") == 0)
        return true;
    if (strcmp(word, "none") == 0)
        return false;
    fprintf(stderr, "simt: SIMT_COUNT=%s: use all or none\n", word);
    exit(2);
}

bool simt_counting(void) {
    static bool known, counting;
    if (!known)
        counting = wants_counters() && !simt_is_unchecked();
    known = true;
    return counting;
}

static bool sampling_asked, times_asked;

void simt_set_sampling(bool on) { sampling_asked = on; }

bool simt_keeps_samples(void) { return sampling_asked; }

void simt_want_times(void) { times_asked = true; }

bool simt_times_wanted(void) {
    const char *report = getenv("SIMT_REPORT");
    return !simt_is_embedded() && (times_asked || (report && *report));
}

bool simt_sampling(void) { return simt_counting() && (simt_keeps_samples() || simt_times_wanted()); }
