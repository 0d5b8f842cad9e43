// JSON text that grows, for the GPU runner's replies.
#include "gpu_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static bool reserve(struct gpu_text *text, size_t more) {
    if (text->length + more < text->capacity)
        return true;
    size_t capacity = 2 * (text->length + more) + 256;
    char *data = (char *)realloc(text->data, capacity);
    if (!data) {
        text->failed = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void gpu_text_add(struct gpu_text *text, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length >= 0 && reserve(text, (size_t)length + 1)) {
        vsnprintf(text->data + text->length, (size_t)length + 1, format, arguments);
        text->length += (size_t)length;
    }
    va_end(arguments);
}

void gpu_text_string(struct gpu_text *text, const char *value) {
    gpu_text_add(text, "\"");
    for (; *value; value++) {
        bool printable = *value >= ' ' && *value <= '~';
        bool escaped = *value == '"' || *value == '\\';
        gpu_text_add(text, "%s%c", escaped ? "\\" : "", printable ? *value : '?');
    }
    gpu_text_add(text, "\"");
}

void gpu_text_numbers(struct gpu_text *text, const double *values, size_t count) {
    gpu_text_add(text, "[");
    for (size_t i = 0; i < count; i++)
        gpu_text_add(text, "%s%.3f", i ? "," : "", values[i]);
    gpu_text_add(text, "]");
}
