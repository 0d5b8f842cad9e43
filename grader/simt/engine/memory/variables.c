// The section of device variables, and its second mapping in the device address range.
#include "engine/memory/variables.h"

#include <fcntl.h>
#include <gelf.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/memory/closed_memory.h"
#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"

enum { PAGE = 4096 };

/* Closes a section: aligned like a page and a page long, and linked after the program's own objects, it
 * leaves the section's pages to the section alone. */
static char closing[PAGE] __attribute__((section("simt_device"), aligned(PAGE), used));
static char closing_managed[PAGE] __attribute__((section("simt_managed"), aligned(PAGE), used));

/* The linker's names for the sections' bounds. */
extern char __start_simt_device[], __stop_simt_device[], __start_simt_managed[], __stop_simt_managed[];

/** A section of variables. */
static struct section {
    char *start, *stop;
    enum simt_memory_kind kind;
    struct simt_variable *variables;
    size_t count;
} sections[] = {{.start = __start_simt_device, .stop = __stop_simt_device, .kind = SIMT_MEMORY_DEVICE},
                {.start = __start_simt_managed, .stop = __stop_simt_managed, .kind = SIMT_MEMORY_MANAGED}};
enum { SECTIONS = sizeof sections / sizeof *sections };

static _Noreturn void fail(const char *why) {
    fprintf(stderr, "simt: cannot make the program's __device__ variables known: %s\n", why);
    exit(2);
}

static _Noreturn void fail_for_size(size_t size) {
    fprintf(stderr,
            "simt: no memory for a __device__ variable of %.0f MiB: get such memory with cudaMalloc, as much "
            "as n "
            "needs\n",
            (double)size / (1 << 20));
    exit(2);
}

/** Maps @p size bytes of shared pages at @p from a second time, at @p to. */
static void map_again(void *from, size_t size, void *to) {
    /* An old size of zero asks for a second mapping; the first one stays. */
    if (mremap(from, 0, size, MREMAP_MAYMOVE | MREMAP_FIXED, to) == MAP_FAILED)
        fail("the system refuses the mapping");
}

/** Puts one variable into the device address range, from the shared pages that now hold the section. */
static void map_variable(const struct section *section, struct simt_variable *variable, char *pages) {
    size_t offset = variable->address - (uintptr_t)section->start;
    if (offset % PAGE != 0)
        fail("one does not begin a page");
    variable->device_address = simt_heap_allocate(variable->size, false, 0);
    if (!variable->device_address)
        fail_for_size(variable->size);
    if (section->kind != SIMT_MEMORY_DEVICE)
        simt_heap_share_with_host(variable->device_address, section->kind);
    map_again(pages + offset, (variable->size + PAGE - 1) / PAGE * PAGE, (void *)variable->device_address);
    simt_mark_initialized(variable->device_address, variable->size, true);
}

static void map_section(struct section *section) {
    char *start = section->start;
    size_t size = (size_t)(section->stop - start);
    if ((uintptr_t)start % PAGE != 0 || size % PAGE != 0)
        fail("the engine's library has to be linked last");
    section->variables =
        simt_variable_symbols((uintptr_t)start, (uintptr_t)start + size - sizeof closing, &section->count);
    if (!section->variables)
        fail("the program carries no symbols");
    char *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        fail("no memory");
    const bool closed = simt_memory_is_closed();
    simt_memory_open((uintptr_t)start, size);
    memcpy(pages, start, size);
    map_again(pages, size, start);
    for (size_t i = 0; i < section->count; i++)
        map_variable(section, &section->variables[i], pages);
    munmap(pages, size);
    if (closed)
        simt_memory_close();
}

static bool has_variables(const struct section *section) {
    return (size_t)(section->stop - section->start) > sizeof closing;
}

/** The section that holds an address; NULL if none does. */
static struct section *section_at(uintptr_t address) {
    for (size_t i = 0; i < SECTIONS; i++)
        if (address - (uintptr_t)sections[i].start < (size_t)(sections[i].stop - sections[i].start))
            return &sections[i];
    return NULL;
}

