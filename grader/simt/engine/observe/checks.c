// Reads SIMT_CHECK.
#include "engine/observe/checks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/log/logging.h"

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
