// Writes traces, and reads one that was written before: that file may be anything, and what is kept of it was
// parsed.
#include "trace.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "viewer/page.h"

enum { LARGEST = 1 << 25 };

static char *read_text(const char *path) {
    char *text = calloc(1, LARGEST + 1);
    FILE *file = text ? fopen(path, "re") : NULL;
    const size_t length = file ? fread(text, 1, LARGEST, file) : 0;
    const bool good = file && !ferror(file) && length < LARGEST;
    if (file && !good && length == LARGEST)
        errno = EFBIG;
    const int problem = errno;
    if (file)
        fclose(file);
    if (!good)
        free(text);
    errno = problem;
    return good ? text : NULL;
}

static bool is_trace(const cJSON *json) {
    const cJSON *kind = cJSON_GetObjectItemCaseSensitive(json, "trace");
    return cJSON_IsNumber(kind) && kind->valueint == 1 &&
           cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(json, "launches")) &&
           cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(json, "errors")) &&
           cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(json, "files"));
}

// Of the page or the JSON that `--trace` wrote. @return its JSON; NULL if the file cannot be read or holds
// none
static char *read_trace(const char *path, char *why, size_t size) {
    char *text = read_text(path);
    if (!text) {
        snprintf(why, size, "cannot read %s: %s", path, strerror(errno));
        return NULL;
    }
    const char *found = trace_page_find(text);
    cJSON *json = found ? cJSON_Parse(found) : NULL;
    char *printed = is_trace(json) && utf8_escape_json(json) ? cJSON_PrintUnformatted(json) : NULL;
    cJSON_Delete(json);
    free(text);
    if (!printed)
        snprintf(why, size, "%s is no trace: it takes what --trace FILE.html or FILE.json has written", path);
    return printed;
}

static bool ends_with(const char *text, const char *tail) {
    const size_t length = strlen(text), tail_length = strlen(tail);
    return length >= tail_length && strcmp(text + length - tail_length, tail) == 0;
}

// On a machine without a screen it is the reader's browser that opens the page.
void trace_tell_opening(FILE *out, const char *path) {
    const bool windows = getenv("WSL_DISTRO_NAME") != NULL;
    const bool screen = getenv("DISPLAY") || getenv("WAYLAND_DISPLAY");
    char full[PATH_MAX];
    if (!ends_with(path, ".html"))
        return;
    if (windows || screen)
        fprintf(out, "    open it: %s '%s'\n", windows ? "explorer.exe" : "xdg-open", path);
    else if (realpath(path, full))
        fprintf(out, "    open it in a browser: file://%s\n", full);
}

bool trace_can_write(const struct cli *cli, char *why, size_t size) {
    const char *path = cli->trace;
    if (!cli->compare)
        return true;
    if (strcmp(path, "-") == 0 || ends_with(path, ".json") || ends_with(path, ".svg")) {
        snprintf(why, size, "two traces are compared on a page: --trace FILE.html --compare %s",
                 cli->compare);
        return false;
    }
    char *other = read_trace(cli->compare, why, size);
    free(other);
    return other != NULL;
}

/** @return false, with a sentence, if there is nothing to write of what was asked for */
static bool put(FILE *file, const struct cli *cli, const char *json, char *why, size_t size) {
    const struct simt_picture picture = {.launch = (int)cli->trace_launch, .step = (int)cli->trace_step};
    if (cli->compare) {
        char *other = read_trace(cli->compare, why, size);
        if (other)
            trace_page_compare(file, json, other);
        free(other);
        return other != NULL;
    }
    if (trace_page_put(file, cli->trace, json, &picture))
        return true;
    snprintf(why, size, "the trace has no such launch or step");
    return false;
}

bool trace_write(const struct cli *cli, const cJSON *trace, char *why, size_t size) {
    if (strcmp(cli->trace, "-") == 0) {
        trace_print(stdout, trace);
        return fflush(stdout) == 0;
    }
    char *json = cJSON_PrintUnformatted(trace);
    FILE *file = json ? fopen(cli->trace, "we") : NULL;
    const bool there = !file || put(file, cli, json, why, size);
    const bool good = file && !ferror(file), closed = file && fclose(file) == 0;
    free(json);
    if (there && !(good && closed))
        snprintf(why, size, "cannot write the trace to %s: %s", cli->trace, strerror(errno));
    return there && good && closed;
}
