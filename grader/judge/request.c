// How a request's values are written on command lines.
#include "judge/request.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lab/spec.h"

bool request_read_backend(const char *word, unsigned *backends) {
    static const struct {
        const char *name;
        unsigned backends;
    } known[] = {{"cpu", BACKEND_CPU}, {"gpu", BACKEND_GPU}, {"all", BACKEND_ALL}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(word, known[i].name) == 0) {
            *backends = known[i].backends;
            return true;
        }
    }
    return false;
}

bool request_read_seed(const char *word, uint64_t *seed) {
    char *end;
    errno = 0;
    *seed = strtoull(word, &end, 16);
    return errno == 0 && end != word && *end == '\0' && strchr("+- ", word[0]) == NULL;
}

bool request_read_tier(const char *word, enum sandbox_tier *tier) {
    *tier = (enum sandbox_tier)word[0];
    return word[0] >= 'A' && word[0] <= 'C' && word[1] == '\0';
}

bool request_read_sandbox(const char *word, bool *container) {
    *container = strcmp(word, "container") == 0;
    return *container || strcmp(word, "auto") == 0;
}
