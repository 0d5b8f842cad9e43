// Tests that cannot be tried on this machine. Check knows only passed and failed: the reasons go past it,
// into a file that run-suite.sh reads.
#include "skip.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void skip_note(const char *format, ...) {
    const char *path = getenv("WARPLAB_SKIPPED");
    FILE *file = path ? fopen(path, "ae") : stderr;
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    line[strcspn(line, "\n")] = '\0';
    if (!file || fprintf(file, path ? "%s\n" : "skipped: %s\n", line) < 0 || fflush(file) != 0)
        abort();
    if (path)
        fclose(file);
}

const char *skip_left_out(const char *format, ...) {
    static char line[512];
    char test[160];
    const char *path = getenv("WARPLAB_LEFT_OUT"), *reason = NULL;
    if (!path)
        return NULL;
    va_list arguments;
    va_start(arguments, format);
    const size_t length = (size_t)vsnprintf(test, sizeof test, format, arguments);
    va_end(arguments);
    FILE *list = fopen(path, "re");
    if (!list || length >= sizeof test)
        abort();
    while (!reason && fgets(line, sizeof line, list)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, test, length) == 0 && strncmp(line + length, ": ", 2) == 0)
            reason = line + length + 2;
    }
    fclose(list);
    return reason;
}

bool skip_has_program(const char *name) {
    char command[256];
    snprintf(command, sizeof command, "command -v '%s' >/dev/null", name);
    return system(command) == 0;
}
