// Guarded replacements of functions that print, or format into memory (c_library.c). They only print to
// standard output and error. A text is formatted outside the program's memory: it may overlap its inputs.
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "confine/guard/guard.h"
#include "engine/exec/machine.h"
#include "engine/model/host_calls.h"

static struct simt_call from;
#define ENTER() (from = SIMT_THIS_CALL)

SIMT_GUARDED(int, vfprintf)(FILE *stream, const char *format, va_list values);
SIMT_GUARDED(int, fprintf)(FILE *stream, const char *format, ...);
SIMT_GUARDED(int, vprintf)(const char *format, va_list values);
SIMT_GUARDED(int, printf)(const char *format, ...);
SIMT_GUARDED(int, vsnprintf)(char *to, size_t size, const char *format, va_list values);
SIMT_GUARDED(int, snprintf)(char *to, size_t size, const char *format, ...);
SIMT_GUARDED(int, vsprintf)(char *to, const char *format, va_list values);
SIMT_GUARDED(int, sprintf)(char *to, const char *format, ...);
SIMT_GUARDED(int, puts)(const char *text);
SIMT_GUARDED(int, putchar)(int c);
SIMT_GUARDED(int, fputs)(const char *text, FILE *stream);
SIMT_GUARDED(int, fputc)(int c, FILE *stream);
SIMT_GUARDED(size_t, fwrite)(const void *bytes, size_t size, size_t count, FILE *stream);
SIMT_GUARDED(int, fflush)(FILE *stream);

// A stream that the program constructed could store to any address.
static void check_stream(const FILE *stream) {
    if (stream != stdout && stream != stderr)
        simt_guard_tampered(from.pc, "a stream that is neither stdout nor stderr");
}

// The conversion that begins after a '%': past the flags, widths and sizes that the library knows, among
// them %Zd and %w32d, %wf32d.
static const char *conversion(const char *at) {
    for (;; at++) {
        at += strspn(at, "0123456789.*+-#' $hlLqjztIZw");
        if (*at != 'f' || at[-1] != 'w' || at[1] < '0' || at[1] > '9')
            return at;
    }
}

// A copy of a format, which the caller frees: the formatted text may overwrite the format itself, even in the
// buffer of standard output. %n stores through a pointer.
static char *checked(const char *format) {
    char *copy = strdup(format);
    if (!copy)
        simt_guard_refuse(from.pc, "a format that takes all memory", "a shorter one");
    for (const char *at = strchr(copy, '%'); at; at = strchr(at, '%')) {
        at = conversion(at + 1);
        if (*at == 'n')
            simt_guard_refuse(from.pc, "%n in a format", "what the function returns");
        at += *at != '\0';
    }
    return copy;
}

// The values of a format, one after another.
struct values {
    const char *at; // after the '%' of a conversion
    va_list list;
};

// A width or a precision, which may be a value from the list. @return -1 if there is none
static int number_of(struct values *v) {
    if (*v->at == '*') {
        v->at++;
        return va_arg(v->list, int);
    }
    int number = strspn(v->at, "0123456789") ? 0 : -1;
    for (; *v->at >= '0' && *v->at <= '9'; v->at++)
        number = number < INT32_MAX / 10 - 9 ? 10 * number + (*v->at - '0') : number;
    return number;
}

// A period alone is a precision of 0.
static int precision_of(struct values *v) {
    if (*v->at != '.')
        return -1;
    const char *number = ++v->at;
    const int precision = number_of(v);
    return v->at == number ? 0 : precision;
}

// Takes the value of a conversion, and reports the bytes of a text to the engine.
// @return false for an unknown conversion: the following values are unknown, too
static bool take_value(struct values *v, const char *sizes, int precision) {
    const bool wide = strcspn(sizes, "lqjztZ") < (size_t)(v->at - sizes);
    const char kind = *v->at;
    if (kind == 's' || kind == 'p') {
        const char *text = va_arg(v->list, const char *);
        if (kind == 's' && !wide && text)
            simt_guard_text_length(text, precision < 0 ? SIZE_MAX : (size_t)precision, from.pc);
    } else if (kind && strchr("diouxXc", kind)) {
        wide ? (void)va_arg(v->list, long) : (void)va_arg(v->list, int);
    } else if (kind && strchr("aAeEfFgG", kind)) {
        *sizes == 'L' ? (void)va_arg(v->list, long double) : (void)va_arg(v->list, double);
    } else {
        return kind == '%' || kind == 'm';
    }
    return true;
}

