// A kernel's name for people, out of what the compiler calls it.

#include "engine/report/kernel_name.h"

#include <stdio.h>
#include <string.h>

// The parenthesis that opens the one at `close`; NULL if there is none.
static const char *opening(const char *text, const char *close) {
    int depth = 0;
    for (const char *p = close;; p--) {
        depth += (*p == ')') - (*p == '(');
        if (depth == 0)
            return p;
        if (p == text)
            return NULL;
    }
}

void simt_kernel_name(const char *pretty, char *out, size_t size) {
    const char *name = strncmp(pretty, "void ", 5) == 0 ? pretty + 5 : pretty;
    const char *with = strstr(name, " [with ");
    const char *close = with ? with - 1 : name + strlen(name) - 1;
    const char *open = close > name && *close == ')' ? opening(name, close) : NULL;
    if (!open || open == name)
        snprintf(out, size, "%s", name);
    else
        snprintf(out, size, "%.*s%s", (int)(open - name), name, with ? with : "");
}
