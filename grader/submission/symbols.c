// A compiled submission's definitions and references, read from its symbol table and relocations.
#include "symbols.h"

#include "base/language.h"
#if WARPLAB_CONFINE
#include "confine/machine_code.h"
#endif

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// One object file. It is opened twice: libdwfl relocates its own copy, in which each section gets its own
// address, so that source lines can be found. The other copy keeps its relocations.
struct object {
    int file;
    Elf *elf;
    Dwfl *dwfl;
    Dwfl_Module *module;
    Elf *laid_out;
    GElf_Addr bias;
    Elf_Data *symbols;
    size_t symbol_count, symbol_names; // number of symbols, and the section of their names
    struct symbols *result;
    enum symbols_compiler compiler;
    const char *const *opened; // functions that the lab's spec allows
};

static const Dwfl_Callbacks callbacks = {.find_elf = dwfl_build_id_find_elf,
                                         .find_debuginfo = dwfl_standard_find_debuginfo,
                                         .section_address = dwfl_offline_section_address};

static void open_lines(struct object *object, const char *path) {
    object->dwfl = dwfl_begin(&callbacks);
    if (!object->dwfl)
        return;
    object->module = dwfl_report_offline(object->dwfl, "submission", path, -1);
    dwfl_report_end(object->dwfl, NULL, NULL);
    if (object->module)
        object->laid_out = dwfl_module_getelf(object->module, &object->bias);
}

static bool object_open(struct object *object, const char *path) {
    elf_version(EV_CURRENT);
    object->file = open(path, O_RDONLY | O_CLOEXEC);
    object->elf = object->file >= 0 ? elf_begin(object->file, ELF_C_READ_MMAP, NULL) : NULL;
    Elf_Scn *section = NULL;
    while (object->elf && (section = elf_nextscn(object->elf, section))) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB || header.sh_entsize == 0)
            continue;
        object->symbols = elf_getdata(section, NULL);
        object->symbol_count = header.sh_size / header.sh_entsize;
        object->symbol_names = header.sh_link;
    }
    if (object->symbols)
        open_lines(object, path);
    return object->symbols != NULL;
}

static void object_close(struct object *object) {
    dwfl_end(object->dwfl);
    elf_end(object->elf);
    if (object->file >= 0)
        close(object->file);
}

static const char *symbol_name(const struct object *object, const GElf_Sym *symbol) {
    const char *name = elf_strptr(object->elf, object->symbol_names, symbol->st_name);
    return name ? name : "";
}

static bool section_header(const struct object *object, size_t index, GElf_Shdr *header, const char **name) {
    size_t names;
    Elf_Scn *section = elf_getscn(object->elf, index);
    if (!section || !gelf_getshdr(section, header) || elf_getshdrstrndx(object->elf, &names) != 0)
        return false;
    *name = elf_strptr(object->elf, names, header->sh_name);
    return *name != NULL;
}

static bool is_same_file(const char *a, const char *b) {
    return a && b && strcmp(basename(a), basename(b)) == 0;
}

static Dwarf_Word number_of(Dwarf_Die *die, unsigned name) {
    Dwarf_Attribute attribute;
    Dwarf_Word value = 0;
    return dwarf_attr(die, name, &attribute) && dwarf_formudata(&attribute, &value) == 0 ? value : 0;
}

// The line in the unit's own file that called the header's function with code at this address; 0 if there is
// none.
static int line_of_call(Dwarf_Die *unit, Dwarf_Addr address) {
    Dwarf_Die *scopes = NULL;
    Dwarf_Files *files = NULL;
    const int count = dwarf_getscopes(unit, address, &scopes);
    int line = 0;
    for (int i = 0; i < count && !line && dwarf_getsrcfiles(unit, &files, NULL) == 0; i++) {
        if (dwarf_tag(&scopes[i]) != DW_TAG_inlined_subroutine)
            continue;
        const char *caller = dwarf_filesrc(files, number_of(&scopes[i], DW_AT_call_file), NULL, NULL);
        if (is_same_file(caller, dwarf_diename(unit)))
            line = (int)number_of(&scopes[i], DW_AT_call_line);
    }
    free(scopes);
    return line;
}

// The line of the submission for an offset in a section, 0 if unknown; its file goes into `file`. For code
// inlined from a header, it is the line of the call.
static int line_at(const struct object *object, size_t section, GElf_Addr offset, char *file,
                   size_t file_size) {
    GElf_Shdr header;
    Elf_Scn *scn = object->laid_out ? elf_getscn(object->laid_out, section) : NULL;
    if (!scn || !gelf_getshdr(scn, &header))
        return 0;
    const Dwarf_Addr address = header.sh_addr + offset + object->bias;
    Dwfl_Line *place = dwfl_module_getsrc(object->module, address);
    int line = 0;
    const char *source = place ? dwfl_lineinfo(place, NULL, &line, NULL, NULL, NULL) : NULL;
    Dwarf_Addr bias;
    Dwarf_Die *unit = dwfl_module_addrdie(object->module, address, &bias);
    if (!source)
        return 0;
    if (unit && !is_same_file(source, dwarf_diename(unit)))
        line = line_of_call(unit, address - bias);
    snprintf(file, file_size, "%s", basename(unit && line ? dwarf_diename(unit) : source));
    return line;
}

