// Guarded forms of functions of the C and C++ libraries, which a submission calls instead. They do the same,
// but ask the guard before they store through a pointer, allocate from the arena, and print to standard
// output and error only. objcopy redirects the submission's object to them (guarded.txt) after its symbols
// were checked.
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "confine/guard/guard.h"
#include "engine/exec/confinement.h"

#define GUARDED(type, name) type simt_guarded_##name
// Where the submission called from: what a refusal blames.
static uintptr_t caller;
#define ENTER() (caller = (uintptr_t)__builtin_return_address(0))

static void check_store(const void *pointer, size_t size) {
    if (simt_confinement)
        simt_guard_check_store((uintptr_t)pointer, size, caller);
}

// Memory.

enum { PLAIN = 16 };

GUARDED(void *, malloc)(size_t size);
GUARDED(void *, calloc)(size_t count, size_t size);
GUARDED(void *, realloc)(void *block, size_t size);
GUARDED(void, free)(void *block);
GUARDED(void *, aligned_alloc)(size_t alignment, size_t size);
GUARDED(int, posix_memalign)(void **block, size_t alignment, size_t size);
GUARDED(char *, strdup)(const char *text);
GUARDED(void *, new_aligned)(size_t size, size_t alignment);
GUARDED(void, delete)(void *block);

void *simt_malloc(size_t size);
void simt_free(void *block);

void *simt_guarded_malloc(size_t size) { return simt_malloc(size); }

void *simt_guarded_calloc(size_t count, size_t size) {
    const bool fits = size == 0 || count <= SIZE_MAX / size;
    void *block = fits ? simt_arena_allocate(count * size, PLAIN) : NULL;
    return block ? memset(block, 0, count * size) : NULL;
}

void simt_guarded_free(void *block) { simt_free(block); }

void *simt_guarded_realloc(void *block, size_t size) {
    const size_t before = simt_arena_size(block);
    if (block && size <= before)
        return block;
    void *larger = simt_arena_allocate(size, PLAIN);
    if (larger && before)
        memcpy(larger, block, before);
    if (larger)
        simt_arena_free(block);
    return larger;
}

void *simt_guarded_aligned_alloc(size_t alignment, size_t size) {
    return simt_arena_allocate(size, alignment);
}

int simt_guarded_posix_memalign(void **block, size_t alignment, size_t size) {
    ENTER();
    check_store(block, sizeof *block);
    *block = simt_arena_allocate(size, alignment);
    return *block ? 0 : 12;
}

char *simt_guarded_strdup(const char *text) {
    char *copy = simt_arena_allocate(strlen(text) + 1, PLAIN);
    return copy ? strcpy(copy, text) : NULL;
}

static _Noreturn void die(const char *message) {
    fflush(stdout);
    fprintf(stderr, "%s\n", message);
    abort();
}

// operator new for large alignments; the engine has the others. It must not fail, so it ends the program, as
// an uncaught exception would.
void *simt_guarded_new_aligned(size_t size, size_t alignment) {
    void *block = simt_arena_allocate(size, alignment);
    if (!block)
        die("std::bad_alloc");
    return block;
}
void simt_guarded_delete(void *block) { simt_arena_free(block); }

// Strings.

GUARDED(char *, strcpy)(char *to, const char *from);
GUARDED(char *, strncpy)(char *to, const char *from, size_t size);
GUARDED(char *, strcat)(char *to, const char *from);
GUARDED(char *, strncat)(char *to, const char *from, size_t size);
GUARDED(long, strtol)(const char *text, char **end, int base);
GUARDED(unsigned long, strtoul)(const char *text, char **end, int base);
GUARDED(long long, strtoll)(const char *text, char **end, int base);
GUARDED(unsigned long long, strtoull)(const char *text, char **end, int base);
GUARDED(double, strtod)(const char *text, char **end);

char *simt_guarded_strcpy(char *to, const char *from) {
    ENTER();
    check_store(to, strlen(from) + 1);
    return strcpy(to, from);
}
char *simt_guarded_strncpy(char *to, const char *from, size_t size) {
    ENTER();
    check_store(to, size);
    return strncpy(to, from, size);
}
char *simt_guarded_strcat(char *to, const char *from) {
    ENTER();
    check_store(to + strlen(to), strlen(from) + 1);
    return strcat(to, from);
}
char *simt_guarded_strncat(char *to, const char *from, size_t size) {
    ENTER();
    check_store(to + strlen(to), strnlen(from, size) + 1);
    return strncat(to, from, size);
}

