// Data in a page.
#include "class/export/page_data.h"

#include <string.h>

static const char marker[] = "@data";

static const char *place(const struct page_frame *page) {
    return memmem(page->start, (size_t)(page->end - page->start), marker, sizeof marker - 1);
}

void page_data_begin(FILE *out, const struct page_frame *page) {
    fwrite(page->start, 1, (size_t)(place(page) - page->start), out);
}

void page_data_put(FILE *out, cJSON *object) {
    char *text = cJSON_PrintUnformatted(object);
    for (const char *at = text; at && *at;) {
        const size_t plain = strcspn(at, "<");
        fwrite(at, 1, plain, out);
        at += plain;
        if (*at == '<') {
            fputs("\\u003c", out);
            at++;
        }
    }
    cJSON_free(text);
    cJSON_Delete(object);
}

void page_data_end(FILE *out, const struct page_frame *page) {
    const char *rest = place(page) + sizeof marker - 1;
    fwrite(rest, 1, (size_t)(page->end - rest), out);
}
