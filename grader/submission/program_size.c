// The size of a compiled submission, read from section headers, program headers and symbols.
#include "build.h"

#include "base/language.h"
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double mib = 1024.0 * 1024.0;

struct program_limits program_limits_for(size_t memory_bytes) {
    return (struct program_limits){
        .bytes = memory_bytes / 2, .thread_bytes = (uint64_t)1 << 20, .sections = 60000, .symbols = 400000};
}

// The sizes are untrusted: their sum must not wrap.
static void add(uint64_t *sum, uint64_t bytes) {
    *sum = bytes > UINT64_MAX - *sum ? UINT64_MAX : *sum + bytes;
}

static void add_section(struct program_size *size, const GElf_Shdr *header) {
    if (!(header->sh_flags & SHF_ALLOC))
        return;
    add(&size->bytes, header->sh_size);
    add(&size->bytes, header->sh_addralign > 1 ? header->sh_addralign - 1 : 0);
    if (header->sh_flags & SHF_TLS)
        add(&size->thread_bytes, header->sh_size);
}

static void add_symbol(struct program_size *size, Elf *elf, size_t names, const GElf_Sym *symbol) {
    const unsigned char type = GELF_ST_TYPE(symbol->st_info);
    const bool variable = type == STT_OBJECT || type == STT_TLS || type == STT_COMMON;
    if (!variable || symbol->st_shndx == SHN_UNDEF || symbol->st_size <= size->largest_bytes)
        return;
    const char *name = elf_strptr(elf, names, symbol->st_name);
    size->largest_bytes = symbol->st_size;
    snprintf(size->largest, sizeof size->largest, "%s", name ? name : "?");
}

static void read_symbols(struct program_size *size, Elf *elf, Elf_Scn *section, const GElf_Shdr *header) {
    Elf_Data *data = header->sh_entsize > 0 ? elf_getdata(section, NULL) : NULL;
    const size_t count = data ? header->sh_size / header->sh_entsize : 0;
    size->symbols += count;
    for (size_t i = 0; i < count; i++) {
        GElf_Sym symbol;
        if (gelf_getsym(data, (int)i, &symbol))
            add_symbol(size, elf, header->sh_link, &symbol);
    }
}

static void read_sections(struct program_size *size, Elf *elf, bool linked) {
    Elf_Scn *section = NULL;
    while ((section = elf_nextscn(elf, section))) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header))
            continue;
        size->sections++;
        if (!linked)
            add_section(size, &header);
        if (header.sh_type == SHT_SYMTAB)
            read_symbols(size, elf, section, &header);
    }
}

static void read_segments(struct program_size *size, Elf *elf) {
    size_t count = 0;
    elf_getphdrnum(elf, &count);
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr header;
        if (!gelf_getphdr(elf, (int)i, &header))
            continue;
        if (header.p_type == PT_LOAD)
            add(&size->bytes, header.p_memsz);
        if (header.p_type == PT_TLS)
            add(&size->thread_bytes, header.p_memsz);
    }
}

static bool names(Dwarf_Die *die, const char *symbol) {
    Dwarf_Attribute attribute;
    const char *linkage = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute));
    const char *name = dwarf_diename(die);
    return (linkage && strcmp(linkage, symbol) == 0) || (name && strcmp(name, symbol) == 0);
}

// Searches depth first, so that a variable in a function is found, too.
static int line_below(Dwarf_Die *die, const char *symbol, int depth) {
    Dwarf_Die child;
    int line = 0;
    if (depth == 0 || dwarf_child(die, &child) != 0)
        return 0;
    do {
        if (dwarf_tag(&child) == DW_TAG_variable && names(&child, symbol))
            dwarf_decl_line(&child, &line);
        if (line == 0)
            line = line_below(&child, symbol, depth - 1);
    } while (line == 0 && dwarf_siblingof(&child, &child) == 0);
    return line;
}

// The last name in a C++ symbol, which is the variable's own: big in _ZN4mineL3bigE and in _ZZ1fvE3big.
static const char *plain_name(const char *symbol, int *length) {
    const char *name = symbol;
    *length = (int)strcspn(symbol, ".");
    if (strncmp(symbol, "_Z", 2) != 0)
        return name;
    for (const char *at = symbol + 2; *at;) {
        char *behind;
        const unsigned long digits = *at >= '1' && *at <= '9' ? strtoul(at, &behind, 10) : 0;
        if (digits == 0) {
            at++;
        } else if (digits > strlen(behind)) {
            break;
        } else {
            name = behind;
            *length = (int)digits;
            at = behind + digits;
        }
    }
    return name;
}

// Finds the declaration of the largest variable.
int program_size_line(const char *path, const struct program_size *size) {
    static const Dwfl_Callbacks callbacks = {.find_elf = dwfl_build_id_find_elf,
                                             .find_debuginfo = dwfl_standard_find_debuginfo,
                                             .section_address = dwfl_offline_section_address};
    char name[sizeof((struct program_size *)0)->largest];
    int length;
    const char *plain = plain_name(size->largest, &length);
    snprintf(name, sizeof name, "%.*s", length, plain);
    Dwfl *dwfl = dwfl_begin(&callbacks);
    Dwfl_Module *module = dwfl ? dwfl_report_offline(dwfl, "submission", path, -1) : NULL;
    Dwarf_Die *unit = NULL;
    Dwarf_Addr bias;
    int line = 0;
    if (dwfl)
        dwfl_report_end(dwfl, NULL, NULL);
    while (module && line == 0 && (unit = dwfl_module_nextcu(module, unit, &bias)))
        line = line_below(unit, name, 8);
    dwfl_end(dwfl);
    return line;
}

bool program_size_read(const char *path, struct program_size *size, struct error *error) {
    *size = (struct program_size){0};
    elf_version(EV_CURRENT);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    Elf *elf = file >= 0 ? elf_begin(file, ELF_C_READ_MMAP, NULL) : NULL;
    GElf_Ehdr header;
    const bool good = elf && gelf_getehdr(elf, &header);
    if (good) {
        const bool linked = header.e_type != ET_REL;
        read_sections(size, elf, linked);
        if (linked)
            read_segments(size, elf);
    } else {
        error_set(error, "the compiler's output is no object file: %s", elf_errmsg(-1));
    }
    elf_end(elf);
    if (file >= 0)
        close(file);
    return good;
}

bool program_size_complaint(const struct program_size *size, const struct program_limits *limits, char *to,
                            size_t room) {
    int length;
    const char *name = plain_name(size->largest, &length);
    if (size->thread_bytes > limits->thread_bytes)
        snprintf(to, room,
                 language_of("its thread_local variables take %.1f MiB, and a lab's may take %.1f MiB: the "
                             "largest, %.*s, takes %.1f MiB"),
                 (double)size->thread_bytes / mib, (double)limits->thread_bytes / mib, length, name,
                 (double)size->largest_bytes / mib);
    else if (size->bytes > limits->bytes)
        snprintf(
            to, room,
            language_of(
                "its variables take %.0f MiB before it runs, and a lab's may take %.0f MiB: the largest, "
                "%.*s, takes %.0f MiB; get memory with cudaMalloc or malloc, as much as n needs"),
            (double)size->bytes / mib, (double)limits->bytes / mib, length, name,
            (double)size->largest_bytes / mib);
    else if (size->sections > limits->sections || size->symbols > limits->symbols)
        snprintf(to, room,
                 language_of("it has %zu functions and variables, and a lab's may have %zu: write fewer, or "
                             "let templates make fewer"),
                 size->symbols, limits->symbols);
    else
        return false;
    return true;
}