#define STORE_END(end)                                                                                       \
    do {                                                                                                     \
        if (end)                                                                                             \
            check_store(end, sizeof *(end));                                                                 \
    } while (0)
long simt_guarded_strtol(const char *text, char **end, int base) {
    ENTER();
    STORE_END(end);
    return strtol(text, end, base);
}
unsigned long simt_guarded_strtoul(const char *text, char **end, int base) {
    ENTER();
    STORE_END(end);
    return strtoul(text, end, base);
}
long long simt_guarded_strtoll(const char *text, char **end, int base) {
    ENTER();
    STORE_END(end);
    return strtoll(text, end, base);
}
unsigned long long simt_guarded_strtoull(const char *text, char **end, int base) {
    ENTER();
    STORE_END(end);
    return strtoull(text, end, base);
}
double simt_guarded_strtod(const char *text, char **end) {
    ENTER();
    STORE_END(end);
    return strtod(text, end);
}

// Arithmetic with a second result, and the time.

GUARDED(double, frexp)(double x, int *exponent);
GUARDED(double, modf)(double x, double *whole);
GUARDED(float, frexpf)(float x, int *exponent);
GUARDED(float, modff)(float x, float *whole);
GUARDED(void, sincos)(double x, double *s, double *c);
GUARDED(void, sincosf)(float x, float *s, float *c);
GUARDED(time_t, time)(time_t *out);
GUARDED(int, gettimeofday)(struct timeval *out, void *zone);
GUARDED(int, clock_gettime)(clockid_t clock, struct timespec *out);

double simt_guarded_frexp(double x, int *exponent) {
    ENTER();
    check_store(exponent, sizeof *exponent);
    return frexp(x, exponent);
}
double simt_guarded_modf(double x, double *whole) {
    ENTER();
    check_store(whole, sizeof *whole);
    return modf(x, whole);
}
float simt_guarded_frexpf(float x, int *exponent) {
    ENTER();
    check_store(exponent, sizeof *exponent);
    return frexpf(x, exponent);
}
float simt_guarded_modff(float x, float *whole) {
    ENTER();
    check_store(whole, sizeof *whole);
    return modff(x, whole);
}
void simt_guarded_sincos(double x, double *s, double *c) {
    ENTER();
    check_store(s, sizeof *s);
    check_store(c, sizeof *c);
    sincos(x, s, c);
}
void simt_guarded_sincosf(float x, float *s, float *c) {
    ENTER();
    check_store(s, sizeof *s);
    check_store(c, sizeof *c);
    sincosf(x, s, c);
}
time_t simt_guarded_time(time_t *out) {
    ENTER();
    STORE_END(out);
    return time(out);
}
int simt_guarded_gettimeofday(struct timeval *out, void *zone) {
    ENTER();
    check_store(out, sizeof *out);
    if (zone)
        check_store(zone, sizeof(struct timezone));
    return gettimeofday(out, zone);
}
int simt_guarded_clock_gettime(clockid_t clock, struct timespec *out) {
    ENTER();
    check_store(out, sizeof *out);
    return clock_gettime(clock, out);
}

// Printing.

GUARDED(int, vfprintf)(FILE *stream, const char *format, va_list values);
GUARDED(int, fprintf)(FILE *stream, const char *format, ...);
GUARDED(int, vprintf)(const char *format, va_list values);
GUARDED(int, printf)(const char *format, ...);
GUARDED(int, vsnprintf)(char *to, size_t size, const char *format, va_list values);
GUARDED(int, snprintf)(char *to, size_t size, const char *format, ...);
GUARDED(int, vsprintf)(char *to, const char *format, va_list values);
GUARDED(int, sprintf)(char *to, const char *format, ...);
GUARDED(int, puts)(const char *text);
GUARDED(int, putchar)(int c);
GUARDED(int, fputs)(const char *text, FILE *stream);
GUARDED(int, fputc)(int c, FILE *stream);
GUARDED(size_t, fwrite)(const void *bytes, size_t size, size_t count, FILE *stream);
GUARDED(int, fflush)(FILE *stream);

// A stream that the program made by itself could store to any address.
static void check_stream(const FILE *stream) {
    if (stream != stdout && stream != stderr)
        simt_guard_tampered(caller, "a stream that is neither stdout nor stderr");
}

// %n stores through a pointer.
static void check_format(const char *format) {
    for (const char *at = strchr(format, '%'); at; at = strchr(at, '%')) {
        at += 1 + strspn(at + 1, "0123456789.*+-#' $hlLqjztI");
        if (*at == 'n')
            simt_guard_tampered(caller, "%n in a format");
        at += *at != '\0';
    }
}

