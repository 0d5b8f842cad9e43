// Two recordings next to each other: page/compare.html, in which each is shown by the page of one trace.
#include "viewer/compare.h"

#include <string.h>

#include "viewer/page.h"

extern const char _binary_compare_html_start[], _binary_compare_html_end[];
extern const char _binary_trace_html_start[], _binary_trace_html_end[];

/* The page of one trace, as a string of JSON in a page. */
static void write_inner_page(FILE *file) {
    putc('"', file);
    for (const char *c = _binary_trace_html_start; c < _binary_trace_html_end; c++) {
        if (*c == '"' || *c == '\\')
            fprintf(file, "\\%c", *c);
        else if (*c == '<' || (unsigned char)*c < 0x20)
            fprintf(file, "\\u%04x", (unsigned)*c);
        else
            putc(*c, file);
    }
    putc('"', file);
}

/* Copies the page up to the line that is `mark`. */
static const char *copy_until(FILE *file, const char *page, const char *mark) {
    const char *at = memmem(page, (size_t)(_binary_compare_html_end - page), mark, strlen(mark));
    if (!at)
        return page; /* the build puts it in */
    fwrite(page, 1, (size_t)(at - page), file);
    return at + strlen(mark);
}

void trace_page_compare(FILE *file, const char *left, const char *right) {
    const char *page = copy_until(file, _binary_compare_html_start, "@page");
    write_inner_page(file);
    page = copy_until(file, page, "@left");
    trace_page_embed(file, left);
    page = copy_until(file, page, "@right");
    trace_page_embed(file, right);
    fwrite(page, 1, (size_t)(_binary_compare_html_end - page), file);
}

char *trace_page_find(char *text) {
    static const char begin[] = "<script type=\"application/json\" id=\"trace\">\n";
    text += strspn(text, " \t\r\n");
    if (*text == '{')
        return text;
    char *json = strstr(text, begin), *end = json ? strchr(json + sizeof begin - 1, '\n') : NULL;
    if (!end)
        return NULL;
    *end = '\0';
    return json + sizeof begin - 1;
}