// The source line of the first relocation in the submission's own code for the symbol with index `wanted`, 0
// if there is none; its file goes into `file`.
static int line_of_use(const struct object *object, size_t wanted, char *file, size_t file_size) {
    Elf_Scn *section = NULL;
    while ((section = elf_nextscn(object->elf, section))) {
        GElf_Shdr header, target;
        const char *name;
        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_RELA || header.sh_entsize == 0 ||
            !section_header(object, header.sh_info, &target, &name) || !(target.sh_flags & SHF_EXECINSTR))
            continue;
        Elf_Data *data = elf_getdata(section, NULL);
        for (size_t i = 0; data && i < header.sh_size / header.sh_entsize; i++) {
            GElf_Rela relocation;
            if (!gelf_getrela(data, (int)i, &relocation) || GELF_R_SYM(relocation.r_info) != wanted)
                continue;
            const int line = line_at(object, header.sh_info, relocation.r_offset, file, file_size);
            if (line)
                return line;
        }
    }
    return 0;
}

__attribute__((format(printf, 2, 3))) static void refuse(struct object *object, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(object->result->message, sizeof object->result->message, language_of(format), arguments);
    va_end(arguments);
    object->result->refused = true;
}

// The names in a C++ symbol, joined by "::", without the parameters: _ZNSt6threadD1Ev is std::thread.
static void readable(const char *name, char *to, size_t size) {
    snprintf(to, size, "%.120s", name);
    if (strncmp(name, "_Z", 2) != 0)
        return;
    const char *next = name + 2;
    next += strspn(next, "NK");
    size_t used = 0;
    if (strncmp(next, "St", 2) == 0) {
        used = (size_t)snprintf(to, size, "std");
        next += 2;
    }
    while (*next >= '0' && *next <= '9') {
        char *part;
        const unsigned long length = strtoul(next, &part, 10);
        if (length > strlen(part) || used + length + 3 > size)
            return;
        next = part + length;
        if (strncmp(part, "__cxx11", length) == 0)
            continue;
        const size_t generic =
            used && strncmp(part, "basic_", 6) == 0 ? 6 : 0; // std::ofstream is one of them
        used += (size_t)snprintf(to + used, size - used, "%s%.*s", used ? "::" : "", (int)(length - generic),
                                 part + generic);
    }
}

// A part shared by several C++ streams is named after the stream that has a table in the object.
static void name_stream(const struct object *object, char *words, size_t size) {
    if (strncmp(words, "std::ios", 8) != 0 && (strncmp(words, "std::", 5) != 0 || !strstr(words, "buf")))
        return;
    for (size_t i = 0; i < object->symbol_count; i++) {
        GElf_Sym symbol;
        char stream[160];
        const char *name = gelf_getsym(object->symbols, (int)i, &symbol) ? symbol_name(object, &symbol) : "";
        if (strncmp(name, "_ZTV", 4) != 0 && strncmp(name, "_ZTT", 4) != 0)
            continue;
        snprintf(stream, sizeof stream, "_Z%s", name + 4);
        readable(stream, stream + sizeof stream / 2, sizeof stream / 2);
        const char *const end = strstr(stream + sizeof stream / 2, "stream");
        if (end && end[6] == '\0')
            snprintf(words, size, "%s", stream + sizeof stream / 2);
    }
}

// nvcc adds its own calls: exit() in the host's copy of each device function, and atexit() to unregister the
// kernels.
static bool is_nvccs_own(const struct object *object, const char *name) {
    return object->compiler == SYMBOLS_NVCC && (strcmp(name, "exit") == 0 || strcmp(name, "atexit") == 0);
}

static void check_undefined(struct object *object, size_t index, const char *name) {
    const char *refusal = object->compiler == SYMBOLS_SIMTCC && WARPLAB_CONFINE
                              ? symbols_confined_refusal(name, object->opened)
                              : symbols_refusal(name);
    if (!refusal || is_nvccs_own(object, name))
        return;
    char words[160], file[sizeof object->result->file] = "";
    const int line = line_of_use(object, index, file, sizeof file);
    if (object->result->refused && !line)
        return;
    readable(symbols_shown(name), words, sizeof words);
    name_stream(object, words, sizeof words);
    refuse(object, "a lab must not use %s: it %s", words, language_of(refusal));
    object->result->line = line;
    strcpy(object->result->file, file);
}