// Reports the texts that a kernel prints to the engine: they may be in memory that others write.
static void tell_texts(const char *format, va_list list) {
    struct values v;
    bool known = simt_self() != NULL;
    va_copy(v.list, list);
    for (v.at = strchr(format, '%'); known && v.at; v.at = strchr(v.at + (*v.at != '\0'), '%')) {
        v.at++;
        v.at += strspn(v.at, "+-#0' I");
        number_of(&v);
        const int precision = precision_of(&v);
        const char *sizes = v.at;
        v.at += strspn(v.at, "hlLqjztZ");
        known = take_value(&v, sizes, precision);
    }
    va_end(v.list);
}

// The library advances the list itself, which may be anywhere: it gets a copy.
static int print_to(FILE *stream, const char *format, va_list values) {
    check_stream(stream);
    char *own = checked(format);
    va_list copy;
    tell_texts(own, values);
    va_copy(copy, values);
    const int count = vfprintf(stream, own, copy);
    va_end(copy);
    free(own);
    return count;
}
int simt_guarded_vfprintf(FILE *stream, const char *format, va_list values) {
    ENTER();
    return print_to(stream, format, values);
}
int simt_guarded_fprintf(FILE *stream, const char *format, ...) {
    ENTER();
    va_list values;
    va_start(values, format);
    const int count = print_to(stream, format, values);
    va_end(values);
    return count;
}
int simt_guarded_vprintf(const char *format, va_list values) {
    ENTER();
    return print_to(stdout, format, values);
}
int simt_guarded_printf(const char *format, ...) {
    ENTER();
    va_list values;
    va_start(values, format);
    const int count = print_to(stdout, format, values);
    va_end(values);
    return count;
}
static int format_into(char *to, size_t size, const char *format, va_list values) {
    char *text = NULL, *own = checked(format);
    va_list copy;
    va_copy(copy, values);
    const int length = vasprintf(&text, own, copy);
    va_end(copy);
    free(own);
    simt_host_accessed(length > 0 ? (size_t)length + 1 : 1);
    if (length < 0)
        return length;
    if (size > 0) {
        const size_t kept = (size_t)length < size ? (size_t)length : size - 1;
        simt_guard_check_target(&from, to, kept + 1);
        memcpy(to, text, kept);
        to[kept] = '\0';
    }
    free(text);
    return length;
}
int simt_guarded_vsnprintf(char *to, size_t size, const char *format, va_list values) {
    ENTER();
    return format_into(to, size, format, values);
}
int simt_guarded_snprintf(char *to, size_t size, const char *format, ...) {
    ENTER();
    va_list values;
    va_start(values, format);
    const int count = format_into(to, size, format, values);
    va_end(values);
    return count;
}
int simt_guarded_vsprintf(char *to, const char *format, va_list values) {
    ENTER();
    return format_into(to, INT32_MAX, format, values);
}
int simt_guarded_sprintf(char *to, const char *format, ...) {
    ENTER();
    va_list values;
    va_start(values, format);
    const int count = format_into(to, INT32_MAX, format, values);
    va_end(values);
    return count;
}
int simt_guarded_puts(const char *text) {
    ENTER();
    if (simt_self())
        simt_guard_text_length(text, SIZE_MAX, from.pc);
    return puts(text);
}
int simt_guarded_putchar(int c) { return putchar(c); }
int simt_guarded_fputs(const char *text, FILE *stream) {
    ENTER();
    check_stream(stream);
    return fputs(text, stream);
}
int simt_guarded_fputc(int c, FILE *stream) {
    ENTER();
    check_stream(stream);
    return fputc(c, stream);
}
SIMT_GUARDED_ALIAS(putc, fputc)
size_t simt_guarded_fwrite(const void *bytes, size_t size, size_t count, FILE *stream) {
    ENTER();
    check_stream(stream);
    return fwrite(bytes, size, count, stream);
}
int simt_guarded_fflush(FILE *stream) {
    ENTER();
    if (stream)
        check_stream(stream);
    return fflush(stream);
}
