// Reads the variables' addresses and sizes from the program's own symbol table, through elfutils' libelf.
#include "engine/memory/variable_symbols.h"

#include <fcntl.h>
#include <gelf.h>
#include <link.h>
#include <stdlib.h>
#include <unistd.h>

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
