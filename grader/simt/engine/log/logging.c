// Reads SIMT_COUNT.
#include "engine/log/logging.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/observe/checks.h"
#include "engine/observe/recorder/record.h"
#include "engine/report/exit.h"

bool simt_counting = true, simt_logging = true;

extern char simt_unchecked_code __attribute__((weak)); /* of simt/translated.h */

bool simt_is_unchecked(void) { return &simt_unchecked_code && !simt_exit_is_embedded(); }

static bool wants_counters(void) {
    const char *word = getenv("SIMT_COUNT");
    if (!word || !*word || strcmp(word, "all") == 0)
        return true;
    if (strcmp(word, "none") == 0)
        return false;
    fprintf(stderr, "simt: SIMT_COUNT=%s: use all or none\n", word);
    exit(2);
}

void simt_logging_begin_launch(void) {
    static bool known;
    if (known)
        return;
    known = true;
    simt_counting = wants_counters() && !simt_is_unchecked();
    simt_logging = simt_counting || simt_check_on(SIMT_CHECK_RACE) || simt_check_on(SIMT_CHECK_MEMORY) ||
                   simt_check_on(SIMT_CHECK_INIT) || simt_recorder_wanted();
}
