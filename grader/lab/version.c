// What a result depends on besides the submission, looked up.
#include "version.h"

#include <stddef.h>
#include <string.h>

const char *version_of(const char *lab) {
    for (const struct version *version = versions; version->lab; version++)
        if (strcmp(version->lab, lab) == 0)
            return version->sum;
    return NULL;
}
