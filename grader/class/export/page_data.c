// Data in a page.
#include "class/export/page_data.h"

#include <stdlib.h>
#include <string.h>

static const char marker[] = "@data";

static const char *place(const struct page_frame *page) {
    return memmem(page->start, (size_t)(page->end - page->start), marker, sizeof marker - 1);
}

cJSON *page_data_sorted(cJSON *array, int (*order)(const void *, const void *)) {
    const size_t count = (size_t)cJSON_GetArraySize(array);
    cJSON **items = calloc(count + 1, sizeof *items), *sorted = items ? cJSON_CreateArray() : NULL;
    for (size_t i = 0; sorted && i < count; i++)
        items[i] = cJSON_DetachItemFromArray(array, 0);
    if (sorted && count > 1)
        qsort(items, count, sizeof *items, order);
    for (size_t i = 0; sorted && i < count; i++)
        cJSON_AddItemToArray(sorted, items[i]);
    free(items);
    return sorted;
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
