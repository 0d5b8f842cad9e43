// The section of constants, and the bounds of each.
#include "engine/memory/variables.h"

#include <stdio.h>
#include <stdlib.h>

enum { PAGE = 4096 };

/* Closes the section, so that what lies past the last constant is not something else of the program. */
static const char closing[PAGE] __attribute__((section("simt_constant"), aligned(PAGE), used)) = {0};

/* The linker's names for the section's bounds. */
extern char __start_simt_constant[], __stop_simt_constant[];

static struct simt_variable *constants;
static size_t constant_count;

static void read_constants(uintptr_t from, uintptr_t to) {
    constants = simt_variable_symbols(from, to, &constant_count);
    if (!constants) {
        fputs(
            "simt: cannot make the program's __constant__ variables known: the program carries no symbols\n",
            stderr);
        exit(2);
    }
    /* Another name that calls a variable larger than it is (alias) ends with the section, too. */
    for (size_t i = 0; i < constant_count; i++)
        if (constants[i].size > to - constants[i].address)
            constants[i].size = to - constants[i].address;
}

const struct simt_variable *simt_constant_near(uintptr_t address) {
    uintptr_t start = (uintptr_t)__start_simt_constant, size = (uintptr_t)__stop_simt_constant - start;
    if (address - start >= size || size == sizeof closing)
        return NULL;
    if (!constants)
        read_constants(start, start + size - sizeof closing);
    size_t i = constant_count - 1;
    while (i > 0 && constants[i].address > address)
        i--;
    return &constants[i];
}