// A C++ function of the launcher's name: _Z, the length of the name, the name, the parameters.
static bool is_overload(const char *symbol, const char *launcher) {
    char begin[96];
    const int length = snprintf(begin, sizeof begin, "_Z%zu%s", strlen(launcher), launcher);
    return length > 0 && strncmp(symbol, begin, (size_t)length) == 0;
}

static bool take_launcher(struct object *object, const GElf_Sym *symbol, const char *name,
                          const char *const *launchers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const bool exact = strcmp(name, launchers[i]) == 0;
        if (!exact && !is_overload(name, launchers[i]))
            continue;
        char file[128];
        if (exact || object->result->launchers[i] == SYMBOLS_MISSING) {
            object->result->launchers[i] = exact ? SYMBOLS_DEFINED : SYMBOLS_OTHER_SIGNATURE;
            object->result->launcher_lines[i] =
                line_at(object, symbol->st_shndx, symbol->st_value, file, sizeof file);
        }
        return true;
    }
    return false;
}

// Names that would replace functions of the C++ library or of the engine.
static bool takes_over(const char *name) {
    static const char *const prefixes[] = {"_Zn", "_Zd", "_ZN4simt", "_ZN10__cxxabiv"};
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

static bool may_define(const GElf_Sym *symbol, const char *name) {
    const unsigned char type = GELF_ST_TYPE(symbol->st_info);
    if (type == STT_GNU_IFUNC)
        return false;
    if (strncmp(name, "_Z", 2) == 0)
        return GELF_ST_BIND(symbol->st_info) == STB_WEAK || !takes_over(name);
    if (strcmp(name, "DW.ref.__gxx_personality_v0") == 0)
        return true;
    // A global variable has a plain name. If the library has one, too, this one would replace it.
    return (type == STT_OBJECT || type == STT_TLS || symbol->st_shndx == SHN_COMMON) && name[0] != '_' &&
           symbols_refusal(name) != NULL && strcmp(name, "environ") != 0 && strcmp(name, "stdin") != 0;
}

static void check_defined(struct object *object, const GElf_Sym *symbol, const char *name) {
    if (may_define(symbol, name))
        return;
    char words[160];
    readable(name, words, sizeof words);
    refuse(object,
           strcmp(name, "main") == 0
               ? "a lab must not define %s: the grader's own main calls the launcher; put yours between "
                 "#ifdef TRY and #endif, and build it by simtcc -DTRY"
               : "a lab must not define %s: make it static, or give it C++ linkage and another name",
           words);
    object->result->line = line_at(object, symbol->st_shndx, symbol->st_value, object->result->file,
                                   sizeof object->result->file);
}

// The function that an entry of a start-up table points to.
static bool entry_target(const struct object *object, const GElf_Rela *relocation, GElf_Sym *function,
                         const char **name) {
    GElf_Sym base;
    if (!gelf_getsym(object->symbols, (int)GELF_R_SYM(relocation->r_info), &base))
        return false;
    const GElf_Addr value = base.st_value + (GElf_Addr)relocation->r_addend;
    for (size_t i = 0; i < object->symbol_count; i++) {
        if (gelf_getsym(object->symbols, (int)i, function) && GELF_ST_TYPE(function->st_info) == STT_FUNC &&
            function->st_shndx == base.st_shndx && function->st_value == value) {
            *name = symbol_name(object, function);
            return true;
        }
    }
    return false;
}

// The start-up functions that compilers add: the instrumentation's, and the one that registers nvcc's
// kernels.
static bool compilers_own(enum symbols_compiler compiler, const char *section, const char *function) {
    if (compiler == SYMBOLS_SIMTCC)
        return strcmp(section, ".init_array.00099") == 0 && strcmp(function, "_sub_I_00099_0") == 0;
    return strcmp(section, ".init_array") == 0 && strcmp(function, "_ZL24__sti____cudaRegisterAllv") == 0;
}

static bool is_startup_table(const GElf_Shdr *header, const char *name) {
    return header->sh_type == SHT_INIT_ARRAY || header->sh_type == SHT_FINI_ARRAY ||
           header->sh_type == SHT_PREINIT_ARRAY || strncmp(name, ".ctors", 6) == 0 ||
           strncmp(name, ".dtors", 6) == 0 || strcmp(name, ".init") == 0 || strcmp(name, ".fini") == 0;
}

static void check_startup_entries(struct object *object, Elf_Scn *relocations, const GElf_Shdr *header,
                                  const char *table) {
    Elf_Data *data = elf_getdata(relocations, NULL);
    for (size_t i = 0; data && i < header->sh_size / header->sh_entsize && !object->result->refused; i++) {
        GElf_Rela relocation;
        GElf_Sym function = {0};
        const char *name = "";
        if (gelf_getrela(data, (int)i, &relocation) && entry_target(object, &relocation, &function, &name) &&
            compilers_own(object->compiler, table, name))
            continue;
        refuse(object, "code runs before the launcher is called: a lab must not have constructors, nor "
                       "global objects that need one (nor <iostream>, which has such an object)");
        object->result->line = line_at(object, function.st_shndx, function.st_value, object->result->file,
                                       sizeof object->result->file);
    }
}

static void check_startup(struct object *object) {
    Elf_Scn *section = NULL;
    size_t tables = 0, explained = 0;
    while ((section = elf_nextscn(object->elf, section)) && !object->result->refused) {
        GElf_Shdr header, target;
        const char *name;
        if (!section_header(object, elf_ndxscn(section), &header, &name))
            continue;
        tables += header.sh_type != SHT_NOBITS && is_startup_table(&header, name) && header.sh_size > 0;
        if (header.sh_type == SHT_RELA && header.sh_entsize > 0 &&
            section_header(object, header.sh_info, &target, &name) && is_startup_table(&target, name)) {
            explained += target.sh_size == 8 * (header.sh_size / header.sh_entsize);
            check_startup_entries(object, section, &header, name);
        }
    }
    if (!object->result->refused && tables != explained)
        refuse(object,
               "code runs before the launcher is called, through a start-up table that was written by hand");
}

static void check_symbols(struct object *object, const char *const *launchers, size_t count) {
    for (size_t i = 1; i < object->symbol_count; i++) {
        GElf_Sym symbol;
        if (!gelf_getsym(object->symbols, (int)i, &symbol) || GELF_ST_BIND(symbol.st_info) == STB_LOCAL)
            continue;
        const char *name = symbol_name(object, &symbol);
        if (symbol.st_shndx != SHN_UNDEF && take_launcher(object, &symbol, name, launchers, count))
            continue;
        // Of several reasons, one with a line of the submission is preferred.
        if (object->result->refused && (object->result->line || symbol.st_shndx != SHN_UNDEF))
            continue;
        if (symbol.st_shndx == SHN_UNDEF)
            check_undefined(object, i, name);
        else
            check_defined(object, &symbol, name);
    }
}

#if WARPLAB_CONFINE
// The function with code at an offset of a section; 0 if unknown.
static size_t function_at(const struct object *object, size_t section, GElf_Addr offset) {
    for (size_t i = 1; i < object->symbol_count; i++) {
        GElf_Sym symbol;
        if (gelf_getsym(object->symbols, (int)i, &symbol) && GELF_ST_TYPE(symbol.st_info) == STT_FUNC &&
            symbol.st_shndx == section && symbol.st_value <= offset &&
            offset - symbol.st_value < symbol.st_size)
            return i;
    }
    return 0;
}

// Code of a header has no line in the submission: the message names it, with the line of the call.
static void refuse_code_of_header(struct object *object, const struct code_finding *finding) {
    const size_t function = function_at(object, finding->section, finding->offset);
    char name[160], file[sizeof object->result->file] = "";
    GElf_Sym symbol;
    const int line = function ? line_of_use(object, function, file, sizeof file) : 0;
    if (!line || !gelf_getsym(object->symbols, (int)function, &symbol))
        return;
    readable(symbol_name(object, &symbol), name, sizeof name);
    refuse(object, "a lab must not %s, as %s does, which is called here", language_of(finding->what), name);
    object->result->line = line;
    strcpy(object->result->file, file);
}

static void check_code(struct object *object) {
    struct code_finding finding;
    if (object->compiler != SYMBOLS_SIMTCC || code_is_confined(object->elf, &finding))
        return;
    refuse(object, "a lab must not %s", language_of(finding.what));
    object->result->line =
        line_at(object, finding.section, finding.offset, object->result->file, sizeof object->result->file);
    if (!object->result->line)
        refuse_code_of_header(object, &finding);
}
#else
static void check_code(struct object *object) { (void)object; }
#endif

bool symbols_check(const char *path, enum symbols_compiler compiler, const char *const *launchers,
                   size_t count, const char *const *opened, struct symbols *result, struct error *error) {
    memset(result, 0, sizeof *result);
    struct object object = {.file = -1, .result = result, .compiler = compiler, .opened = opened};
    const bool readable_object = count <= SYMBOLS_MAX_LAUNCHERS && object_open(&object, path);
    if (readable_object) {
        check_symbols(&object, launchers, count);
        if (!result->refused)
            check_startup(&object);
        if (!result->refused)
            check_code(&object);
    } else {
        error_set(error, "the compiler's output is no object file: %s", dwfl_errmsg(-1));
    }
    object_close(&object);
    return readable_object;
}