static int print_to(FILE *stream, const char *format, va_list values) {
    check_stream(stream);
    check_format(format);
    return vfprintf(stream, format, values);
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
    check_format(format);
    va_list again;
    va_copy(again, values);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (size > 0 && length >= 0)
        check_store(to, (size_t)length < size ? (size_t)length + 1 : size);
    return length >= 0 ? vsnprintf(to, size, format, values) : length;
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

// The end of the program: functions that others registered are not called.

GUARDED(_Noreturn void, exit)(int code);
GUARDED(_Noreturn void, abort)(void);

void simt_guarded_exit(int code) {
    ENTER();
    char call[32];
    snprintf(call, sizeof call, "exit(%d)", code);
    simt_guard_ended(caller, call);
}
void simt_guarded_abort(void) {
    ENTER();
    simt_guard_ended(caller, "abort()");
}

// Support functions of the C++ library. Static variables in functions are initialized on first use.
// Exceptions end the program, since unwinding would store without a check.

GUARDED(int, guard_acquire)(int64_t *guard);
GUARDED(void, guard_release)(int64_t *guard);
GUARDED(int, atexit)(void (*function)(void *), void *argument, void *object);
GUARDED(void *, exception)(size_t size);
GUARDED(void, nothing)(void);
GUARDED(_Noreturn void, throw)(void);

int simt_guarded_guard_acquire(int64_t *guard) {
    ENTER();
    check_store(guard, sizeof *guard);
    return *(const char *)guard == 0;
}
void simt_guarded_guard_release(int64_t *guard) {
    ENTER();
    check_store(guard, sizeof *guard);
    *(char *)guard = 1;
}
int simt_guarded_atexit(void (*function)(void *), void *argument, void *object) {
    (void)function, (void)argument, (void)object; // the runner ends without calling any
    return 0;
}
void *simt_guarded_exception(size_t size) { return simt_arena_allocate(size, PLAIN); }
void simt_guarded_nothing(void) {}
void simt_guarded_throw(void) { die("the launcher threw an exception, which ends the program here"); }

// Other names of the same functions: with C++ linkage, and in newer C libraries.
#define ALIAS(name, function)                                                                                \
    extern __typeof__(simt_guarded_##function) simt_guarded_##name                                           \
        __attribute__((alias("simt_guarded_" #function)));
ALIAS(_ZnwmSt11align_val_t, new_aligned)
ALIAS(_ZnamSt11align_val_t, new_aligned)
ALIAS(_ZdlPvSt11align_val_t, delete)
ALIAS(_ZdaPvSt11align_val_t, delete)
ALIAS(_ZdlPvmSt11align_val_t, delete)
ALIAS(_ZdaPvmSt11align_val_t, delete)
ALIAS(_ZdlPvRKSt9nothrow_t, delete)
ALIAS(_ZdaPvRKSt9nothrow_t, delete)
ALIAS(__isoc23_strtol, strtol)
ALIAS(__isoc23_strtoul, strtoul)
ALIAS(__isoc23_strtoll, strtoll)
ALIAS(__isoc23_strtoull, strtoull)
ALIAS(putc, fputc)
ALIAS(__cxa_guard_acquire, guard_acquire)
ALIAS(__cxa_guard_release, guard_release)
ALIAS(__cxa_guard_abort, guard_release)
ALIAS(__cxa_atexit, atexit)
ALIAS(__cxa_allocate_exception, exception)
ALIAS(__cxa_free_exception, nothing)
ALIAS(__cxa_throw, throw)
ALIAS(__cxa_rethrow, throw)
ALIAS(__cxa_begin_catch, throw)
ALIAS(__cxa_end_catch, throw)
ALIAS(_Unwind_Resume, throw)
ALIAS(__cxa_throw_bad_array_new_length, throw)
ALIAS(__cxa_bad_cast, throw)
ALIAS(__cxa_bad_typeid, throw)
ALIAS(_ZNSt13runtime_errorC1EPKc, nothing)
ALIAS(_ZNSt13runtime_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE, nothing)
ALIAS(_ZNSt13runtime_errorD1Ev, nothing)
ALIAS(_ZNSt11logic_errorC1EPKc, nothing)
ALIAS(_ZNSt11logic_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE, nothing)
ALIAS(_ZNSt11logic_errorD1Ev, nothing)
ALIAS(_ZNSt16invalid_argumentC1EPKc, nothing)
ALIAS(_ZNSt16invalid_argumentC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE, nothing)
ALIAS(_ZNSt16invalid_argumentD1Ev, nothing)