uintptr_t simt_variable_alias(uintptr_t address) {
    struct section *section = section_at(address);
    if (!section || !has_variables(section))
        return simt_registered_alias(address);
    if (!section->variables)
        map_section(section);
    size_t i = section->count - 1;
    while (i > 0 && section->variables[i].address > address)
        i--;
    return section->variables[i].device_address + (address - section->variables[i].address);
}

const struct simt_variable *simt_managed_variables(size_t *count) {
    struct section *managed = section_at((uintptr_t)__start_simt_managed);
    if (has_variables(managed) && !managed->variables)
        map_section(managed);
    *count = managed->count;
    return managed->variables;
}

/* Reads the variables' addresses and sizes from the program's own symbol table, through elfutils' libelf. */

/** The array being filled, and what belongs in it. */
struct symbol_range {
    uintptr_t from, to, bias;
    struct simt_variable *variables;
    size_t count, capacity;
};

static int first_object(struct dl_phdr_info *info, size_t size, void *bias) {
    (void)size;
    *(uintptr_t *)bias = info->dlpi_addr;
    return 1;
}

static void collect(struct symbol_range *c, const GElf_Sym *symbol) {
    uintptr_t address = symbol->st_value + c->bias;
    if (GELF_ST_TYPE(symbol->st_info) != STT_OBJECT || symbol->st_size == 0 || address < c->from ||
        address >= c->to)
        return;
    if (c->count == c->capacity) {
        size_t wanted = c->capacity ? 2 * c->capacity : 16;
        struct simt_variable *grown = realloc(c->variables, wanted * sizeof *grown);
        if (!grown)
            return;
        c->variables = grown;
        c->capacity = wanted;
    }
    c->variables[c->count++] = (struct simt_variable){.address = address, .size = symbol->st_size};
}

static void read_symbols(struct symbol_range *c, Elf *elf) {
    Elf_Scn *section = NULL;
    while ((section = elf_nextscn(elf, section))) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB)
            continue;
        Elf_Data *data = elf_getdata(section, NULL);
        GElf_Sym symbol;
        for (int i = 0; data && gelf_getsym(data, i, &symbol); i++)
            collect(c, &symbol);
    }
}

static int by_address(const void *a, const void *b) {
    const struct simt_variable *x = a, *y = b;
    return (x->address > y->address) - (x->address < y->address);
}

/** Two names of one variable are one variable. */
static size_t without_aliases(struct simt_variable *variables, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || variables[i].address >= variables[kept - 1].address + variables[kept - 1].size)
            variables[kept++] = variables[i];
    return kept;
}

struct simt_variable *simt_variable_symbols(uintptr_t from, uintptr_t to, size_t *count) {
    struct symbol_range c = {.from = from, .to = to};
    dl_iterate_phdr(first_object, &c.bias);
    elf_version(EV_CURRENT);
    int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    Elf *elf = file >= 0 ? elf_begin(file, ELF_C_READ, NULL) : NULL;
    if (elf) {
        read_symbols(&c, elf);
        elf_end(elf);
    }
    if (file >= 0)
        close(file);
    if (c.count > 0)
        qsort(c.variables, c.count, sizeof *c.variables, by_address);
    *count = without_aliases(c.variables, c.count);
    return c.variables;
}

// The section of constants, and the bounds of each.

/* What lies past the last constant is not something else of the program. */
static const char closing_constants[PAGE]
    __attribute__((section("simt_constant"), aligned(PAGE), used)) = {0};

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
    if (address - start >= size || size == sizeof closing_constants)
        return NULL;
    if (!constants)
        read_constants(start, start + size - sizeof closing_constants);
    size_t i = constant_count - 1;
    while (i > 0 && constants[i].address > address)
        i--;
    return &constants[i];
}
