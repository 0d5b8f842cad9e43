// From a code address of this program to the user's
// file and line, through elfutils' libdw.
#include "engine/report/lines.h"

#include <dwarf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Opens the debug information of the running program, once.

static struct {
    bool tried;
    Dwarf *dwarf;
    uintptr_t bias;
} program;

static int first_object(struct dl_phdr_info *info, size_t size, void *bias) {
    (void)size;
    *(uintptr_t *)bias = info->dlpi_addr;
    return 1; // the program itself comes first
}

static void open_program(void) {
    program.tried = true;
    int saved = errno;
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        program.dwarf = dwarf_begin(fd, DWARF_C_READ);
        if (!program.dwarf)
            close(fd);
    }
    dl_iterate_phdr(first_object, &program.bias);
    errno = saved;
}

Dwarf *simt_debug_info(void) {
    if (!program.tried)
        open_program();
    return program.dwarf;
}

uintptr_t simt_debug_bias(void) {
    simt_debug_info();
    return program.bias;
}

// The index by address is not written by every compiler.
bool simt_debug_unit(Dwarf_Addr address, Dwarf_Die *unit) {
    Dwarf *dwarf = simt_debug_info();
    if (!dwarf)
        return false;
    if (dwarf_addrdie(dwarf, address, unit))
        return true;
    Dwarf_Off offset = 0, next;
    size_t header;
    while (dwarf_nextcu(dwarf, offset, &next, &header, NULL, NULL, NULL) == 0) {
        if (dwarf_offdie(dwarf, offset + header, unit) && dwarf_haspc(unit, address) == 1)
            return true;
        offset = next;
    }
    return false;
}

struct cache_entry {
    uintptr_t pc; // 0: free
    bool known;
    struct simt_line line;
};

static struct {
    struct cache_entry *entries;
    size_t capacity, used;
} cache;

static bool starts_with(const char *text, const char *prefix, size_t length) {
    return strncmp(text, prefix, length) == 0;
}

static bool in_system_directory(const char *file) {
    static const char *const prefixes[] = {"/usr/include/", "/usr/lib/", "/usr/local/include/",
                                           "/usr/local/lib/", "/usr/local/cuda"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        if (starts_with(file, prefixes[i], strlen(prefixes[i])))
            return true;
    }
    return strstr(file, "/include/cccl/") != NULL; // of a CUDA Toolkit elsewhere
}

// Length of the engine's include directory in `file`, if the file is one of the engine's public headers, or
// the first of them, in whatever directory.
static size_t engine_directory(const char *file) {
    static const char anchor[] = "/simt/abi.h", folder[] = "/include/simt/";
    size_t length = strlen(file), tail = sizeof anchor - 1;
    bool found = length > tail && strcmp(file + length - tail, anchor) == 0;
    if (found)
        return length - tail + 1;
    const char *at = strstr(file, folder);
    return at && !strchr(at + sizeof folder - 1, '/') ? (size_t)(at - file) + strlen("/include/") : 0;
}

bool simt_line_is_of_others(const struct simt_line *line) {
    return in_system_directory(line->file) || engine_directory(line->file);
}

// True for a header of the engine or of the system: nothing that a student can change. The engine's
// include directory is the one in which this unit found simt/abi.h, so it may be staged anywhere.
static bool is_foreign(Dwarf_Files *files, size_t count, const char *file) {
    if (!file || in_system_directory(file))
        return true;
    for (size_t i = 0; i < count; i++) {
        const char *candidate = dwarf_filesrc(files, i, NULL, NULL);
        size_t length = candidate ? engine_directory(candidate) : 0;
        if (length && starts_with(file, candidate, length))
            return true;
    }
    return false;
}

bool simt_line_is_own(Dwarf_Die *unit, const char *file) {
    Dwarf_Files *files;
    size_t count;
    return dwarf_getsrcfiles(unit, &files, &count) == 0 && !is_foreign(files, count, file);
}

static const char *call_site(Dwarf_Die *inlined, Dwarf_Files *files, int *line) {
    Dwarf_Attribute attribute;
    Dwarf_Word file, value;
    if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_file, &attribute), &file) != 0 ||
        dwarf_formudata(dwarf_attr(inlined, DW_AT_call_line, &attribute), &value) != 0)
        return NULL;
    *line = (int)value;
    return dwarf_filesrc(files, (size_t)file, NULL, NULL);
}

// The function around a lambda: a kernel's body is one, and its reader only knows the kernel's name.
static const char *enclosing_name(Dwarf_Die *function) {
    Dwarf_Die place = *function;
    Dwarf_Attribute attribute;
    while (dwarf_formref_die(dwarf_attr(&place, DW_AT_abstract_origin, &attribute), &place) ||
           dwarf_formref_die(dwarf_attr(&place, DW_AT_specification, &attribute), &place))
        continue;
    Dwarf_Die *scopes = NULL;
    int count = dwarf_getscopes_die(&place, &scopes);
    const char *name = NULL;
    for (int i = 1; i < count && !name; i++) {
        if (dwarf_tag(&scopes[i]) == DW_TAG_subprogram)
            name = dwarf_diename(&scopes[i]);
    }
    free(scopes);
    return name;
}

