// Guarded replacements of C library functions that only read: each reports every byte to the engine before
// it is read, and no other. So host code cannot read device memory through them, and reads in kernels are
// checked like any other load. They read byte by byte, as far as the functions' definitions say.
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <strings.h>

#include "confine/guard/guard.h"
#include "engine/exec/machine.h"
#include "engine/hooks/hooks.h"
#include "engine/hooks/outside_access.h"

#define CALLER ((uintptr_t)__builtin_return_address(0))

SIMT_GUARDED(void *, memchr)(const void *from, int byte, size_t size);
SIMT_GUARDED(int, memcmp)(const void *a, const void *b, size_t size);
SIMT_GUARDED(size_t, strlen)(const char *text);
SIMT_GUARDED(size_t, strnlen)(const char *text, size_t size);
SIMT_GUARDED(int, strcmp)(const char *a, const char *b);
SIMT_GUARDED(int, strncmp)(const char *a, const char *b, size_t size);
SIMT_GUARDED(int, strcasecmp)(const char *a, const char *b);
SIMT_GUARDED(int, strncasecmp)(const char *a, const char *b, size_t size);
SIMT_GUARDED(char *, strchr)(const char *text, int byte);
SIMT_GUARDED(char *, strrchr)(const char *text, int byte);
SIMT_GUARDED(char *, strstr)(const char *text, const char *word);
SIMT_GUARDED(size_t, strspn)(const char *text, const char *set);
SIMT_GUARDED(size_t, strcspn)(const char *text, const char *set);
SIMT_GUARDED(char *, strpbrk)(const char *text, const char *set);
SIMT_GUARDED(int, atoi)(const char *text);
SIMT_GUARDED(long, atol)(const char *text);
SIMT_GUARDED(long long, atoll)(const char *text);
SIMT_GUARDED(double, atof)(const char *text);

static unsigned char byte_at(const void *from, size_t i, uintptr_t pc) {
    const volatile unsigned char *at = (const unsigned char *)from + i;
    if (!simt_self() || !simt_log_access((uintptr_t)at, LOG_LOAD, 0, pc, 0))
        simt_access_outside((uintptr_t)at, 1, LOG_LOAD, pc, 0);
    return *at;
}

static void *find(const void *from, unsigned char byte, size_t size, uintptr_t pc) {
    for (size_t i = 0; i < size; i++)
        if (byte_at(from, i, pc) == byte)
            return (char *)(uintptr_t)from + i;
    return NULL;
}

size_t simt_guard_text_length(const char *text, size_t most, uintptr_t pc) {
    size_t length = 0;
    while (length < most && byte_at(text, length, pc))
        length++;
    return length;
}

// The kinds of comparison of memory or texts.
enum how { AS_BYTES, AS_TEXTS, AS_TEXTS_OF_ANY_CASE };

static int compare(const void *a, const void *b, size_t size, enum how how, uintptr_t pc) {
    for (size_t i = 0; i < size; i++) {
        int left = byte_at(a, i, pc), right = byte_at(b, i, pc);
        const bool ends = how != AS_BYTES && (left == 0 || right == 0);
        if (how == AS_TEXTS_OF_ANY_CASE)
            left = tolower(left), right = tolower(right);
        if (left != right || ends)
            return left - right;
    }
    return 0;
}

// The length of the text's prefix in which every byte is in the set, or none is.
static size_t span(const char *text, const char *set, bool wanted, uintptr_t pc) {
    const size_t count = simt_guard_text_length(set, SIZE_MAX, pc);
    size_t length = 0;
    for (unsigned char byte; (byte = byte_at(text, length, pc)) != 0; length++)
        if ((find(set, byte, count, pc) != NULL) != wanted)
            break;
    return length;
}

void *simt_guarded_memchr(const void *from, int byte, size_t size) {
    return find(from, (unsigned char)byte, size, CALLER);
}
int simt_guarded_memcmp(const void *a, const void *b, size_t size) {
    return compare(a, b, size, AS_BYTES, CALLER);
}
size_t simt_guarded_strlen(const char *text) { return simt_guard_text_length(text, SIZE_MAX, CALLER); }
size_t simt_guarded_strnlen(const char *text, size_t size) {
    return simt_guard_text_length(text, size, CALLER);
}
int simt_guarded_strcmp(const char *a, const char *b) { return compare(a, b, SIZE_MAX, AS_TEXTS, CALLER); }
int simt_guarded_strncmp(const char *a, const char *b, size_t size) {
    return compare(a, b, size, AS_TEXTS, CALLER);
}
int simt_guarded_strcasecmp(const char *a, const char *b) {
    return compare(a, b, SIZE_MAX, AS_TEXTS_OF_ANY_CASE, CALLER);
}
int simt_guarded_strncasecmp(const char *a, const char *b, size_t size) {
    return compare(a, b, size, AS_TEXTS_OF_ANY_CASE, CALLER);
}

char *simt_guarded_strchr(const char *text, int byte) {
    size_t i = 0;
    for (unsigned char at; (at = byte_at(text, i, CALLER)) != (unsigned char)byte; i++)
        if (at == 0)
            return NULL;
    return (char *)(uintptr_t)text + i;
}
char *simt_guarded_strrchr(const char *text, int byte) {
    char *last = NULL;
    for (size_t i = 0;; i++) {
        const unsigned char at = byte_at(text, i, CALLER);
        if (at == (unsigned char)byte)
            last = (char *)(uintptr_t)text + i;
        if (at == 0)
            return last;
    }
}
char *simt_guarded_strstr(const char *text, const char *word) {
    const uintptr_t pc = CALLER;
    const size_t length = simt_guard_text_length(word, SIZE_MAX, pc);
    for (;; text++) {
        if (compare(text, word, length, AS_TEXTS, pc) == 0)
            return (char *)(uintptr_t)text;
        if (byte_at(text, 0, pc) == 0)
            return NULL;
    }
}
size_t simt_guarded_strspn(const char *text, const char *set) { return span(text, set, true, CALLER); }
size_t simt_guarded_strcspn(const char *text, const char *set) { return span(text, set, false, CALLER); }
char *simt_guarded_strpbrk(const char *text, const char *set) {
    const char *at = text + span(text, set, false, CALLER);
    return *at ? (char *)(uintptr_t)at : NULL;
}

// Numbers: first the bytes that may belong to one, and the one that ends it, are reported to the engine.
static const char *number(const char *text, uintptr_t pc) {
    size_t i = 0;
    while (isspace(byte_at(text, i, pc)))
        i++;
    for (unsigned char byte; (byte = byte_at(text, i, pc)) != 0; i++)
        if (!isalnum(byte) && byte != '+' && byte != '-' && byte != '.')
            break;
    return text;
}

int simt_guarded_atoi(const char *text) { return atoi(number(text, CALLER)); }
long simt_guarded_atol(const char *text) { return atol(number(text, CALLER)); }
long long simt_guarded_atoll(const char *text) { return atoll(number(text, CALLER)); }
double simt_guarded_atof(const char *text) { return atof(number(text, CALLER)); }
