// Guarded forms of functions of the C and C++ libraries, which a submission calls instead. They do the same,
// but ask the guard before they store through a pointer, and allocate from the arena. objcopy redirects the
// submission's object to them (guarded.txt) after its symbols were checked.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "confine/guard/guard.h"
#include "engine/exec/confinement.h"
#include "engine/model/host_calls.h"

static struct simt_call from;
#define ENTER() (from = SIMT_THIS_CALL)

static void check_store(const void *pointer, size_t size) { simt_guard_check_target(&from, pointer, size); }

// Memory.

enum { PLAIN = 16 };

SIMT_GUARDED(void *, malloc)(size_t size);
SIMT_GUARDED(void *, calloc)(size_t count, size_t size);
SIMT_GUARDED(void *, realloc)(void *block, size_t size);
SIMT_GUARDED(void, free)(void *block);
SIMT_GUARDED(void *, aligned_alloc)(size_t alignment, size_t size);
SIMT_GUARDED(int, posix_memalign)(void **block, size_t alignment, size_t size);
SIMT_GUARDED(char *, strdup)(const char *text);
SIMT_GUARDED(void *, new_aligned)(size_t size, size_t alignment);
SIMT_GUARDED(void, delete)(void *block);

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

SIMT_GUARDED(char *, strcpy)(char *to, const char *text);
SIMT_GUARDED(char *, strncpy)(char *to, const char *text, size_t size);
SIMT_GUARDED(char *, strcat)(char *to, const char *text);
SIMT_GUARDED(char *, strncat)(char *to, const char *text, size_t size);

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
    SIMT_GUARDED(type, name)(const char *text, char **end parameter);                                        \
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

SIMT_GUARDED(double, frexp)(double x, int *exponent);
SIMT_GUARDED(double, modf)(double x, double *whole);
SIMT_GUARDED(float, frexpf)(float x, int *exponent);
SIMT_GUARDED(float, modff)(float x, float *whole);
SIMT_GUARDED(double, remquo)(double x, double y, int *quotient);
SIMT_GUARDED(float, remquof)(float x, float y, int *quotient);
SIMT_GUARDED(void, sincos)(double x, double *s, double *c);
SIMT_GUARDED(void, sincosf)(float x, float *s, float *c);
SIMT_GUARDED(time_t, time)(time_t *out);
SIMT_GUARDED(int, gettimeofday)(struct timeval *out, void *zone);
SIMT_GUARDED(int, clock_gettime)(clockid_t clock, struct timespec *out);

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

SIMT_GUARDED(_Noreturn void, exit)(int code);
SIMT_GUARDED(_Noreturn void, abort)(void);

void simt_guarded_exit(int code) {
    ENTER();
    char call[32];
    snprintf(call, sizeof call, "exit(%d)", code);
    simt_guard_ended(from.pc, call);
}
void simt_guarded_abort(void) {
    ENTER();
    simt_guard_ended(from.pc, "abort()");
}

// Support functions of the C++ library. Static variables in functions are initialized on first use.
// Exceptions end the program, since unwinding would store without a check.

SIMT_GUARDED(int, guard_acquire)(int64_t *guard);
SIMT_GUARDED(void, guard_release)(int64_t *guard);
SIMT_GUARDED(int, atexit)(void (*function)(void *), void *argument, void *object);
SIMT_GUARDED(void *, exception)(size_t size);
SIMT_GUARDED(void, nothing)(void);
SIMT_GUARDED(_Noreturn void, throw)(void);

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
void simt_guarded_throw(void) {
    ENTER();
    simt_guard_refuse(from.pc, "an exception that is thrown", "a value that the function returns");
}

// Other names of the same functions: with C++ linkage, and in newer C libraries.
SIMT_GUARDED_ALIAS(_ZnwmSt11align_val_t, new_aligned)
SIMT_GUARDED_ALIAS(_ZnamSt11align_val_t, new_aligned)
SIMT_GUARDED_ALIAS(_ZdlPvSt11align_val_t, delete)
SIMT_GUARDED_ALIAS(_ZdaPvSt11align_val_t, delete)
SIMT_GUARDED_ALIAS(_ZdlPvmSt11align_val_t, delete)
SIMT_GUARDED_ALIAS(_ZdaPvmSt11align_val_t, delete)
SIMT_GUARDED_ALIAS(_ZdlPvRKSt9nothrow_t, delete)
SIMT_GUARDED_ALIAS(_ZdaPvRKSt9nothrow_t, delete)
SIMT_GUARDED_ALIAS(__isoc23_strtol, strtol)
SIMT_GUARDED_ALIAS(__isoc23_strtoul, strtoul)
SIMT_GUARDED_ALIAS(__isoc23_strtoll, strtoll)
SIMT_GUARDED_ALIAS(__isoc23_strtoull, strtoull)
SIMT_GUARDED_ALIAS(__cxa_guard_acquire, guard_acquire)
SIMT_GUARDED_ALIAS(__cxa_guard_release, guard_release)
SIMT_GUARDED_ALIAS(__cxa_guard_abort, guard_release)
SIMT_GUARDED_ALIAS(__cxa_atexit, atexit)
SIMT_GUARDED_ALIAS(__cxa_allocate_exception, exception)
SIMT_GUARDED_ALIAS(__cxa_free_exception, nothing)
SIMT_GUARDED_ALIAS(__cxa_throw, throw)
SIMT_GUARDED_ALIAS(__cxa_rethrow, throw)
SIMT_GUARDED_ALIAS(__cxa_begin_catch, throw)
SIMT_GUARDED_ALIAS(__cxa_end_catch, throw)
SIMT_GUARDED_ALIAS(_Unwind_Resume, throw)
SIMT_GUARDED_ALIAS(__gxx_personality_v0, throw)
SIMT_GUARDED_ALIAS(__cxa_throw_bad_array_new_length, throw)
SIMT_GUARDED_ALIAS(__cxa_bad_cast, throw)
SIMT_GUARDED_ALIAS(__cxa_bad_typeid, throw)
SIMT_GUARDED_ALIAS(_ZNSt13runtime_errorC1EPKc, nothing)
SIMT_GUARDED_ALIAS(_ZNSt13runtime_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE, nothing)
SIMT_GUARDED_ALIAS(_ZNSt13runtime_errorD1Ev, nothing)
SIMT_GUARDED_ALIAS(_ZNSt11logic_errorC1EPKc, nothing)
SIMT_GUARDED_ALIAS(_ZNSt11logic_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE, nothing)
SIMT_GUARDED_ALIAS(_ZNSt11logic_errorD1Ev, nothing)
SIMT_GUARDED_ALIAS(_ZNSt16invalid_argumentC1EPKc, nothing)
SIMT_GUARDED_ALIAS(_ZNSt16invalid_argumentC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE, nothing)
SIMT_GUARDED_ALIAS(_ZNSt16invalid_argumentD1Ev, nothing)
