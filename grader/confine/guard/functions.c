// Finds functions in the symbols of the running program, and calls in their machine code.
#include "confine/guard/guard.h"

#include "engine/exec/machine.h"

#include <capstone/capstone.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <gelf.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

uintptr_t simt_guard_text, simt_guard_text_size;
const uint8_t *simt_guard_map;

enum { MAX_CALLABLE = 512 };

/** Functions of the engine that a program's host code may call through a pointer. */
static uintptr_t callable[MAX_CALLABLE];
static size_t callable_count;

/** One walk over the symbols. */
struct walk {
    uint8_t *map;
    uintptr_t bias;
    csh disassembler;
    cs_insn *instruction;
};

static int first_object(struct dl_phdr_info *info, size_t size, void *bias) {
    (void)size;
    *(uintptr_t *)bias = info->dlpi_addr;
    return 1;
}

static bool begins(const char *name, const char *prefix) {
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

static void mark_function(struct walk *walk, uintptr_t begin, size_t size) {
    const uint8_t *code = (const uint8_t *)begin; // NOLINT: this program's own code
    uint64_t at = begin - simt_guard_text;
    const uint64_t end = at + size; // after a last call, which does not return, is another function
    size_t left = size;
    walk->map[at] |= GUARD_ENTRY;
    while (cs_disasm_iter(walk->disassembler, &code, &left, &at, walk->instruction))
        if (walk->instruction->id == X86_INS_CALL && at < end)
            walk->map[at] |= GUARD_RETURN;
}

/** The API, and the replacements of C library functions. */
static bool is_callable(const char *name) {
    static const char *const memory[] = {"simt_memcpy", "simt_memmove", "simt_memset", "simt_memcmp"};
    for (size_t i = 0; i < sizeof memory / sizeof memory[0]; i++)
        if (strcmp(name, memory[i]) == 0)
            return true;
    return begins(name, "cuda") || begins(name, "simt_guarded_");
}

static void take_symbol(struct walk *walk, const GElf_Sym *symbol, const char *name) {
    const uintptr_t begin = symbol->st_value + walk->bias;
    if (GELF_ST_TYPE(symbol->st_info) != STT_FUNC || symbol->st_shndx == SHN_UNDEF)
        return;
    if (begin - simt_guard_text < simt_guard_text_size) {
        if (symbol->st_size <= simt_guard_text_size - (begin - simt_guard_text))
            mark_function(walk, begin, symbol->st_size);
    } else if (callable_count < MAX_CALLABLE && is_callable(name)) {
        callable[callable_count++] = begin;
    }
}

static bool walk_symbols(struct walk *walk, Elf *elf) {
    Elf_Scn *section = NULL;
    bool found = false;
    while ((section = elf_nextscn(elf, section))) {
        GElf_Shdr header;
        GElf_Sym symbol;
        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB)
            continue;
        Elf_Data *data = elf_getdata(section, NULL);
        for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
            const char *name = elf_strptr(elf, header.sh_link, symbol.st_name);
            take_symbol(walk, &symbol, name ? name : "");
            found = true;
        }
    }
    return found;
}

static bool walk_program(struct walk *walk) {
    dl_iterate_phdr(first_object, &walk->bias);
    elf_version(EV_CURRENT);
    const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    Elf *elf = file >= 0 ? elf_begin(file, ELF_C_READ_MMAP, NULL) : NULL;
    const bool found = elf && walk_symbols(walk, elf);
    elf_end(elf);
    if (file >= 0)
        close(file);
    return found;
}

bool simt_guard_map_functions(uintptr_t from, uintptr_t to) {
    struct walk walk = {
        .map = mmap(NULL, to - from + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)};
    simt_guard_text = from;
    simt_guard_text_size = to - from;
    if (walk.map == MAP_FAILED || cs_open(CS_ARCH_X86, CS_MODE_64, &walk.disassembler) != CS_ERR_OK)
        return false;
    walk.instruction = cs_malloc(walk.disassembler);
    const bool good = walk.instruction && walk_program(&walk);
    if (walk.instruction)
        cs_free(walk.instruction, 1);
    cs_close(&walk.disassembler);
    simt_guard_map = walk.map;
    return good && mprotect(walk.map, to - from + 1, PROT_READ) == 0;
}

/** Functions of libraries that only compute: they store through no pointer. */
static bool is_harmless(const char *name) {
    static const char *const names[] = {"sqrt", "sqrtf", "fabs", "fabsf",   "sin",     "cos",     "exp",
                                        "log",  "log2",  "pow",  "ceil",    "floor",   "fmin",    "fmax",
                                        "abs",  "labs",  "rand", "isdigit", "isspace", "toupper", "tolower"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return begins(name, "_ZNKSt") && strstr(name, "4whatEv");
}

bool simt_guard_may_call(uintptr_t target) {
    Dl_info info;
    for (size_t i = 0; i < callable_count && !simt_self(); i++)
        if (callable[i] == target)
            return true;
    return dladdr((const void *)target, &info) && (uintptr_t)info.dli_saddr == target && info.dli_sname &&
           is_harmless(info.dli_sname);
}