static const char *function_name(Dwarf_Die *function) {
    const char *name = dwarf_diename(function);
    if (name && strcmp(name, "operator()") == 0) {
        const char *outer = enclosing_name(function);
        name = outer ? outer : name;
    }
    return name ? name : "";
}

// Functions of the engine's headers are marked as artificial; their files need not be listed in a unit that
// uses few of them. (A lambda's operator is artificial too, but its body is the user's.)
static bool is_artificial(Dwarf_Die *function) {
    Dwarf_Attribute attribute;
    bool artificial = false;
    const char *name = dwarf_diename(function);
    return dwarf_formflag(dwarf_attr_integrate(function, DW_AT_artificial, &attribute), &artificial) == 0 &&
           artificial && name && strcmp(name, "operator()") != 0;
}

static bool is_function(Dwarf_Die *die) {
    return dwarf_tag(die) == DW_TAG_inlined_subroutine || dwarf_tag(die) == DW_TAG_subprogram;
}

// Follows the calls that were inlined at this address outwards until one is in the user's own source.
static void climb(Dwarf_Die *scopes, int count, Dwarf_Files *files, size_t file_count,
                  struct simt_line *out) {
    for (int i = 0; i < count; i++) {
        if (!is_function(&scopes[i]))
            continue;
        out->function = function_name(&scopes[i]);
        bool own = !is_foreign(files, file_count, out->file) && !is_artificial(&scopes[i]);
        if (own || dwarf_tag(&scopes[i]) == DW_TAG_subprogram)
            return;
        int line = 0;
        const char *file = call_site(&scopes[i], files, &line);
        if (!file)
            return;
        out->file = file;
        out->line = line;
    }
}

// `file` as given on the command line: libdw prefixes every name with the directory of the compilation.
static const char *as_given(Dwarf_Die *unit, const char *file) {
    Dwarf_Attribute attribute;
    const char *directory = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
    size_t length = directory ? strlen(directory) : 0;
    if (length && starts_with(file, directory, length) && file[length] == '/')
        return file + length + 1;
    return file;
}

static bool look_up(Dwarf_Addr address, struct simt_line *out) {
    Dwarf_Die unit;
    Dwarf_Files *files;
    size_t file_count;
    if (!simt_debug_unit(address, &unit) || dwarf_getsrcfiles(&unit, &files, &file_count) != 0)
        return false;
    Dwarf_Line *row = dwarf_getsrc_die(&unit, address);
    if (!row || dwarf_lineno(row, &out->line) != 0)
        return false;
    out->file = dwarf_linesrc(row, NULL, NULL);
    Dwarf_Die *found = NULL, *scopes = NULL;
    if (dwarf_getscopes(&unit, address, &found) > 0) {
        int count = dwarf_getscopes_die(&found[0], &scopes);
        climb(scopes, count, files, file_count, out);
    }
    free(scopes);
    free(found);
    out->file = out->file ? as_given(&unit, out->file) : "";
    return out->line > 0;
}

static struct cache_entry *find(struct cache_entry *entries, size_t capacity, uintptr_t pc) {
    size_t i = (size_t)(pc * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (capacity - 1);
    while (entries[i].pc && entries[i].pc != pc)
        i = (i + 1) & (capacity - 1);
    return &entries[i];
}

static bool grow_cache(void) {
    size_t capacity = cache.capacity ? cache.capacity * 2 : 256;
    struct cache_entry *entries = calloc(capacity, sizeof *entries);
    if (!entries)
        return false;
    for (size_t i = 0; i < cache.capacity; i++) {
        if (cache.entries[i].pc)
            *find(entries, capacity, cache.entries[i].pc) = cache.entries[i];
    }
    free(cache.entries);
    cache.entries = entries;
    cache.capacity = capacity;
    return true;
}

static bool resolve(uintptr_t pc, struct simt_line *out) {
    *out = (struct simt_line){.file = "", .line = 0, .function = ""};
    // A return address is after the call; one byte back is inside it.
    bool known = look_up(pc - 1 - simt_debug_bias(), out);
    if (!known)
        *out = (struct simt_line){.file = "", .line = 0, .function = ""};
    return known;
}

bool simt_line_of(uintptr_t pc, struct simt_line *out) {
    *out = (struct simt_line){.file = "", .line = 0, .function = ""};
    if (!pc)
        return false;
    if (cache.used * 2 >= cache.capacity && !grow_cache())
        return resolve(pc, out);
    struct cache_entry *entry = find(cache.entries, cache.capacity, pc);
    if (!entry->pc) {
        entry->pc = pc;
        entry->known = resolve(pc, &entry->line);
        cache.used++;
    }
    *out = entry->line;
    return entry->known;
}
