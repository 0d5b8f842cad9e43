// Guarded forms of what prints, and of what formats into memory (c_library.c). They print to standard output
// and error only. A text is formatted apart from the program's memory: it may overlap what it is made of.
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "confine/guard/guard.h"
#include "engine/model/host_work.h"

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

// A stream that the program made by itself could store to any address.
static void check_stream(const FILE *stream) {
    if (stream != stdout && stream != stderr)
        simt_guard_tampered(from.pc, "a stream that is neither stdout nor stderr");
}

// The conversion that begins behind a '%': past the flags, widths and sizes that the library knows, among
// them %Zd and %w32d, %wf32d.
static const char *conversion(const char *at) {
    for (;; at++) {
        at += strspn(at, "0123456789.*+-#' $hlLqjztIZw");
        if (*at != 'f' || at[-1] != 'w' || at[1] < '0' || at[1] > '9')
            return at;
    }
}

// A copy of a format, for the caller to free: the text that is made of it may go over the format itself, also
// where standard output is collected. %n stores through a pointer.
static char *checked(const char *format) {
    char *copy = strdup(format);
    if (!copy)
        simt_guard_refuse(from.pc, "a format that takes all memory", "a shorter one");
    for (const char *at = strchr(copy, '%'); at; at = strchr(at, '%')) {
        at = conversion(at + 1);
        if (*at == 'n')
            simt_guard_tampered(from.pc, "%n in a format");
        at += *at != '\0';
    }
    return copy;
}

// The library counts in the list itself, which may be anywhere: it gets a copy.
static int print_to(FILE *stream, const char *format, va_list values) {
    check_stream(stream);
    char *own = checked(format);
    va_list copy;
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
int simt_guarded_puts(const char *text) { return puts(text); }
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
