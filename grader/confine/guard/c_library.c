// Guarded forms of functions of the C and C++ libraries, which a submission calls instead. They do the same,
// but ask the guard before they store through a pointer, and allocate from the arena. objcopy redirects the
// submission's object to them (guarded.txt) after its symbols were checked.
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
#include "engine/model/host_work.h"

#define GUARDED(type, name) type simt_guarded_##name
static struct simt_guard_call_from from;
#define ENTER() (from = SIMT_GUARD_CALL_FROM)

static void check_store(const void *pointer, size_t size) { simt_guard_check_target(&from, pointer, size); }

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

GUARDED(char *, strcpy)(char *to, const char *text);
GUARDED(char *, strncpy)(char *to, const char *text, size_t size);
GUARDED(char *, strcat)(char *to, const char *text);
GUARDED(char *, strncat)(char *to, const char *text, size_t size);

// The bytes to copy are counted once: where both texts overlap, the copy may put an end to neither.
static void copy_text(char *to, const char *text, size_t length) {
    check_store(to, length + 1);
    simt_host_accessed(2 * (length + 1));
    memmove(to, text, length);
    to[length] = '\0';
}
char *simt_guarded_strcpy(char *to, const char *text) {
    ENTER();
    copy_text(to, text, strlen(text));
    return to;
}
char *simt_guarded_strncpy(char *to, const char *text, size_t size) {
    ENTER();
    check_store(to, size);
    simt_host_accessed(strnlen(text, size) + size);
    return strncpy(to, text, size);
}
char *simt_guarded_strcat(char *to, const char *text) {
    ENTER();
    simt_host_accessed(strlen(to));
    copy_text(to + strlen(to), text, strlen(text));
    return to;
}
char *simt_guarded_strncat(char *to, const char *text, size_t size) {
    ENTER();
    simt_host_accessed(strlen(to));
    copy_text(to + strlen(to), text, strnlen(text, size));
    return to;
}

#define STORE_END(end)                                                                                       \
    do {                                                                                                     \
        if (end)                                                                                             \
            check_store(end, sizeof *(end));                                                                 \
    } while (0)

/* A function that reads a number, with the values that it takes besides the text and where it ends. */
#define NUMBER(type, name, parameter, value)                                                                 \
    GUARDED(type, name)(const char *text, char **end parameter);                                             \
    type simt_guarded_##name(const char *text, char **end parameter) {                                       \
        ENTER();                                                                                             \
        STORE_END(end);                                                                                      \
        char *stop;                                                                                          \
        const type number = name(text, &stop value);                                                         \
        simt_host_accessed((size_t)(stop - text) + 1);                                                       \
        if (end)                                                                                             \
            *end = stop;                                                                                     \
        return number;                                                                                       \
    }
#define NO_MORE
#define INT_BASE , int base
#define BASE , base
NUMBER(long, strtol, INT_BASE, BASE)
NUMBER(unsigned long, strtoul, INT_BASE, BASE)
NUMBER(long long, strtoll, INT_BASE, BASE)
NUMBER(unsigned long long, strtoull, INT_BASE, BASE)
NUMBER(double, strtod, NO_MORE, NO_MORE)
NUMBER(float, strtof, NO_MORE, NO_MORE)

// Arithmetic with a second result, and the time.

GUARDED(double, frexp)(double x, int *exponent);
GUARDED(double, modf)(double x, double *whole);
GUARDED(float, frexpf)(float x, int *exponent);
GUARDED(float, modff)(float x, float *whole);
GUARDED(double, remquo)(double x, double y, int *quotient);
GUARDED(float, remquof)(float x, float y, int *quotient);
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
double simt_guarded_remquo(double x, double y, int *quotient) {
    ENTER();
    check_store(quotient, sizeof *quotient);
    return remquo(x, y, quotient);
}
float simt_guarded_remquof(float x, float y, int *quotient) {
    ENTER();
    check_store(quotient, sizeof *quotient);
    return remquof(x, y, quotient);
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

// The end of the program: functions that others registered are not called.

GUARDED(_Noreturn void, exit)(int code);
GUARDED(_Noreturn void, abort)(void);

void simt_guarded_exit(int code) {
    ENTER();
    char call[32];
    snprintf(call, sizeof call, "exit(%d)", code);
    simt_guard_ended(from.at, call);
}
void simt_guarded_abort(void) {
    ENTER();
    simt_guard_ended(from.at, "abort()");
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
