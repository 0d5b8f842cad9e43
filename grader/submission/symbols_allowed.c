// The names that a submission may refer to: the table of confine/functions.txt, which the build turns into C.
// Other names are refused; some well-known functions are refused with an explanation.
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "symbols.h"

static bool begins(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

// Compares the text before the first "*" with the start, and searches the text up to the next "*".
static bool fits(const char *pattern, const char *name) {
    const char *star = strchr(pattern, '*');
    if (!star)
        return strcmp(pattern, name) == 0;
    if (strncmp(pattern, name, (size_t)(star - pattern)) != 0)
        return false;
    char middle[64];
    snprintf(middle, sizeof middle, "%.*s", (int)strcspn(star + 1, "*"), star + 1);
    return strstr(name + (star - pattern), middle) != NULL;
}

// Numerical functions are listed by their name for double; those for float and long double end in f and l.
static bool is_arithmetic(const char *of_double, const char *name) {
    const size_t length = strlen(of_double);
    return strncmp(of_double, name, length) == 0 &&
           (!name[length] || (strchr("fl", name[length]) && !name[length + 1]));
}

static bool speaks_of(const struct symbols_function *function, const char *name) {
    return function->kind == FUNCTION_MATH ? is_arithmetic(function->name, name) : fits(function->name, name);
}

// The line for a name: one with the full name, else the first with a matching pattern. Explanations come
// first, because they cover parts of what other patterns allow.
static const struct symbols_function *find(const char *name, enum symbols_compiler compiler) {
    const struct symbols_function *found = NULL;
    for (const struct symbols_function *f = symbols_functions; f->name; f++) {
        const bool explains = f->kind == FUNCTION_REFUSED || f->kind == FUNCTION_UNGUARDED;
        if ((f->kind == FUNCTION_UNGUARDED && compiler == SYMBOLS_NVCC) ||
            (f->kind == FUNCTION_NVCC && compiler == SYMBOLS_SIMTCC) || !speaks_of(f, name))
            continue;
        if (!strchr(f->name, '*'))
            return f;
        if (!found || (explains && found->kind != FUNCTION_REFUSED && found->kind != FUNCTION_UNGUARDED))
            found = f;
    }
    return found;
}

static bool is_named(const char *name, const char *const *names) {
    for (; names && *names; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

static const char not_among[] = "is not among the functions a lab may use (docs/functions.md)";

const char *symbols_refusal(const char *name) {
    const struct symbols_function *function = find(name, SYMBOLS_NVCC);
    return function ? function->kind == FUNCTION_REFUSED ? function->words : NULL : not_among;
}

const char *symbols_confined_refusal(const char *name, const char *const *opened) {
    static char closed[128];
    const struct symbols_function *function = find(name, SYMBOLS_SIMTCC);
    if (!function && (begins(name, "_Z") || begins(name, "__cxa_") || begins(name, "_Unwind_")))
        return "is a part of the C++ library that stores through pointers that it is given";
    if (!function)
        return not_among;
    if (function->kind != FUNCTION_CLOSED || is_named(function->shown, opened))
        return function->words && function->kind != FUNCTION_CLOSED ? function->words : NULL;
    snprintf(closed, sizeof closed, language_of("is not for this lab; %s"), language_of(function->words));
    return closed;
}

const char *symbols_shown(const char *name) {
    const struct symbols_function *function = find(name, SYMBOLS_SIMTCC);
    return function && function->kind == FUNCTION_CLOSED ? function->shown : name;
}
