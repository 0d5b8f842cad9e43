// Guarded replacements of the functions behind `std::cout << …`: they print only to std::cout, std::cerr and
// std::clog. A stream that the program constructed could make the library store to any address. The names are
// the linker names of the C++ library's functions; `this` is their first argument.
#include <stdbool.h>
#include <stdint.h>

#include "confine/guard/guard.h"
#include "engine/exec/confinement.h"

/* The library reserves stack space for as many characters. */
enum { MOST_CHARACTERS = 4096 };

extern char std_cout[] __asm__("_ZSt4cout"), std_cerr[] __asm__("_ZSt4cerr"), std_clog[] __asm__("_ZSt4clog");

static void check_stream(const char *stream, uintptr_t caller) {
    const bool known = stream == std_cout || stream == std_cerr || stream == std_clog;
    if (simt_confinement && !known)
        simt_guard_tampered(caller, "a stream that is none of std::cout, std::cerr and std::clog");
    const struct simt_guard_stream *settings = (const void *)(stream + GUARD_STREAM_SETTINGS);
    if (settings->precision > MOST_CHARACTERS || settings->width > MOST_CHARACTERS)
        simt_guard_tampered(caller, "a stream's width or precision of more than 4096 characters");
}

void ready_streams(void *object) __asm__("_ZNSt8ios_base4InitC1Ev");
char widen(const void *stream, char c) __asm__("_ZNKSt9basic_iosIcSt11char_traitsIcEE5widenEc");

// Before C++ libraries of version 13, each file that includes <iostream> does this before main().
void simt_guard_ready_streams(void) {
    static char object;
    ready_streams(&object);
    widen(std_cout + sizeof(void *), '\n'); // this makes the table that the program itself then reads
}

#define CALLER ((uintptr_t)__builtin_return_address(0))

/* A function with a stream and one value as arguments, which returns the stream. */
#define GUARDED(symbol, name, type)                                                                          \
    char *library_##name(char *stream, type value) __asm__(symbol);                                          \
    char *guarded_##name(char *stream, type value) __asm__("simt_guarded_" symbol);                          \
    char *guarded_##name(char *stream, type value) {                                                         \
        check_stream(stream, CALLER);                                                                        \
        return library_##name(stream, value);                                                                \
    }
GUARDED("_ZNSolsEs", short, short)
GUARDED("_ZNSolsEi", int, int)
GUARDED("_ZNSo9_M_insertIbEERSoT_", bool, bool)
GUARDED("_ZNSo9_M_insertIlEERSoT_", long, long)
GUARDED("_ZNSo9_M_insertImEERSoT_", unsigned_long, unsigned long)
GUARDED("_ZNSo9_M_insertIxEERSoT_", long_long, long long)
GUARDED("_ZNSo9_M_insertIyEERSoT_", unsigned_long_long, unsigned long long)
GUARDED("_ZNSo9_M_insertIdEERSoT_", double, double)
GUARDED("_ZNSo9_M_insertIeEERSoT_", long_double, long double)
GUARDED("_ZNSo9_M_insertIPKvEERSoT_", pointer, const void *)
GUARDED("_ZNSo3putEc", character, char)

/* The same for characters and their number. */
#define GUARDED_TEXT(symbol, name)                                                                           \
    char *library_##name(char *stream, const char *text, long length) __asm__(symbol);                       \
    char *guarded_##name(char *stream, const char *text, long length) __asm__("simt_guarded_" symbol);       \
    char *guarded_##name(char *stream, const char *text, long length) {                                      \
        check_stream(stream, CALLER);                                                                        \
        return library_##name(stream, text, length);                                                         \
    }
GUARDED_TEXT("_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l", text)
GUARDED_TEXT("_ZNSo5writeEPKcl", bytes)

char *library_flush(char *stream) __asm__("_ZNSo5flushEv");
char *guarded_flush(char *stream) __asm__("simt_guarded__ZNSo5flushEv");
char *guarded_flush(char *stream) {
    check_stream(stream, CALLER);
    return library_flush(stream);
}

// Functions that are called only if a stream has failed, or was not initialised.
void guarded_clear(char *state, int to) __asm__(
    "simt_guarded__ZNSt9basic_iosIcSt11char_traitsIcEE5clearESt12_Ios_Iostate");
void guarded_clear(char *state, int to) { (void)state, (void)to; }
void guarded_widen(void *table) __asm__("simt_guarded__ZNKSt5ctypeIcE13_M_widen_initEv");
void guarded_widen(void *table) { (void)table; }
