// A recording as a page: trace_page/trace.html with the recording in it.
#include "viewer/page.h"

#include <cjson/cJSON.h>
#include <string.h>

// The page with its parts, joined by the build (grader/mk/programs.mk).
extern const char _binary_trace_html_start[], _binary_trace_html_end[];

void page_put_json(FILE *file, const char *json) {
    for (const char *c = json; *c; c++) {
        if (*c == '<')
            fputs("\\u003c", file);
        else
            putc(*c, file);
    }
}

// Replaces the page's line "@trace" by the recording.
static void write_page(FILE *file, const char *json) {
    static const char mark[] = "\n@trace\n";
    const char *page = _binary_trace_html_start;
    const size_t size = (size_t)(_binary_trace_html_end - page), length = sizeof mark - 1;
    const char *at = memmem(page, size, mark, length);
    if (!at)
        return; /* the build puts it in */
    fwrite(page, 1, (size_t)(at - page) + 1, file);
    page_put_json(file, json);
    fwrite(at + length - 1, 1, (size_t)(_binary_trace_html_end - at) - length + 1, file);
}

bool page_is(const char *name, const char *end) {
    const size_t length = strlen(name), tail = strlen(end);
    return length >= tail && strcmp(name + length - tail, end) == 0;
}

static bool put_picture(FILE *file, const char *json, const struct simt_picture *picture) {
    cJSON *trace = cJSON_Parse(json);
    const bool drawn = trace && simt_picture_draw(file, trace, picture);
    cJSON_Delete(trace);
    return drawn;
}

bool trace_page_put(FILE *file, const char *name, const char *json, const struct simt_picture *picture) {
    if (page_is(name, ".svg"))
        return put_picture(file, json, picture);
    if (page_is(name, ".json"))
        fprintf(file, "%s\n", json);
    else
        write_page(file, json);
    return true;
}
